"""The copy of accounts, from the events of the auth service."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from chassis.database.tables import Base, UtcDateTime
from sqlmodel import Field


class UserCopy(Base, table=True):
    """A copy of an account. `event_time` is the time of the newest event applied, `block_event_time` the time of the
    newest block."""

    __tablename__ = "users"
    id: UUID = Field(primary_key=True)
    email: str = ""
    first_name: str = ""
    last_name: str = ""
    role: str = Field(default="user", index=True)
    is_verified: bool = False
    is_blocked: bool = False
    marketing: bool = False
    is_buyer: bool = False
    is_erased: bool = False
    joined_at: datetime = Field(sa_type=UtcDateTime)
    event_time: datetime = Field(sa_type=UtcDateTime)
    block_event_time: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Member(NamedTuple):
    """The fields of a user that a delivery to many users needs. Entities would take a third of a campaign's time."""

    id: UUID
    first_name: str
    last_name: str
    marketing: bool
    is_erased: bool


Recipient = UserCopy | Member
