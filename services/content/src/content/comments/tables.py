from datetime import datetime
from uuid import UUID

from chassis.tables import Base, UtcDateTime, new_id
from sqlalchemy import Column, ForeignKey, Index, text
from sqlmodel import Field


class Comment(Base, table=True):
    """What a reader wrote under an article; shown to all once a moderator approved it."""

    __tablename__ = "comments"
    __table_args__ = (
        Index("comments_of_post", "post_id", text("id DESC")),
        Index("comments_of_author", "user_id", text("id DESC")),
        Index("comments_by_status", "status", "id"),
        Index("comments_search", text("to_tsvector('russian'::regconfig, content)"), postgresql_using="gin"),
        Index("comments_present", "id", postgresql_where=text("deleted_at IS NULL")),
        Index("comments_deleted", "deleted_at", postgresql_where=text("deleted_at IS NOT NULL")),
        # A user writes one text once under one article; a rejected or deleted text may be sent again.
        Index(
            "comments_once",
            "post_id",
            "user_id",
            text("md5(content)"),
            unique=True,
            postgresql_where=text("status <> 'rejected' AND deleted_at IS NULL"),
        ),
    )
    id: UUID = Field(default_factory=new_id, primary_key=True)
    post_id: UUID = Field(sa_column=Column(ForeignKey("posts.id", ondelete="CASCADE"), nullable=False))
    user_id: UUID
    content: str
    status: str = "pending"
    rejection_reason: str | None = None
    # The name at the time of writing, until the copy of the account arrives.
    first_name: str = ""
    last_name: str = ""
    moderator_id: UUID | None = None
    moderated_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # When its author last changed the text; NULL again once a moderator has changed it, and so has read it.
    edited_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # A deleted comment is hidden; whoever deleted it can restore it until a job purges it.
    deleted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    deleted_by: UUID | None = None
    version: int = 1
    created_at: datetime = Field(sa_type=UtcDateTime)
    updated_at: datetime = Field(sa_type=UtcDateTime)
