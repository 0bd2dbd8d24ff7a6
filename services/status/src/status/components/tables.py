from datetime import date as Date
from datetime import datetime

from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import ARRAY, Column, Index, Integer
from sqlmodel import AutoString, Field

from status.components.names import ServiceId


class ServiceState(Base, table=True):
    """Current state of a component. A single failed check does not change its status.

    `reason` has the parts that failed the last check, separated by commas.
    """

    __tablename__ = "service_states"
    id: ServiceId = Field(primary_key=True, sa_type=AutoString)
    status: str = "unknown"
    since: datetime = Field(sa_type=UtcDateTime)
    checked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    latency_ms: int | None = None
    failures: int = 0
    successes: int = 0
    reason: str = ""


class ServiceLatency(Base, table=True):
    """Response times of a component in the five minutes from `at`: the number of checks and the sum of their
    milliseconds.

    `samples` has the milliseconds of each check, from which percentiles are computed.
    """

    __tablename__ = "service_latencies"
    service: str = Field(primary_key=True)
    at: datetime = Field(primary_key=True, sa_type=UtcDateTime, index=True)
    checks: int = 0
    total_ms: int = 0
    samples: list[int] = Field(
        default_factory=list, sa_column=Column(ARRAY(Integer), nullable=False, server_default="{}")
    )


class ServiceLatencyRollup(Base, table=True):
    """Response times of a component in one hour or one UTC day (`step`) that begins at `at`."""

    __tablename__ = "service_latency_rollups"
    __table_args__ = (Index("service_latency_rollups_by_step", "step", "at"),)
    service: str = Field(primary_key=True)
    step: str = Field(primary_key=True)
    at: datetime = Field(primary_key=True, sa_type=UtcDateTime)
    checks: int
    total_ms: int
    p50_ms: int
    p95_ms: int


class ServiceDay(Base, table=True):
    """One UTC day of a component: measured seconds by status."""

    __tablename__ = "service_days"
    service: str = Field(primary_key=True)
    date: Date = Field(primary_key=True)
    seconds: int = 0
    down: int = 0
    degraded: int = 0
    maintenance: int = 0
