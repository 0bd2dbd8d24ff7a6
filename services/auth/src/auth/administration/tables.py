from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.tables import Entity, UtcDateTime
from chassis.features.audit import AuditColumns
from sqlalchemy import Column, Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class AuditEntry(AuditColumns, table=True):
    """An action on an account, whose id is `entity_id`, or a CSV export, which has no `entity_id`."""

    __tablename__ = "audit_entries"
    __table_args__ = (Index("audit_of_entity", "entity_id"), Index("audit_of_action", "action"))


class FormerAuditEntry(Entity, table=True):
    """An audit entry of the previous release. A trigger copies new rows of that release to `audit_entries`."""

    __tablename__ = "audit_log"
    at: datetime = Field(sa_type=UtcDateTime, index=True)
    actor_id: UUID | None = Field(default=None, index=True)
    action: str = Field(index=True)
    subject_id: UUID | None = Field(default=None, index=True)
    details: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
    ip: str
