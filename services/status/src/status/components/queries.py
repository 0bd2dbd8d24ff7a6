from collections.abc import Sequence
from datetime import date as Date
from datetime import datetime

from sqlalchemy import Select, func, literal, select
from sqlmodel import col

from status.components.tables import ServiceDay, ServiceLatency, ServiceLatencyRollup, ServiceState
from status.runtime import Session


async def list_states(db: Session) -> dict[str, ServiceState]:
    return {row.id: row for row in await db.scalars(select(ServiceState))}


async def list_days(db: Session, *, since: Date) -> dict[tuple[str, Date], ServiceDay]:
    """Return the counted UTC days from `since` on, by component and date."""
    rows = await db.scalars(select(ServiceDay).where(col(ServiceDay.date) >= since))
    return {(row.service, row.date): row for row in rows}


async def list_latencies(db: Session, *, since: datetime) -> Sequence[ServiceLatency]:
    """Return the five-minute rows that begin at `since` or later, the oldest first."""
    query = select(ServiceLatency).where(col(ServiceLatency.at) >= since)
    return (await db.scalars(query.order_by(col(ServiceLatency.at)))).all()


async def list_rollups(db: Session, step: str, *, since: datetime) -> Sequence[ServiceLatencyRollup]:
    """Return the response times by hour or by day (`step`) that begin at `since` or later, the oldest first."""
    query = select(ServiceLatencyRollup).where(
        col(ServiceLatencyRollup.step) == step, col(ServiceLatencyRollup.at) >= since
    )
    return (await db.scalars(query.order_by(col(ServiceLatencyRollup.at)))).all()


async def find_newest_rollup(db: Session, step: str) -> datetime | None:
    newest_at = select(func.max(col(ServiceLatencyRollup.at))).where(col(ServiceLatencyRollup.step) == step)
    return await db.scalar(newest_at)


def select_rollups(step: str, since: datetime) -> Select[str, str, datetime, int, int, int, int]:
    """Roll the single checks up into rows of `ServiceLatencyRollup`: one for each component and hour or UTC day."""
    checks = func.unnest(col(ServiceLatency.samples)).table_valued("ms").render_derived(name="checks")
    ms = checks.c.ms
    step_start = func.date_trunc(step, col(ServiceLatency.at), "UTC")
    return (
        select(
            col(ServiceLatency.service),
            literal(step),
            step_start,
            func.count(),
            func.sum(ms),
            func.percentile_disc(0.5).within_group(ms.asc()),
            func.percentile_disc(0.95).within_group(ms.asc()),
        )
        .select_from(ServiceLatency)
        .join(checks, literal(True))
        .where(col(ServiceLatency.at) >= since)
        .group_by(col(ServiceLatency.service), step_start)
    )
