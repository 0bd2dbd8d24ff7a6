from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import PRINTABLE_CHECK, Search, limit_length
from contracts.envelopes import Answer, Items
from pydantic import BaseModel, Field

from content.fields import Version

CommentText = Annotated[str, limit_length(1, 1000), PRINTABLE_CHECK]
Reason = Annotated[str, limit_length(1, 500), PRINTABLE_CHECK]
CommentStatus = Literal["pending", "approved", "rejected"]


class CommentQuery(PageQuery):
    limit: int = Field(100, ge=1, le=100)


class CommentCreate(BaseModel):
    post_id: UUID
    content: CommentText


class CommentUpdate(BaseModel):
    content: CommentText


class CommentRead(BaseModel):
    """A comment as its reader sees it; only its author sees the reason of a rejection."""

    id: UUID
    post_id: UUID
    user_id: UUID
    content: str
    status: CommentStatus
    rejection_reason: str | None
    created_at: datetime
    first_name: str
    last_name: str
    avatar_url: str | None


class CommentList(Answer):
    data: list[CommentRead]
    total: int
    hasMore: bool


class CommentAnswer(Answer):
    data: CommentRead


class CommentAdmin(CommentRead):
    """A comment in the moderation queue, with the history of its author."""

    post_title: str
    post_slug: str
    moderator_id: UUID | None
    moderated_at: datetime | None
    version: int
    author_approved: int
    author_rejected: int
    author_blocked: bool


class ModerationQueue(Items[CommentAdmin]):
    """A page of comments for moderators, the time of the oldest waiting comment, and ready reasons for a rejection."""

    oldest_pending_at: datetime | None
    ready_reasons: list[str]


class CommentAdminQuery(PageQuery):
    status: CommentStatus | None = None
    post_id: UUID | None = None
    user_id: UUID | None = None
    search: Search | None = None
    sort: Literal["created_at", "-created_at"] | None = None


class CommentAdminCreate(CommentCreate):
    """A comment of the company; it needs no approval."""


class CommentAdminUpdate(BaseModel):
    version: Version
    content: CommentText


class Approval(BaseModel):
    """`version` is the version that the moderator read; it is required once the author has changed the text."""

    version: Version | None = None


class Rejection(Approval):
    reason: Reason


class BulkModeration(BaseModel):
    """One verdict for several comments, all or none; `versions` has the version of each that the moderator read."""

    ids: Annotated[list[UUID], Field(min_length=1, max_length=100)]
    action: Literal["approve", "reject", "reopen", "delete"]
    reason: Reason | None = None
    versions: dict[UUID, Version] | None = None


class BulkAnswer(Answer):
    changed: int
