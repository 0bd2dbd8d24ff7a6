from datetime import date as Date

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from status.board.tables import ServiceDay, ServiceState


async def states(db: AsyncSession) -> dict[str, ServiceState]:
    """What is believed of each service."""
    return {row.id: row for row in await db.scalars(select(ServiceState))}


async def days(db: AsyncSession, *, since: Date) -> dict[tuple[str, Date], ServiceDay]:
    """The counted days from `since` on."""
    rows = await db.scalars(select(ServiceDay).where(col(ServiceDay.date) >= since))
    return {(row.service, row.date): row for row in rows}
