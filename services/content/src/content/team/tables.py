from datetime import datetime
from uuid import UUID

from persistence.search import searchable
from persistence.tables import Base, UtcDateTime, new_id
from sqlalchemy import Index
from sqlmodel import Field


class TeamMember(Base, table=True):
    """A member of the team, as the site shows them."""

    __tablename__ = "team_members"
    __table_args__ = (
        Index("team_in_order", "sort_order", "id"),
        Index("team_by_name", "name"),
        Index("team_made", "created_at"),
    )
    id: UUID = Field(default_factory=new_id, primary_key=True)
    name: str
    position: str
    email: str | None = None
    phone: str | None = None
    avatar: str | None = None
    handle: str = Field(unique=True)
    work: str | None = None
    user_id: UUID | None = Field(default=None, unique=True)
    sort_order: int = 0
    version: int = 1
    created_at: datetime = Field(sa_type=UtcDateTime)
    updated_at: datetime = Field(sa_type=UtcDateTime)


MEMBER_SEARCH = searchable(TeamMember, "name")


class Presence(Base, table=True):
    """When a signed-in member of the company was last seen; several tabs count as one."""

    __tablename__ = "presence"
    user_id: UUID = Field(primary_key=True)
    seen_at: datetime = Field(sa_type=UtcDateTime)
