"""The inbox: its entries, and one row for each user that orders all changes."""

from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.tables import Base, Entity, UtcDateTime
from sqlalchemy import BigInteger, Column, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class Notification(Entity, table=True):
    """One entry of an inbox. `source_id` names its event or campaign: a user has one entry for each."""

    __tablename__ = "notifications"
    __table_args__ = (
        UniqueConstraint("user_id", "source_id"),
        # Ids are UUIDv7, so this is the order of arrival.
        Index("notifications_newest", "user_id", "id"),
        Index("notifications_of_type", "user_id", "type", "id"),
        Index("notifications_unread", "user_id", "id", postgresql_where=text("NOT is_read")),
        # The purge deletes the oldest rows of each kind by these two indexes.
        Index("notifications_read_age", "created_at", postgresql_where=text("is_read")),
        Index("notifications_unread_age", "created_at", postgresql_where=text("NOT is_read")),
        # Only the previous release uses this index.
        Index("notifications_age", "created_at", postgresql_using="brin"),
    )
    user_id: UUID
    source_id: UUID
    type: str
    title: str
    message: str
    data: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
    is_read: bool = False
    read_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    created_at: datetime = Field(sa_type=UtcDateTime)


class InboxState(Base, table=True):
    """The counters of one inbox. Each change of the inbox locks this row, so revisions follow the order of commits."""

    __tablename__ = "inbox_state"
    user_id: UUID = Field(primary_key=True)
    unread: int = 0
    total: int = 0
    revision: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
