"""The history of incidents and maintenance as one JSON document."""

from datetime import datetime
from typing import Literal, Self
from uuid import UUID

from chassis.fields import Moment, Title
from contracts.envelopes import Answer
from pydantic import BaseModel, Field, model_validator

from status.components.names import ServiceId
from status.fields import Description, Message, Postmortem
from status.incidents.schemas import IncidentStatus, Severity

MAX_ROWS = 1000


class PastUpdate(BaseModel):
    timestamp: Moment
    status: IncidentStatus
    message: Message


class PastIncident(BaseModel):
    """A resolved incident. One of its updates resolves it."""

    id: UUID
    title: Title
    severity: Severity
    description: Description = ""
    affectedServices: list[ServiceId] = Field(default_factory=list, max_length=6)
    createdAt: Moment
    resolvedAt: Moment
    isAutomatic: bool = False
    postmortem: Postmortem | None = None
    postmortemAt: Moment | None = None
    updates: list[PastUpdate] = Field(min_length=1, max_length=500)

    @model_validator(mode="after")
    def check_order_of_times(self) -> Self:
        if self.resolvedAt < self.createdAt:
            raise ValueError("Инцидент решён раньше, чем начался")
        return self

    @model_validator(mode="after")
    def check_resolution(self) -> Self:
        if not any(update.status == "resolved" for update in self.updates):
            raise ValueError("Среди обновлений нет решения")
        return self


class PastMaintenance(BaseModel):
    """Maintenance that is over."""

    id: UUID
    title: Title
    description: Description = ""
    affectedServices: list[ServiceId] = Field(default_factory=list, max_length=6)
    scheduledStart: Moment
    scheduledEnd: Moment

    @model_validator(mode="after")
    def check_order_of_times(self) -> Self:
        if self.scheduledEnd <= self.scheduledStart:
            raise ValueError("Окончание должно быть позже начала")
        return self


class History(BaseModel):
    """Resolved incidents and completed maintenance, oldest first."""

    format: Literal["meridian-status-history/1"]
    incidents: list[PastIncident] = Field(default_factory=list, max_length=MAX_ROWS)
    maintenance: list[PastMaintenance] = Field(default_factory=list, max_length=MAX_ROWS)


class HistoryExport(History):
    exportedAt: datetime


class ImportAnswer(Answer):
    """The number of rows that were added, and of rows that existed and stayed as they are."""

    added: int
    known: int
