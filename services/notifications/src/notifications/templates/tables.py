"""Templates that administrators changed. The built-in texts are in `rules`."""

from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.tables import Base, Entity, UtcDateTime
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class Template(Base, table=True):
    __tablename__ = "templates"
    key: str = Field(primary_key=True)
    title: str
    message: str
    changed_by: UUID
    changed_at: datetime = Field(sa_type=UtcDateTime)

    @property
    def version(self) -> int:
        """The version of the text: the microsecond of its change."""
        return round(self.changed_at.timestamp() * 1_000_000)


class TemplateAuditEntry(Entity, table=True):
    """An audit entry of a template. Only the previous release writes it. Its rows are now in `audit_entries`."""

    __tablename__ = "template_audit"
    at: datetime = Field(sa_type=UtcDateTime)
    actor_id: UUID = Field(index=True)
    action: str
    key: str
    details: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    ip: str
