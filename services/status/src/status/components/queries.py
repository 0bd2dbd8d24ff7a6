from datetime import date as Date

from sqlalchemy import select
from sqlmodel import col

from status.components.tables import ServiceDay, ServiceState
from status.runtime import Session


async def list_states(db: Session) -> dict[str, ServiceState]:
    return {row.id: row for row in await db.scalars(select(ServiceState))}


async def list_days(db: Session, *, since: Date) -> dict[tuple[str, Date], ServiceDay]:
    """The counted UTC days from `since` on, by component and date."""
    rows = await db.scalars(select(ServiceDay).where(col(ServiceDay.date) >= since))
    return {(row.service, row.date): row for row in rows}
