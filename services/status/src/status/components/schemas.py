from datetime import date as Date
from datetime import datetime

from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from status.components.names import ServiceId


class DayRead(BaseModel):
    date: Date
    status: str
    uptime: float | None


class ServiceRead(BaseModel):
    """One row of the page; `status` is unknown when the last check is older than three minutes.

    `description` says what is checked, and while something fails, what.
    """

    id: ServiceId
    name: str
    status: str
    uptime: float | None
    # A snapshot file of an earlier release has no such field.
    measuredDays: int = Field(0, description="Days of the history with measurements: what uptime is based on")
    description: str
    latency_ms: int | None
    checked_at: datetime | None
    history: list[DayRead]


class ServicesRead(Answer):
    """`isSnapshot` is true if the status service did not answer and this is its last snapshot."""

    data: list[ServiceRead]
    generatedAt: datetime
    uptimeRule: str
    isSnapshot: bool = Field(default=False)


class SummaryRead(Answer):
    status: str
    message: str
    services: dict[str, str]
    openIncidents: int
    generatedAt: datetime


class HealthRead(BaseModel):
    status: str
    services: dict[str, str]


class LatencyPoint(BaseModel):
    """The mean response time of the checks in five minutes that begin at `at`."""

    at: datetime
    ms: int


class LatencyRead(BaseModel):
    id: ServiceId
    name: str
    points: list[LatencyPoint]


class LatenciesRead(Answer):
    """The response times of all components in the last 24 hours."""

    data: list[LatencyRead]
