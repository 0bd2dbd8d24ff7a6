"""Response times of the components, as the probes measured them: by five minutes, by hour and by UTC day."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from chassis.database.batches import delete_in_batches
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from status.components import queries
from status.components.health_state import ProbeResult
from status.components.names import NAMES, ServiceId
from status.components.schemas import LatenciesRead, LatencyPeriod, LatencyPoint, LatencyRead
from status.components.tables import ServiceLatency, ServiceLatencyRollup
from status.runtime import Session, StatusRuntime

STEP = timedelta(minutes=5)
# All rows of a UTC day must exist when the day is rolled up, and rounds of an outage may be saved half a day late.
RETENTION = timedelta(days=3)
# Rollups of this period are computed again, because rounds of an outage are saved later with their own times.
LATE_PERIOD = timedelta(days=1)


@dataclass(frozen=True)
class Rollup:
    """How response times are summed up, by hour or by day: length of a row, period of the chart, lifetime of rows."""

    step: Literal["hour", "day"]
    length: timedelta
    shown_period: timedelta
    retention: timedelta


HOURS = Rollup("hour", timedelta(hours=1), timedelta(days=7), timedelta(days=9))
DAYS = Rollup("day", timedelta(days=1), timedelta(days=90), timedelta(days=92))
# None means that the chart of this period is drawn from the five-minute rows.
ROLLUPS: dict[LatencyPeriod, Rollup | None] = {"24h": None, "7d": HOURS, "90d": DAYS}
SHOWN_PERIOD = timedelta(hours=24)


async def add_latency(db: Session, service: ServiceId, result: ProbeResult, *, at: datetime) -> None:
    """Add a check to its five-minute row. A failed check is left out: it has no response."""
    if result.status == "down":
        return
    step_start = _compute_step_start(at, STEP)
    insertion = insert(ServiceLatency).values(
        service=service, at=step_start, checks=1, total_ms=result.latency_ms, samples=[result.latency_ms]
    )
    added_values = {
        "checks": col(ServiceLatency.checks) + insertion.excluded.checks,
        "total_ms": col(ServiceLatency.total_ms) + insertion.excluded.total_ms,
        "samples": col(ServiceLatency.samples).op("||")(insertion.excluded.samples),
    }
    await db.execute(insertion.on_conflict_do_update(index_elements=["service", "at"], set_=added_values))


async def list_latencies(db: Session, period: LatencyPeriod = "24h") -> LatenciesRead:
    """Return the response times of each component in the period, the oldest point first."""
    rollup = ROLLUPS[period]
    now = db.now()
    step_length = rollup.length if rollup else STEP

    points: dict[str, list[LatencyPoint]] = {service: [] for service in NAMES}
    if rollup is None:
        for row in await queries.list_latencies(db, since=now - SHOWN_PERIOD):
            points.setdefault(row.service, []).append(_serialize_minutes(row))
    else:
        for rollup_row in await queries.list_rollups(db, rollup.step, since=now - rollup.shown_period):
            points.setdefault(rollup_row.service, []).append(_serialize_rollup(rollup_row))

    return LatenciesRead(
        data=[LatencyRead(id=service, name=name, points=points[service]) for service, name in NAMES.items()],
        period=period,
        stepSeconds=int(step_length.total_seconds()),
        generatedAt=now,
    )


def _serialize_minutes(row: ServiceLatency) -> LatencyPoint:
    samples = sorted(row.samples)
    return LatencyPoint(
        at=row.at,
        ms=round(row.total_ms / row.checks),
        p50=find_percentile(samples, 50),
        p95=find_percentile(samples, 95),
    )


def _serialize_rollup(row: ServiceLatencyRollup) -> LatencyPoint:
    return LatencyPoint(at=row.at, ms=round(row.total_ms / row.checks), p50=row.p50_ms, p95=row.p95_ms)


def find_percentile(sorted_values: Sequence[int], percent: int) -> int | None:
    """Return a percentile like PostgreSQL's `percentile_disc`: always one of the values, or None without values."""
    if not sorted_values:
        return None
    return sorted_values[max(0, math.ceil(len(sorted_values) * percent / 100) - 1)]


async def roll_up(db: Session, runtime: StatusRuntime) -> None:
    """Roll single checks up by hour and by UTC day. An unfinished hour or day is rolled up again at the next run."""
    for rollup in _list_rollups():
        newest_at = await queries.find_newest_rollup(db, rollup.step)
        # Older rows may be purged already, and a rollup of only some rows of an hour or day would be wrong.
        earliest = runtime.now() - RETENTION + rollup.length
        since = max(newest_at - LATE_PERIOD, earliest) if newest_at else earliest
        rollups = queries.select_rollups(rollup.step, _compute_step_start(since, rollup.length))

        columns = ["service", "step", "at", "checks", "total_ms", "p50_ms", "p95_ms"]
        insertion = insert(ServiceLatencyRollup).from_select(columns, rollups)
        new_values = {name: insertion.excluded[name] for name in ("checks", "total_ms", "p50_ms", "p95_ms")}
        await db.execute(insertion.on_conflict_do_update(index_elements=["service", "step", "at"], set_=new_values))


def _list_rollups() -> Iterable[Rollup]:
    return (rollup for rollup in ROLLUPS.values() if rollup is not None)


def _compute_step_start(at: datetime, length: timedelta) -> datetime:
    return at - timedelta(seconds=at.timestamp() % length.total_seconds())


async def purge_latencies(db: Session, runtime: StatusRuntime) -> None:
    """Delete rows that no chart shows any more."""
    now = runtime.now()
    await delete_in_batches(db, ServiceLatency, col(ServiceLatency.at) < now - RETENTION)
    for rollup in _list_rollups():
        is_of_rollup = col(ServiceLatencyRollup.step) == rollup.step
        is_old = is_of_rollup & (col(ServiceLatencyRollup.at) < now - rollup.retention)
        await delete_in_batches(db, ServiceLatencyRollup, is_old)
