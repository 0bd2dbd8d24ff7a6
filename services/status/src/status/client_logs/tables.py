from datetime import datetime
from typing import Any

from chassis.database.search import build_searchable
from chassis.database.tables import Base, Entity, UtcDateTime
from sqlalchemy import Column, Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class LogGroupColumns(Base):
    """A group of equal entries with their count. Used by the table and by its response."""

    fingerprint: str = Field(primary_key=True)
    level: str
    context: str
    message: str
    count: int
    first_seen: datetime = Field(sa_type=UtcDateTime)
    last_seen: datetime = Field(sa_type=UtcDateTime, index=True)


class LogGroup(LogGroupColumns, table=True):
    __tablename__ = "client_log_groups"
    __table_args__ = (Index("client_log_groups_by_count", "count"), Index("client_log_groups_of_level", "level"))


LOG_TEXT = build_searchable(LogGroup, "message", max_length=300)


class LogEntry(Entity, table=True):
    """One line of a browser's error log, masked."""

    __tablename__ = "client_log_entries"
    fingerprint: str = Field(index=True)
    level: str
    context: str
    message: str
    data: Any = Field(default=None, sa_column=Column(JSONB))
    user_id: str | None = Field(default=None, index=True)
    session_id: str | None = None
    created_at: datetime = Field(sa_type=UtcDateTime, index=True)
