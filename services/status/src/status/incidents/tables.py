from datetime import datetime
from uuid import UUID

from chassis.database.search import build_searchable
from chassis.database.tables import Entity, UtcDateTime
from sqlalchemy import Column, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class Incident(Entity, table=True):
    """A failure. `cause` is set for incidents opened by probes; there is one open incident for each cause.

    `publish_at` is set while an incident waits for its publication and can be cancelled. Until then only
    administrators see it and nobody is notified.
    """

    __tablename__ = "incidents"
    __table_args__ = (
        Index("incident_open_cause", "cause", unique=True, postgresql_where=text("resolved_at IS NULL")),
        Index("incidents_by_title", "title"),
        Index("incidents_by_status", "status"),
        Index("incidents_by_severity", "severity"),
        Index("incidents_to_publish", "publish_at", postgresql_where=text("publish_at IS NOT NULL")),
    )
    title: str
    severity: str
    status: str = "investigating"
    description: str = ""
    affected: list[str] = Field(default_factory=list, sa_column=Column(JSONB, nullable=False))
    cause: str | None = None
    created_at: datetime = Field(sa_type=UtcDateTime, index=True)
    resolved_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    publish_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # The causes and the measures, described after the resolution.
    postmortem: str | None = None
    postmortem_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    version: int = 1


build_searchable(Incident, "title", "description")


class IncidentUpdate(Entity, table=True):
    """An update of an incident. It is never edited."""

    __tablename__ = "incident_updates"
    incident_id: UUID = Field(foreign_key="incidents.id", ondelete="CASCADE", index=True)
    status: str
    message: str
    created_at: datetime = Field(sa_type=UtcDateTime)
