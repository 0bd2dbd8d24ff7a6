from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.tables import Entity, UtcDateTime
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class AuditEntry(Entity, table=True):
    """An audit entry: who did what to whom, when and from where. A trigger refuses to change or delete a row."""

    __tablename__ = "audit_log"
    at: datetime = Field(sa_type=UtcDateTime, index=True)
    actor_id: UUID | None = Field(default=None, index=True)
    action: str = Field(index=True)
    subject_id: UUID | None = Field(default=None, index=True)
    details: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
    ip: str
