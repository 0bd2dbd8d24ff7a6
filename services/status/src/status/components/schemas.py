from datetime import date as Date
from datetime import datetime
from typing import Literal

from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from status.components.names import ServiceId

LatencyPeriod = Literal["24h", "7d", "90d"]


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
    """Response times of the checks in the step that begins at `at`, in milliseconds. Without answers there is no point.

    `ms` is the mean, `p50` the median; 95 % of the answers took no longer than `p95`.
    """

    at: datetime
    ms: int
    # Null for minutes that an earlier release has measured.
    p50: int | None
    p95: int | None


class LatencyRead(BaseModel):
    id: ServiceId
    name: str
    points: list[LatencyPoint]


class LatenciesRead(Answer):
    """The response times of all components in a period, in steps of `stepSeconds`."""

    data: list[LatencyRead]
    period: LatencyPeriod
    stepSeconds: int
    generatedAt: datetime


class LatencyQuery(BaseModel):
    """24 hours by five minutes, 7 days by hours, or 90 days by UTC days."""

    period: LatencyPeriod = "24h"
