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
    # The newest event wins: the bus keeps order only within one publisher's retries.
    heard_at: datetime = Field(sa_type=UtcDateTime)
