from datetime import datetime
from typing import ClassVar
from uuid import UUID

from chassis.database.tables import UtcDateTime
from sqlalchemy import Column, ForeignKey, Index, text
from sqlmodel import Field

from content.records import Record


class Comment(Record, table=True):
    """A comment on an article. Everybody sees it after a moderator's approval."""

    entity: ClassVar[str] = "comment"
    withheld: ClassVar[set[str]] = {"content", "reason"}
    __tablename__ = "comments"
    __table_args__ = (
        Index("comments_of_post", "post_id", text("id DESC")),
        Index("comments_of_author", "user_id", text("id DESC")),
        Index("comments_by_status", "status", "id"),
        Index("comments_search", text("to_tsvector('russian'::regconfig, content)"), postgresql_using="gin"),
        Index("comments_present", "id", postgresql_where=text("deleted_at IS NULL")),
        Index("comments_deleted", "deleted_at", postgresql_where=text("deleted_at IS NOT NULL")),
        # A user may post a text once under an article. A rejected or deleted text may be posted again.
        Index(
            "comments_once",
            "post_id",
            "user_id",
            text("md5(content)"),
            unique=True,
            postgresql_where=text("status <> 'rejected' AND deleted_at IS NULL"),
        ),
    )
    post_id: UUID = Field(sa_column=Column(ForeignKey("posts.id", ondelete="CASCADE"), nullable=False))
    user_id: UUID
    content: str
    status: str = "pending"
    rejection_reason: str | None = None
    # The author's name at the time of writing. It is shown if there is no copy of the account.
    first_name: str = ""
    last_name: str = ""
    moderator_id: UUID | None = None
    moderated_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # When its author last changed the text. A moderator's change resets it, because the moderator has read the text.
    edited_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # A deleted comment is hidden. The user who deleted it can restore it until a job purges it.
    deleted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    deleted_by: UUID | None = None
