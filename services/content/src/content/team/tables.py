from datetime import datetime
from typing import ClassVar
from uuid import UUID

from chassis.database.search import build_searchable
from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import Index
from sqlmodel import Field

from content.records import Record


class TeamMember(Record, table=True):
    """A member of the team, as the site shows them."""

    entity: ClassVar[str] = "team"
    cached_in: ClassVar = "team"
    withheld: ClassVar[set[str]] = {"email", "name", "phone"}
    __tablename__ = "team_members"
    __table_args__ = (
        Index("team_in_order", "sort_order", "id"),
        Index("team_by_name", "name"),
        Index("team_made", "created_at"),
    )
    name: str
    # Empty for a draft without a position.
    position: str
    email: str | None = None
    phone: str | None = None
    avatar: str | None = None
    handle: str = Field(unique=True)
    work: str | None = None
    user_id: UUID | None = Field(default=None, unique=True)
    # `draft` or `published`. The site shows only published members.
    status: str = "published"
    sort_order: int = 0

    def get_audit_title(self) -> str | None:
        return self.position or None


build_searchable(TeamMember, "name")


class Presence(Base, table=True):
    """The time at which a signed-in member of the company was last seen. Several tabs count as one."""

    __tablename__ = "presence"
    user_id: UUID = Field(primary_key=True)
    seen_at: datetime = Field(sa_type=UtcDateTime)
