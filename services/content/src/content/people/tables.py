from datetime import datetime
from uuid import UUID

from chassis.tables import Base, UtcDateTime
from sqlmodel import Field


class Person(Base, table=True):
    """What content copies of an account, so that no request has to ask auth (rebuilt from its events)."""

    __tablename__ = "people"
    id: UUID = Field(primary_key=True)
    email: str = Field(index=True)
    first_name: str = ""
    last_name: str = ""
    phone: str | None = None
    avatar_url: str | None = None
    role: str = "user"
    is_blocked: bool = False
    marketing: bool = False
    # The newest event wins: the bus keeps order only within one publisher's retries. A block says nothing of the rest.
    heard_at: datetime = Field(sa_type=UtcDateTime)
    standing_heard_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class ErasedPerson(Base, table=True):
    """Somebody who asked to be forgotten: an event that comes late must not bring his copy back."""

    __tablename__ = "erased_people"
    id: UUID = Field(primary_key=True)
    erased_at: datetime = Field(sa_type=UtcDateTime, index=True)
