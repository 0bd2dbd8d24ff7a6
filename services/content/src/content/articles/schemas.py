from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import PRINTABLE_CHECK, Moment, Search, Word, limit_length
from contracts.envelopes import Answer
from pydantic import BaseModel, Field, StringConstraints

from content.articles.categories import DraftCategories
from content.articles.tables import RevisionColumns
from content.fields import Flag, Line, OptionalLine, OptionalWebAddress, Slug
from content.records import Changes, RecordRead
from content.restoring import FormerValues

Excerpt = Annotated[str, limit_length(None, 500), PRINTABLE_CHECK]
Tags = Annotated[list[Slug], Field(max_length=12)]
Status = Literal["draft", "scheduled", "published"]
Content = Annotated[str, limit_length(None, 200_000), PRINTABLE_CHECK]


class PostQuery(PageQuery):
    """Filters of the public list."""

    limit: int = Field(6, ge=1, le=100)
    category: Word | None = None
    search: Search | None = None
    tag: Word | None = None
    featured: bool | None = None
    # The `asOf` of the first page: articles published later do not shift the next pages.
    as_of: Moment | None = None


class Author(BaseModel):
    first_name: str
    last_name: str
    avatar_url: str | None


class PostSummary(BaseModel):
    """An article in a list."""

    id: UUID
    slug: str
    title: str
    excerpt: str
    image_url: str | None
    image_alt: str | None = None
    thumbnail_url: str | None
    video_url: str | None
    drawing: str | None
    category: str
    categories: list[str]
    tags: list[str]
    featured: bool
    read_minutes: int
    created_at: datetime
    updated_at: datetime
    first_name: str
    last_name: str
    avatar_url: str | None
    author: Author
    snippet: str | None = None


class PostRead(PostSummary):
    """An article with its text as written and as safe HTML."""

    content: str
    content_html: str
    comment_count: int
    related: list[PostSummary]


class PostList(BaseModel):
    posts: list[PostSummary]
    hasMore: bool
    total: int
    asOf: datetime


class CategoryCount(BaseModel):
    slug: str
    name: str
    count: int


class CategoryList(BaseModel):
    categories: list[CategoryCount]
    total: int


class TagList(BaseModel):
    tags: list[CategoryCount]


class PostCreate(BaseModel):
    """A new article. A draft may lack its text and categories."""

    title: Line
    slug: Slug | None = None
    excerpt: Excerpt = ""
    content: Content = ""
    category: DraftCategories = []
    tags: Tags = []
    featured: Flag = False
    image_url: OptionalWebAddress = None
    image_alt: OptionalLine = None
    thumbnail_url: OptionalWebAddress = None
    video_url: OptionalWebAddress = None
    drawing: Slug | None = None
    status: Status = "draft"
    publish_at: Moment | None = None
    author_first_name: Word | None = None
    author_last_name: Word | None = None
    author_avatar_url: OptionalWebAddress = None


class FormerPost(FormerValues):
    status: Status


class PostUpdate(PostCreate, Changes):
    slug: Slug
    author_first_name: Word
    author_last_name: Word


class PostAdmin(RecordRead):
    """An article as its editor sees it."""

    slug: str
    title: str
    excerpt: str
    content: str
    # Null for a draft without categories.
    category: str | None
    categories: list[str]
    tags: list[str]
    featured: bool
    image_url: str | None
    image_alt: str | None = None
    thumbnail_url: str | None
    video_url: str | None
    drawing: str | None
    status: Status
    publish_at: datetime | None
    published_at: datetime | None
    author_first_name: str
    author_last_name: str
    author_avatar_url: str | None
    read_minutes: int


class PostAdminQuery(PageQuery):
    status: Status | None = None
    category: Word | None = None
    search: Search | None = None
    sort: Literal["-updated_at", "updated_at", "-created_at", "created_at", "title", "-title", "-published_at"] = (
        "-updated_at"
    )


class RevisionRead(RevisionColumns):
    pass


class PostPreview(BaseModel):
    """Unsaved text of an editor; it may be empty."""

    content: Annotated[str, StringConstraints(max_length=200_000)]


class PostPreviewRead(Answer):
    content_html: str
    read_minutes: int
    excerpt: str = Field(description="The beginning of the text, which an article without an excerpt gets.")
