from datetime import datetime
from typing import ClassVar
from uuid import UUID

from persistence.search import searchable
from persistence.tables import Base, UtcDateTime
from sqlalchemy import Column, Index, LargeBinary, text
from sqlmodel import Field

from content.records import Record


class Subscriber(Record, table=True):
    """A newsletter address; articles are sent to it once it is confirmed."""

    entity: ClassVar[str] = "subscriber"
    __tablename__ = "subscribers"
    __table_args__ = (
        Index("subscribers_email", text("lower(email)"), unique=True),
        Index("subscribers_by_status", "status", text("id DESC")),
        Index("subscribers_made", "created_at"),
        Index("subscribers_by_name", "email"),
    )
    email: str
    status: str = "pending"
    token_hash: bytes | None = Field(default=None, sa_column=Column(LargeBinary, unique=True))
    token_expires_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    consent_at: datetime = Field(sa_type=UtcDateTime)
    confirmed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    unsubscribed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


Subscriber.searched = searchable(Subscriber, "email")


class Mailing(Base, table=True):
    """An article that a subscriber gets: planned once, and queued once (`sent_at`)."""

    __tablename__ = "mailings"
    post_id: UUID = Field(primary_key=True)
    subscriber_id: UUID = Field(primary_key=True)
    # NULL while it waits for the mail server.
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime, index=True)
