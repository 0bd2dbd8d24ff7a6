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

    `description` says what is checked or, during a failure, which parts do not answer.
    """

    id: ServiceId
    name: str
    status: str
    uptime: float | None
    # A snapshot file of an earlier release has no such field.
    measuredDays: int = Field(0, description="Number of days with measurements, from which the uptime is computed")
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
    """Response times in milliseconds of the checks in the step that begins at `at`. A step without answers is omitted.

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
    """24 hours in steps of five minutes, 7 days in steps of an hour, or 90 days in steps of a UTC day."""

    period: LatencyPeriod = "24h"
