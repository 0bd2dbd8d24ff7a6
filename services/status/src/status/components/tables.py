from datetime import date as Date
from datetime import datetime

from chassis.database.tables import Base, UtcDateTime
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
    """How fast a component answered in five minutes that begin at `at`: checks and their milliseconds in all."""

    __tablename__ = "service_latencies"
    service: str = Field(primary_key=True)
    at: datetime = Field(primary_key=True, sa_type=UtcDateTime, index=True)
    checks: int = 0
    total_ms: int = 0


class ServiceDay(Base, table=True):
    """One UTC day of a component: measured seconds by status."""

    __tablename__ = "service_days"
    service: str = Field(primary_key=True)
    date: Date = Field(primary_key=True)
    seconds: int = 0
    down: int = 0
    degraded: int = 0
    maintenance: int = 0
