"""Planned work, by the clock: scheduled, in progress, verifying, completed."""

from datetime import datetime, timedelta
from uuid import UUID

from chassis import outbox
from chassis.app import Runtime
from chassis.errors import Invalid, NotFound, StaleVersion
from chassis.paging import ordering
from chassis.search import contains_text
from contracts.status import MaintenanceChanged, MaintenanceScheduled
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from status.maintenance.schemas import MaintenanceChange, MaintenanceCreate, MaintenanceQuery, MaintenanceRead
from status.maintenance.tables import WORK_WORDS, Maintenance
from status.subscriptions import letters

RUNNING = {"in_progress", "verifying"}
# Whoever says that he is verifying and forgets to finish must not excuse failures for ever.
VERIFYING_AT_MOST = timedelta(hours=1)


def stage(work: Maintenance, now: datetime) -> str:
    """Where planned work stands at a moment."""
    over = now >= work.ends_at + (VERIFYING_AT_MOST if work.verifying else timedelta())
    if work.completed_at is not None or over:
        return "completed"
    if now < work.starts_at:
        return "scheduled"
    return "verifying" if work.verifying else "in_progress"


async def shown(db: AsyncSession, now: datetime) -> list[Maintenance]:
    """Upcoming and running work, soonest first."""
    wanted = select(Maintenance).where(
        col(Maintenance.completed_at).is_(None), col(Maintenance.ends_at) > now - VERIFYING_AT_MOST
    )
    rows = await db.scalars(wanted.order_by(col(Maintenance.starts_at), col(Maintenance.id)))
    return [work for work in rows if stage(work, now) != "completed"]


async def page(db: AsyncSession, asked: MaintenanceQuery) -> tuple[list[Maintenance], int]:
    """A page of all planned work, and how much there is."""
    rules = [contains_text(WORK_WORDS, asked.search)] if asked.search else []
    fields = {"scheduledStart": col(Maintenance.starts_at), "title": col(Maintenance.title)}
    rows = select(Maintenance).where(*rules).order_by(ordering(fields, asked.sort), col(Maintenance.id).desc())
    total = await db.scalar(select(func.count()).select_from(Maintenance).where(*rules))
    return list(await db.scalars(rows.limit(asked.limit).offset(asked.offset))), total or 0


async def found(db: AsyncSession, id: UUID) -> Maintenance:
    """The planned work, to be read. Raises NotFound."""
    work = await db.get(Maintenance, id)
    if work is None:
        raise NotFound
    return work


def affected_now(works: list[Maintenance], now: datetime) -> set[str]:
    """The services that are being worked on at that moment."""
    return {service for work in works if stage(work, now) in RUNNING for service in work.affected}


async def under_work(db: AsyncSession, now: datetime) -> set[str]:
    """The services that are being worked on at that moment."""
    return affected_now(await shown(db, now), now)


async def tell_the_time(db: AsyncSession, runtime: Runtime) -> None:
    """Tell of planned work that the clock, or a person, has brought to its next stage."""
    now = runtime.clock()
    unfinished = select(Maintenance).where(col(Maintenance.told) != "completed").with_for_update(skip_locked=True)
    for work in await db.scalars(unfinished):
        reached = stage(work, now)
        if reached != work.told:
            work.told = reached
            db.add(work)
            await _tell_stage(db, work, reached)


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
    work.told = stage(work, now)
    db.add(work)
    await _tell(db, work)
    return work


async def change(db: AsyncSession, id: UUID, body: MaintenanceChange, *, now: datetime) -> Maintenance:
    """Move, extend, correct or finish planned work, and tell of it. Raises NotFound, StaleVersion, Invalid."""
    work = await load(db, id)
    if body.version is not None and body.version != work.version:
        raise StaleVersion
    moved = (body.scheduledStart or work.starts_at, body.scheduledEnd or work.ends_at)
    if moved[1] <= moved[0]:
        raise Invalid(scheduledEnd="Окончание должно быть позже начала")
    given = {
        "title": body.title,
        "description": body.description,
        "starts_at": moved[0],
        "ends_at": moved[1],
        "affected": None if body.affectedServices is None else list(body.affectedServices),
    }
    changed = {name: value for name, value in given.items() if value is not None and value != getattr(work, name)}
    for name, value in changed.items():
        setattr(work, name, value)
    if body.status == "verifying":
        work.verifying = True
    if body.status == "completed":
        work.completed_at = work.completed_at or now
    work.version += 1
    db.add(work)
    await _tell_change(db, work, is_new=bool(changed), now=now)
    return work


async def _tell_change(db: AsyncSession, work: Maintenance, *, is_new: bool, now: datetime) -> None:
    """One fact for one change: what is planned now, or the stage it has come to."""
    reached = stage(work, now)
    if reached != work.told:
        work.told = reached
        await _tell_stage(db, work, reached)
    elif is_new and reached != "completed":
        await _tell(db, work)


async def load(db: AsyncSession, id: UUID) -> Maintenance:
    """The planned work, locked for a change. Raises NotFound."""
    work = await db.get(Maintenance, id, with_for_update=True)
    if work is None:
        raise NotFound
    return work


async def cancel(db: AsyncSession, id: UUID, *, now: datetime) -> None:
    """Take back planned work; whoever was told of it is told of this too, unless it is over. Raises NotFound."""
    work = await load(db, id)
    if stage(work, now) != "completed":
        await _tell_stage(db, work, "cancelled")
    await db.delete(work)


async def _tell(db: AsyncSession, work: Maintenance) -> None:
    fact = MaintenanceScheduled(
        maintenance_id=work.id,
        title=work.title,
        starts_at=work.starts_at,
        ends_at=work.ends_at,
        affected=work.affected,
    )
    await outbox.record(db, fact)
    await _announce(db, work, "scheduled")


async def _tell_stage(db: AsyncSession, work: Maintenance, reached: str) -> None:
    await outbox.record(db, MaintenanceChanged(maintenance_id=work.id, title=work.title, status=reached))
    await _announce(db, work, reached)


async def _announce(db: AsyncSession, work: Maintenance, reached: str) -> None:
    news = letters.about_work(work.title, reached, work.starts_at, work.ends_at, work.affected)
    await letters.announce(db, news)


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
