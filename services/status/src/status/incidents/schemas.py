from datetime import datetime
from typing import Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import Search, Title
from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from status.components.names import ServiceId
from status.fields import Description, Message, Postmortem

Severity = Literal["critical", "major", "minor"]
IncidentStatus = Literal["investigating", "identified", "monitoring", "resolved"]


class IncidentCreate(BaseModel):
    title: Title
    severity: Severity
    description: Description = ""
    affectedServices: list[ServiceId] = Field(default_factory=list, max_length=6)
    status: IncidentStatus = "investigating"
    message: Message | None = None
    # Seconds before publication, in which POST /{id}/cancel removes the incident and nobody is notified.
    undo_seconds: int = Field(0, ge=0, le=300)


class IncidentChange(BaseModel):
    title: Title | None = None
    severity: Severity | None = None
    description: Description | None = None
    affectedServices: list[ServiceId] | None = Field(None, max_length=6)
    status: IncidentStatus | None = None
    message: Message | None = None
    version: int | None = Field(None, ge=1)


class UpdateCreate(BaseModel):
    status: IncidentStatus
    message: Message


class PostmortemWrite(BaseModel):
    """An empty text removes the postmortem."""

    text: Postmortem
    version: int | None = Field(None, ge=1)


class UpdateRead(BaseModel):
    timestamp: datetime
    status: str
    message: str


class IncidentRead(BaseModel):
    id: UUID
    title: str
    severity: str
    status: str
    description: str
    affectedServices: list[str]
    createdAt: datetime
    resolvedAt: datetime | None
    updates: list[UpdateRead]
    isAutomatic: bool
    # When the incident will be published; null after its publication.
    publishAt: datetime | None
    version: int
    # Optional, because a snapshot file of an earlier release lacks these two fields.
    postmortem: str | None = None
    postmortemAt: datetime | None = None


class IncidentsRead(Answer):
    data: list[IncidentRead]


class IncidentQuery(PageQuery):
    """Filters and order of the list of all incidents."""

    status: IncidentStatus | None = None
    open: bool | None = None
    severity: Severity | None = None
    search: Search | None = None
    sort: Literal["-created_at", "created_at", "title", "-title"] = "-created_at"
