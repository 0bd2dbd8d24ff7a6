"""Messages to many users: campaigns of administrators, and events that concern everybody."""

from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.search import build_searchable
from chassis.database.tables import Entity, UtcDateTime
from sqlalchemy import Column, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

# Condition for campaigns written by an administrator. Only these are listed.
IS_BY_ADMINISTRATOR = text("created_by IS NOT NULL")


class Campaign(Entity, table=True):
    """A message to many users. `cursor` is the last user notified: sending continues there after an interruption.

    A campaign without `created_by` is an event that concerns everybody; it has no author and is not listed.
    """

    __tablename__ = "campaigns"
    __table_args__ = (
        UniqueConstraint("created_by", "idempotency_key"),
        Index("campaigns_due", "scheduled_at", postgresql_where=text("status IN ('scheduled', 'sending')")),
        Index("campaigns_made", "created_at", postgresql_where=IS_BY_ADMINISTRATOR),
        Index("campaigns_by_time", "scheduled_at", postgresql_where=IS_BY_ADMINISTRATOR),
        Index("campaigns_by_title", "title", postgresql_where=IS_BY_ADMINISTRATOR),
        Index("campaigns_by_status", "status", postgresql_where=IS_BY_ADMINISTRATOR),
    )
    source_id: UUID = Field(unique=True)
    audience: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    type: str
    title: str
    message: str
    data: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
    channels: list[str] = Field(sa_column=Column(JSONB, nullable=False))
    in_digest: bool = False
    status: str = "scheduled"
    idempotency_key: str | None = None
    created_by: UUID | None = None
    created_at: datetime = Field(sa_type=UtcDateTime)
    happened_at: datetime = Field(sa_type=UtcDateTime)
    scheduled_at: datetime = Field(sa_type=UtcDateTime)
    started_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    finished_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    cursor: UUID | None = None
    recipients: int = 0
    attempts: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    retry_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    error: str | None = None


build_searchable(Campaign, "title")
