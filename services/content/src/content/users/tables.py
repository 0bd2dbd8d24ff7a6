from datetime import datetime
from typing import ClassVar
from uuid import UUID

from chassis.database.search import EMPTY_TEXT, build_searchable
from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import ColumnElement, Index, func, inspect
from sqlmodel import Field


class UserCopy(Base, table=True):
    """The copy of an account, so that no request has to call auth (rebuilt from auth's events)."""

    __tablename__ = "user_copies"
    # The text that administrators search.
    searched: ClassVar[ColumnElement[str]]
    searched_phone: ClassVar[ColumnElement[str]]
    id: UUID = Field(primary_key=True)
    email: str = Field(index=True)
    first_name: str = ""
    last_name: str = ""
    phone: str | None = None
    avatar_url: str | None = None
    role: str = Field(default="user", index=True)
    is_blocked: bool = False
    marketing: bool = False
    # The newest event wins: events may arrive out of order. A block changes only `is_blocked`, so it has its own time.
    event_time: datetime = Field(sa_type=UtcDateTime)
    block_event_time: datetime | None = Field(default=None, sa_type=UtcDateTime)

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


build_searchable(UserCopy, "first_name", "last_name", "email")
# A separate index, because a typed telephone number is searched as a whole, and names word by word.
UserCopy.searched_phone = func.coalesce(inspect(UserCopy).local_table.c.phone, EMPTY_TEXT)
Index("user_copies_phones", func.grams(UserCopy.searched_phone), postgresql_using="gin")


class ErasedUser(Base, table=True):
    """An erased account: an event that arrives late must not create its copy again."""

    __tablename__ = "erased_users"
    id: UUID = Field(primary_key=True)
    erased_at: datetime = Field(sa_type=UtcDateTime, index=True)
