from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import Search
from pydantic import BaseModel, Field

from content.fields import (
    Line,
    OptionalEmail,
    OptionalLine,
    OptionalNote,
    OptionalPhone,
    OptionalWebAddress,
    Slug,
    WholeNumber,
)
from content.records import Changes, RecordRead
from content.restoring import FormerValues

PresenceStatus = Literal["online", "away", "offline"]
# Whether the site shows a member. The public `status` of a member is the presence.
TeamMemberStatus = Literal["draft", "published"]


class TeamMemberRead(BaseModel):
    id: UUID
    name: str
    position: str
    email: str | None
    phone: str | None
    avatar: str | None
    handle: str
    status: PresenceStatus
    lastActivity: datetime | None
    isOnline: bool
    work: str | None = None


class TeamList(BaseModel):
    # This is not an `Answer`, whose `success` is always true: the contract allows `false` here.
    success: bool = True
    team: list[TeamMemberRead]
    error: str | None = None


class Activity(BaseModel):
    userId: UUID


class TeamMemberCreate(BaseModel):
    """A new member. A draft may lack the position."""

    name: Line
    position: OptionalLine = None
    email: OptionalEmail = None
    phone: OptionalPhone = None
    avatar: OptionalWebAddress = None
    handle: Slug | None = None
    work: OptionalNote = None
    user_id: UUID | None = None
    sort_order: Annotated[WholeNumber, Field(ge=0, le=10_000)] = 0
    status: TeamMemberStatus = "published"


class TeamMemberUpdate(TeamMemberCreate, Changes):
    handle: Slug


class FormerTeamMember(FormerValues):
    status: TeamMemberStatus


class TeamMemberAdmin(RecordRead):
    name: str
    position: str
    email: str | None
    phone: str | None
    avatar: str | None
    handle: str
    work: str | None
    user_id: UUID | None
    sort_order: int
    status: TeamMemberStatus


class TeamAdminQuery(PageQuery):
    status: TeamMemberStatus | None = None
    search: Search | None = None
    sort: Literal["sort_order", "name", "-name", "-created_at"] = "sort_order"
