"""Maintenance and its stages by the clock: scheduled, in progress, verifying, completed."""

from datetime import datetime, timedelta
from uuid import UUID

import structlog
from chassis.events import outbox
from chassis.events.outages import is_outage
from chassis.web.errors import Invalid, NotFound, StaleVersion, check_version, raises, require_found
from contracts.status import MaintenanceChanged, MaintenanceScheduled

from status.maintenance import queries
from status.maintenance.errors import WrongStage
from status.maintenance.schemas import MaintenanceChange, MaintenanceCreate, MaintenanceRead
from status.maintenance.tables import Maintenance
from status.runtime import Session, StatusRuntime
from status.subscriptions import emails
from status.webhooks.messages import MessageType, queue_message

log = structlog.get_logger()
RUNNING_STAGES = {"in_progress", "verifying"}
# An administrator who forgets to finish the verification must not excuse failures for ever.
MAX_VERIFICATION_TIME = timedelta(hours=1)


def choose_stage(work: Maintenance, now: datetime) -> str:
    is_over = now >= work.ends_at + (MAX_VERIFICATION_TIME if work.verifying else timedelta())
    if work.completed_at is not None or is_over:
        return "completed"
    if now < work.starts_at:
        return "scheduled"
    return "verifying" if work.verifying else "in_progress"


async def list_unfinished_maintenance(db: Session, now: datetime) -> list[Maintenance]:
    """Return upcoming and running maintenance, soonest first."""
    works = await queries.list_ending_after(db, now - MAX_VERIFICATION_TIME)
    return [work for work in works if choose_stage(work, now) != "completed"]


@raises(NotFound)
async def get_maintenance(db: Session, id: UUID, *, lock: bool = False) -> Maintenance:
    """Return the maintenance; with `lock` its row is locked for a change."""
    return require_found(await db.get(Maintenance, id, with_for_update=lock or None))


def list_services_in_maintenance(works: list[Maintenance], now: datetime) -> set[str]:
    """Return the components that are affected at that time."""
    return {service for work in works if choose_stage(work, now) in RUNNING_STAGES for service in work.affected}


async def announce_reached_stages(db: Session, runtime: StatusRuntime) -> None:
    """Publish each maintenance whose stage the clock has changed. Changes by administrators are published at once."""
    now = runtime.now()
    for work in await queries.lock_unannounced_maintenance(db):
        # The id is read before the savepoint, because its rollback expires the row.
        maintenance_id = str(work.id)
        stage = choose_stage(work, now)
        if stage == work.announced_stage:
            continue
        try:
            # Each has its own savepoint, so that maintenance that cannot be published does not stop the others.
            async with db.begin_nested():
                work.announced_stage = stage
                db.add(work)
                await _publish_stage(db, work, stage)
        except Exception as error:
            if is_outage(error):
                raise
            log.error("maintenance_unpublished", maintenance_id=maintenance_id, exc_info=error)


async def schedule_maintenance(db: Session, body: MaintenanceCreate, *, now: datetime) -> Maintenance:
    """Schedule maintenance and notify everybody."""
    work = Maintenance(
        title=body.title,
        description=body.description,
        starts_at=body.scheduledStart,
        ends_at=body.scheduledEnd,
        affected=list(body.affectedServices),
        created_at=now,
    )
    work.announced_stage = choose_stage(work, now)
    db.add(work)
    await _publish_schedule(db, work)
    return work


@raises(NotFound, StaleVersion, WrongStage, Invalid)
async def change_maintenance(db: Session, id: UUID, body: MaintenanceChange, *, now: datetime) -> Maintenance:
    """Move, extend, correct or finish maintenance, and notify."""
    work = await get_maintenance(db, id, lock=True)
    check_version(body.version, work.version)
    starts_at = body.scheduledStart or work.starts_at
    ends_at = body.scheduledEnd or work.ends_at
    if ends_at <= starts_at:
        raise Invalid(scheduledEnd="Окончание должно быть позже начала")
    new_values = {
        "title": body.title,
        "description": body.description,
        "starts_at": starts_at,
        "ends_at": ends_at,
        "affected": None if body.affectedServices is None else list(body.affectedServices),
    }
    changed_fields = {
        name: value for name, value in new_values.items() if value is not None and value != getattr(work, name)
    }
    for name, value in changed_fields.items():
        setattr(work, name, value)
    _set_stage(work, body.status, now)
    work.version += 1
    db.add(work)
    await _publish_change(db, work, is_corrected=bool(changed_fields), now=now)
    return work


def _set_stage(work: Maintenance, status: str | None, now: datetime) -> None:
    """Set `verifying` or `completed` for an administrator. Raises WrongStage unless the maintenance is running."""
    stage = choose_stage(work, now)
    if stage == "scheduled":
        # The work was moved to a later time, so an earlier verification does not count.
        work.verifying = False
    if status is None or status == stage:
        return
    if stage not in RUNNING_STAGES:
        raise WrongStage
    if status == "verifying":
        work.verifying = True
    else:
        work.completed_at = now


async def _publish_change(db: Session, work: Maintenance, *, is_corrected: bool, now: datetime) -> None:
    """Publish one event: the new schedule, or the stage that was reached."""
    stage = choose_stage(work, now)
    if stage != work.announced_stage:
        work.announced_stage = stage
        await _publish_stage(db, work, stage)
    elif is_corrected and stage != "completed":
        await _publish_schedule(db, work, is_correction=True)


@raises(NotFound)
async def cancel_maintenance(db: Session, id: UUID, *, now: datetime) -> None:
    """Delete maintenance. Unless the maintenance is over, its cancellation is published."""
    work = await get_maintenance(db, id, lock=True)
    if choose_stage(work, now) != "completed":
        await _publish_stage(db, work, "cancelled")
    await db.delete(work)


async def _publish_schedule(db: Session, work: Maintenance, *, is_correction: bool = False) -> None:
    event = MaintenanceScheduled(
        maintenance_id=work.id,
        title=work.title,
        starts_at=work.starts_at,
        ends_at=work.ends_at,
        affected=work.affected,
        is_correction=is_correction,
    )
    await outbox.record(db, event)
    await _announce(db, work, "scheduled")


async def _publish_stage(db: Session, work: Maintenance, stage: str) -> None:
    await outbox.record(db, MaintenanceChanged(maintenance_id=work.id, title=work.title, status=stage))
    await _announce(db, work, stage)


async def _announce(db: Session, work: Maintenance, stage: str) -> None:
    content = emails.render_maintenance_changed(work.title, stage, work.starts_at, work.ends_at, work.affected)
    await emails.announce(db, content, work.affected)
    data = {
        "id": work.id,
        "title": work.title,
        "description": work.description,
        "status": stage,
        "affectedServices": work.affected,
        "scheduledStart": work.starts_at,
        "scheduledEnd": work.ends_at,
    }
    is_schedule = stage == "scheduled"
    message_type: MessageType = "maintenance.scheduled" if is_schedule else "maintenance.changed"
    await queue_message(db, message_type, data, affected=work.affected)


def serialize_maintenance(work: Maintenance, now: datetime) -> MaintenanceRead:
    return MaintenanceRead(
        **work.model_dump(include={"id", "title", "description", "version"}),
        status=choose_stage(work, now),
        scheduledStart=work.starts_at,
        scheduledEnd=work.ends_at,
        affectedServices=work.affected,
    )
