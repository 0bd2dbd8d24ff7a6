from datetime import datetime

from chassis.database.tables import Entity, UtcDateTime
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class IncidentTemplate(Entity, table=True):
    """Texts of an expected kind of incident, so that it can be reported within seconds."""

    __tablename__ = "incident_templates"
    name: str
    title: str
    severity: str
    description: str = ""
    message: str = ""
    affected: list[str] = Field(default_factory=list, sa_column=Column(JSONB, nullable=False))
    created_at: datetime = Field(sa_type=UtcDateTime)
    version: int = 1
