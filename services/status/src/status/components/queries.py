from collections.abc import Sequence
from datetime import date as Date
from datetime import datetime

from sqlalchemy import select
from sqlmodel import col

from status.components.tables import ServiceDay, ServiceLatency, ServiceState
from status.runtime import Session


async def list_states(db: Session) -> dict[str, ServiceState]:
    return {row.id: row for row in await db.scalars(select(ServiceState))}


async def list_days(db: Session, *, since: Date) -> dict[tuple[str, Date], ServiceDay]:
    """The counted UTC days from `since` on, by component and date."""
    rows = await db.scalars(select(ServiceDay).where(col(ServiceDay.date) >= since))
    return {(row.service, row.date): row for row in rows}


async def list_latencies(db: Session, *, since: datetime) -> Sequence[ServiceLatency]:
    """The response times since then, the oldest first."""
    rows = select(ServiceLatency).where(col(ServiceLatency.at) >= since)
    return (await db.scalars(rows.order_by(col(ServiceLatency.at)))).all()
