"""Who can be reached: a copy of what the auth service tells about accounts."""

from datetime import datetime
from uuid import UUID

from chassis.tables import Base, UtcDateTime
from sqlmodel import Field


class Person(Base, table=True):
    """An account as its facts described it; `told_at` is the time of the newest fact taken over."""

    __tablename__ = "people"
    id: UUID = Field(primary_key=True)
    email: str
    first_name: str
    last_name: str
    role: str = Field(index=True)
    is_verified: bool = False
    is_blocked: bool = False
    marketing: bool = False
    is_buyer: bool = False
    is_erased: bool = False
    joined_at: datetime = Field(sa_type=UtcDateTime)
    told_at: datetime = Field(sa_type=UtcDateTime)
