"""Planned work, by the clock: scheduled, in progress, verifying, completed."""

from datetime import datetime
from uuid import UUID

from chassis import outbox
from chassis.errors import Invalid, NotFound, StaleVersion
from contracts.status import MaintenanceScheduled
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from status.maintenance.schemas import MaintenanceChange, MaintenanceCreate, MaintenanceRead
from status.maintenance.tables import Maintenance


def stage(work: Maintenance, now: datetime) -> str:
    """Where planned work stands at a moment."""
    if work.completed_at is not None or (now >= work.ends_at and not work.verifying):
        return "completed"
    if now < work.starts_at:
        return "scheduled"
    return "verifying" if work.verifying else "in_progress"


async def shown(db: AsyncSession, now: datetime) -> list[Maintenance]:
    """Upcoming and running work, soonest first."""
    rows = await db.scalars(select(Maintenance).where(col(Maintenance.completed_at).is_(None)).order_by("starts_at"))
    return [work for work in rows if stage(work, now) != "completed"]


async def under_work(db: AsyncSession, now: datetime) -> set[str]:
    """The services that are being worked on right now."""
    running = [work for work in await shown(db, now) if stage(work, now) in {"in_progress", "verifying"}]
    return {service for work in running for service in work.affected}


async def schedule(db: AsyncSession, body: MaintenanceCreate, *, now: datetime) -> Maintenance:
    """Plan work and tell everybody."""
    work = Maintenance(
        title=body.title,
        description=body.description,
        starts_at=body.scheduledStart,
        ends_at=body.scheduledEnd,
        affected=list(body.affectedServices),
        created_at=now,
    )
    db.add(work)
    await _tell(db, work)
    return work


async def change(db: AsyncSession, id: UUID, body: MaintenanceChange, *, now: datetime) -> Maintenance:
    """Move, extend or finish planned work. Raises NotFound, StaleVersion, Invalid."""
    work = await load(db, id)
    if body.version is not None and body.version != work.version:
        raise StaleVersion
    work.title = body.title or work.title
    work.description = body.description if body.description is not None else work.description
    work.affected = list(body.affectedServices) if body.affectedServices is not None else work.affected
    moved = (body.scheduledStart or work.starts_at, body.scheduledEnd or work.ends_at)
    if moved[1] <= moved[0]:
        raise Invalid(scheduledEnd="Окончание должно быть позже начала")
    is_moved = moved != (work.starts_at, work.ends_at)
    work.starts_at, work.ends_at = moved
    if body.status == "verifying":
        work.verifying = True
    if body.status == "completed":
        work.completed_at = now
    work.version += 1
    db.add(work)
    if is_moved:
        await _tell(db, work)
    return work


async def load(db: AsyncSession, id: UUID) -> Maintenance:
    """The planned work, locked for a change. Raises NotFound."""
    work = await db.get(Maintenance, id, with_for_update=True)
    if work is None:
        raise NotFound
    return work


async def _tell(db: AsyncSession, work: Maintenance) -> None:
    fact = MaintenanceScheduled(
        maintenance_id=work.id,
        title=work.title,
        starts_at=work.starts_at,
        ends_at=work.ends_at,
        affected=work.affected,
    )
    await outbox.record(db, fact)


def read(work: Maintenance, now: datetime) -> MaintenanceRead:
    """The planned work as the page shows it."""
    return MaintenanceRead(
        id=work.id,
        title=work.title,
        description=work.description,
        status=stage(work, now),
        scheduledStart=work.starts_at,
        scheduledEnd=work.ends_at,
        affectedServices=work.affected,
        version=work.version,
    )
