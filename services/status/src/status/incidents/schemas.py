from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field

from status.board.names import ServiceId

Severity = Literal["critical", "major", "minor"]
IncidentStatus = Literal["investigating", "identified", "monitoring", "resolved"]


class IncidentCreate(BaseModel):
    title: str = Field(min_length=1, max_length=200)
    severity: Severity
    description: str = Field("", max_length=4000)
    affectedServices: list[ServiceId] = Field(default_factory=list, max_length=6)
    status: IncidentStatus = "investigating"
    message: str | None = Field(None, min_length=1, max_length=4000)


class IncidentChange(BaseModel):
    title: str | None = Field(None, min_length=1, max_length=200)
    severity: Severity | None = None
    description: str | None = Field(None, max_length=4000)
    affectedServices: list[ServiceId] | None = Field(None, max_length=6)
    status: IncidentStatus | None = None
    version: int | None = Field(None, ge=1)


class UpdateCreate(BaseModel):
    status: IncidentStatus
    message: str = Field(min_length=1, max_length=4000)


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
    version: int


class IncidentsRead(BaseModel):
    success: bool = True
    data: list[IncidentRead]


class IncidentAnswer(BaseModel):
    success: bool = True
    item: IncidentRead


class Done(BaseModel):
    success: bool = True
