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


def choose_stage(window: Maintenance, now: datetime) -> str:
    """Return the stage of a maintenance window: scheduled, in_progress, verifying or completed."""
    ends_at = window.ends_at
    if window.verifying:
        ends_at += MAX_VERIFICATION_TIME
    if window.completed_at is not None or now >= ends_at:
        return "completed"
    if now < window.starts_at:
        return "scheduled"
    return "verifying" if window.verifying else "in_progress"


async def list_unfinished_maintenance(db: Session, now: datetime) -> list[Maintenance]:
    """Return upcoming and running maintenance, soonest first."""
    windows = await queries.list_ending_after(db, now - MAX_VERIFICATION_TIME)
    return [window for window in windows if choose_stage(window, now) != "completed"]


@raises(NotFound)
async def get_maintenance(db: Session, id: UUID, *, lock: bool = False) -> Maintenance:
    """Return the maintenance; with `lock` its row is locked for a change."""
    return require_found(await db.get(Maintenance, id, with_for_update=lock or None))


def list_services_in_maintenance(windows: list[Maintenance], now: datetime) -> set[str]:
    """Return the components that are affected at that time."""
    return {service for window in windows if choose_stage(window, now) in RUNNING_STAGES for service in window.affected}


async def announce_reached_stages(db: Session, runtime: StatusRuntime) -> None:
    """Publish each maintenance whose stage the clock has changed. Changes by administrators are published at once."""
    now = runtime.now()
    for window in await queries.lock_unannounced_maintenance(db):
        # The id is read before the savepoint, because its rollback expires the row.
        maintenance_id = str(window.id)
        stage = choose_stage(window, now)
        if stage == window.announced_stage:
            continue

        try:
            # Each has its own savepoint, so that maintenance that cannot be published does not stop the others.
            async with db.begin_nested():
                window.announced_stage = stage
                db.add(window)
                await _publish_stage(db, window, stage)
        except Exception as error:
            if is_outage(error):
                raise
            log.error("maintenance_unpublished", maintenance_id=maintenance_id, exc_info=error)


async def schedule_maintenance(db: Session, body: MaintenanceCreate, *, now: datetime) -> Maintenance:
    """Schedule maintenance and notify everybody."""
    window = Maintenance(
        title=body.title,
        description=body.description,
        starts_at=body.scheduledStart,
        ends_at=body.scheduledEnd,
        affected=list(body.affectedServices),
        created_at=now,
    )
    window.announced_stage = choose_stage(window, now)
    db.add(window)
    await _publish_schedule(db, window)
    return window


@raises(NotFound, StaleVersion, WrongStage, Invalid)
async def change_maintenance(db: Session, id: UUID, body: MaintenanceChange, *, now: datetime) -> Maintenance:
    """Move, extend, correct or finish maintenance, and notify everybody."""
    window = await get_maintenance(db, id, lock=True)
    check_version(body.version, window.version)

    starts_at = body.scheduledStart or window.starts_at
    ends_at = body.scheduledEnd or window.ends_at
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
        name: value for name, value in new_values.items() if value is not None and value != getattr(window, name)
    }
    for name, value in changed_fields.items():
        setattr(window, name, value)

    _set_stage(window, body.status, now)
    window.version += 1
    db.add(window)
    await _publish_change(db, window, is_corrected=bool(changed_fields), now=now)
    return window


def _set_stage(window: Maintenance, status: str | None, now: datetime) -> None:
    """Set `verifying` or `completed` for an administrator. Raises WrongStage unless the maintenance is running."""
    stage = choose_stage(window, now)
    if stage == "scheduled":
        # The window was moved to a later time, so an earlier verification does not count.
        window.verifying = False
    if status is None or status == stage:
        return
    if stage not in RUNNING_STAGES:
        raise WrongStage
    if status == "verifying":
        window.verifying = True
    else:
        window.completed_at = now


async def _publish_change(db: Session, window: Maintenance, *, is_corrected: bool, now: datetime) -> None:
    """Publish one event: the new schedule, or the stage that was reached."""
    stage = choose_stage(window, now)
    if stage != window.announced_stage:
        window.announced_stage = stage
        await _publish_stage(db, window, stage)
    elif is_corrected and stage != "completed":
        await _publish_schedule(db, window, is_correction=True)


@raises(NotFound)
async def cancel_maintenance(db: Session, id: UUID, *, now: datetime) -> None:
    """Delete maintenance. Unless the maintenance is over, its cancellation is published."""
    window = await get_maintenance(db, id, lock=True)
    if choose_stage(window, now) != "completed":
        await _publish_stage(db, window, "cancelled")
    await db.delete(window)


async def _publish_schedule(db: Session, window: Maintenance, *, is_correction: bool = False) -> None:
    event = MaintenanceScheduled(
        maintenance_id=window.id,
        title=window.title,
        starts_at=window.starts_at,
        ends_at=window.ends_at,
        affected=window.affected,
        is_correction=is_correction,
    )
    await outbox.record(db, event)
    await _announce(db, window, "scheduled")


async def _publish_stage(db: Session, window: Maintenance, stage: str) -> None:
    await outbox.record(db, MaintenanceChanged(maintenance_id=window.id, title=window.title, status=stage))
    await _announce(db, window, stage)


async def _announce(db: Session, window: Maintenance, stage: str) -> None:
    content = emails.render_maintenance_changed(window.title, stage, window.starts_at, window.ends_at, window.affected)
    await emails.announce(db, content, window.affected)
    data = {
        "id": window.id,
        "title": window.title,
        "description": window.description,
        "status": stage,
        "affectedServices": window.affected,
        "scheduledStart": window.starts_at,
        "scheduledEnd": window.ends_at,
    }
    is_schedule = stage == "scheduled"
    message_type: MessageType = "maintenance.scheduled" if is_schedule else "maintenance.changed"
    await queue_message(db, message_type, data, affected=window.affected)


def serialize_maintenance(window: Maintenance, now: datetime) -> MaintenanceRead:
    return MaintenanceRead(
        **window.model_dump(include={"id", "title", "description", "version"}),
        status=choose_stage(window, now),
        scheduledStart=window.starts_at,
        scheduledEnd=window.ends_at,
        affectedServices=window.affected,
    )
