from datetime import datetime
from typing import ClassVar
from uuid import UUID

from chassis.database.tables import Base, UtcDateTime, new_id
from sqlalchemy import Column, Computed, ForeignKey, Index, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, TSVECTOR
from sqlmodel import Field

from content.records import Record

SEARCHED_TEXT = (
    "setweight(to_tsvector('russian'::regconfig, title), 'A') || "
    "setweight(to_tsvector('russian'::regconfig, excerpt || ' ' || body_text), 'B')"
)
SEARCHED_TITLE = "to_tsvector('russian'::regconfig, title)"


class Post(Record, table=True):
    """An article. `content` is the author's text; `content_html` and `body_text` are derived from it."""

    entity: ClassVar[str] = "post"
    cached_in: ClassVar = "articles"
    withheld: ClassVar[set[str]] = {"author_first_name", "author_last_name"}
    __tablename__ = "posts"
    __table_args__ = (
        Index("posts_shown", text("published_at DESC"), text("id DESC"), postgresql_where=text("status = 'published'")),
        Index("posts_due", "publish_at", postgresql_where=text("status = 'scheduled'")),
        Index("posts_search", "search", postgresql_using="gin"),
        Index("posts_categories", "categories", postgresql_using="gin"),
        Index("posts_tags", "tags", postgresql_using="gin"),
        Index("posts_changed", text("updated_at DESC")),
        Index("posts_by_title", "title"),
        Index("posts_made", "created_at"),
        Index("posts_newest", text("published_at DESC NULLS LAST")),
    )
    slug: str = Field(unique=True)
    title: str
    excerpt: str = ""
    content: str
    content_html: str
    body_text: str
    categories: list[str] = Field(sa_column=Column(ARRAY(Text), nullable=False))
    tags: list[str] = Field(default_factory=list, sa_column=Column(ARRAY(Text), nullable=False))
    featured: bool = False
    image_url: str | None = None
    # Text alternative of the picture. Empty for a decorative picture.
    image_alt: str | None = None
    thumbnail_url: str | None = None
    video_url: str | None = None
    drawing: str | None = None
    author_first_name: str = ""
    author_last_name: str = ""
    author_avatar_url: str | None = None
    read_minutes: int = 1
    status: str = Field(default="draft", index=True)
    publish_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    published_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # When subscribers were notified of the article. They are not notified again if it is republished.
    announced_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # A vector of the title alone stays uncompressed in its row. Matching the titles does not read the whole text.
    title_search: str | None = Field(default=None, sa_column=Column(TSVECTOR, Computed(SEARCHED_TITLE, persisted=True)))
    search: str | None = Field(default=None, sa_column=Column(TSVECTOR, Computed(SEARCHED_TEXT, persisted=True)))

    @property
    def category(self) -> str | None:
        """The single category that most clients show. A draft may have none."""
        return self.categories[0] if self.categories else None

    def get_audit_title(self) -> str:
        return self.title


class RevisionColumns(Base):
    """An earlier version of an article, as it is stored and as editors read it."""

    id: UUID = Field(primary_key=True)
    version: int
    title: str
    excerpt: str
    content: str
    editor_id: UUID
    editor_name: str
    saved_at: datetime = Field(sa_type=UtcDateTime)


class PostRevision(RevisionColumns, table=True):
    """A stored revision of an article. It is never changed."""

    __tablename__ = "post_revisions"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    post_id: UUID = Field(sa_column=Column(ForeignKey("posts.id", ondelete="CASCADE"), nullable=False, index=True))


class Tag(Base, table=True):
    """A tag and its fixed translation."""

    __tablename__ = "tags"
    slug: str = Field(primary_key=True)
    name: str
    kind: str = Field(default="articles", index=True)
