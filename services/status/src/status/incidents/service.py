"""Incidents: opened by an administrator or by probes, continued by updates, then resolved. Updates are never edited."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from chassis.events import outbox
from chassis.web.errors import NotFound, StaleVersion, check_version, raises, require_found
from contracts.status import IncidentOpened, IncidentResolved, IncidentUpdated

from status.incidents import queries
from status.incidents.errors import IncidentClosed, IncidentOpen, IncidentPublished
from status.incidents.schemas import IncidentChange, IncidentCreate, IncidentRead, PostmortemWrite, UpdateRead
from status.incidents.tables import Incident, IncidentUpdate
from status.runtime import Session, StatusRuntime
from status.subscriptions import emails
from status.webhooks.messages import MessageType, queue_message

DEFAULT_MESSAGES = {
    "investigating": "Мы выясняем причину.",
    "identified": "Причина найдена, чиним.",
    "monitoring": "Исправили и наблюдаем.",
    "resolved": "Всё снова работает.",
}
STATUS_BY_SEVERITY = {"critical": "down", "major": "degraded", "minor": "degraded"}
CORRECTIONS = {"title": "заголовок", "severity": "важность", "description": "описание", "affected": "затронутые службы"}
WITHDRAWAL_TEXT = "Сообщение о сбое оказалось ошибочным."


async def open_incident(db: Session, body: IncidentCreate, *, now: datetime, cause: str | None = None) -> Incident:
    """Open an incident with its first update, and notify after `undo_seconds`.

    With status `resolved` the incident is recorded as already over.
    """
    undo_time = timedelta(seconds=body.undo_seconds)
    incident = Incident(
        **body.model_dump(include={"title", "severity", "status", "description"}),
        affected=list(body.affectedServices),
        cause=cause,
        created_at=now,
        resolved_at=now if body.status == "resolved" else None,
        publish_at=now + undo_time if undo_time else None,
    )
    db.add(incident)
    await db.flush()
    message = body.message or DEFAULT_MESSAGES[body.status]
    db.add(_make_update(incident, body.status, message, now))
    if incident.publish_at is None:
        await _announce_opening(db, incident, message)
    return incident


async def _announce_opening(db: Session, incident: Incident, message: str) -> None:
    if incident.resolved_at:
        # The incident is already over, so nobody may be notified of a present failure.
        await outbox.record(db, IncidentResolved(incident_id=incident.id, title=incident.title))
        await emails.announce(
            db, emails.render_incident_changed(incident.title, incident.status, message), incident.affected
        )
        await _queue_webhook(db, incident, "incident.resolved", message)
        return
    event = IncidentOpened(
        incident_id=incident.id, title=incident.title, severity=incident.severity, affected=incident.affected
    )
    await outbox.record(db, event)
    await emails.announce(
        db, emails.render_incident_opened(incident.title, incident.affected, message), incident.affected
    )
    await _queue_webhook(db, incident, "incident.opened", message)


async def _queue_webhook(
    db: Session,
    incident: Incident,
    type: MessageType,
    message: str,
    *,
    status: str | None = None,
    affected: Collection[str] | None = None,
) -> None:
    """Queue the incident with its newest message for webhook endpoints.

    `status` replaces the incident's status in the message, `affected` the components by which endpoints are chosen.
    """
    data = {
        "id": incident.id,
        "title": incident.title,
        "severity": incident.severity,
        "status": status or incident.status,
        "affectedServices": incident.affected,
        "createdAt": incident.created_at,
        "resolvedAt": incident.resolved_at,
        "message": message,
    }
    await queue_message(db, type, data, affected=incident.affected if affected is None else affected)


async def publish_due_incidents(db: Session, runtime: StatusRuntime) -> None:
    """Publish incidents that can no longer be cancelled, and notify everybody."""
    for incident in await queries.lock_incidents_to_publish(db, runtime.now()):
        await _publish(db, incident)


async def _publish(db: Session, incident: Incident) -> None:
    updates = await queries.list_updates(db, [incident.id])
    incident.publish_at = None
    incident.version += 1
    db.add(incident)
    # The updates are sorted from the newest to the oldest.
    opening_update = updates[incident.id][-1]
    await _announce_opening(db, incident, opening_update.message)


@raises(NotFound, IncidentPublished)
async def cancel_incident(db: Session, id: UUID) -> None:
    """Remove an incident before its publication. Nobody is notified."""
    incident = await get_incident(db, id, lock=True)
    if incident.publish_at is None:
        raise IncidentPublished
    await db.delete(incident)


@raises(IncidentClosed)
async def add_update(
    db: Session, incident: Incident, *, status: str, message: str, now: datetime, also_affected: Collection[str] = ()
) -> None:
    """Add an update. Status `resolved` closes the incident permanently. An incident that waits is published first."""
    if incident.resolved_at is not None:
        raise IncidentClosed
    if incident.publish_at is not None:
        await _publish(db, incident)
    incident.status = status
    if status == "resolved":
        incident.resolved_at = now
    await _save_update(db, incident, status=status, message=message, now=now, also_affected=also_affected)


async def _save_update(
    db: Session, incident: Incident, *, status: str, message: str, now: datetime, also_affected: Collection[str] = ()
) -> None:
    """Save an update, publish it, and email it to subscribers of components that are or were affected."""
    is_closing = incident.resolved_at == now and status == "resolved"
    incident.version += 1
    db.add_all([incident, _make_update(incident, status, message, now)])

    if is_closing:
        await outbox.record(db, IncidentResolved(incident_id=incident.id, title=incident.title))
    else:
        event = IncidentUpdated(incident_id=incident.id, title=incident.title, status=status, message=message)
        await outbox.record(db, event)

    affected_services = {*incident.affected, *also_affected} if incident.affected else ()
    await emails.announce(db, emails.render_incident_changed(incident.title, status, message), affected_services)
    message_type: MessageType = "incident.resolved" if is_closing else "incident.updated"
    await _queue_webhook(db, incident, message_type, message, affected=affected_services)


@raises(NotFound, StaleVersion, IncidentClosed)
async def change_incident(db: Session, id: UUID, body: IncidentChange, *, now: datetime) -> Incident:
    """Correct an incident or change its status; both add an update.

    A correction before the publication adds none: nobody has read the incident.
    """
    incident = await get_incident(db, id, lock=True)
    check_version(body.version, incident.version)

    affected_before = incident.affected
    corrected_fields = _apply_corrections(incident, body)

    if body.status is not None and body.status != incident.status:
        message = body.message or DEFAULT_MESSAGES[body.status]
        await add_update(db, incident, status=body.status, message=message, now=now, also_affected=affected_before)
    elif incident.publish_at is not None and not body.message:
        incident.version += 1
    elif corrected_fields or body.message:
        if incident.publish_at is not None:
            await _publish(db, incident)
        message = body.message or f"Уточнили: {', '.join(CORRECTIONS[name] for name in corrected_fields)}."
        await _save_update(
            db, incident, status=incident.status, message=message, now=now, also_affected=affected_before
        )

    db.add(incident)
    return incident


def _apply_corrections(incident: Incident, body: IncidentChange) -> list[str]:
    """Set changed fields. Returns their names."""
    values = body.model_dump(exclude_unset=True, exclude={"version", "status", "message", "affectedServices"})
    if body.affectedServices is not None:
        values["affected"] = list(body.affectedServices)
    corrected_fields = [
        name for name, value in values.items() if value is not None and value != getattr(incident, name)
    ]
    for name in corrected_fields:
        setattr(incident, name, values[name])
    return corrected_fields


@raises(NotFound, StaleVersion, IncidentOpen)
async def write_postmortem(db: Session, id: UUID, body: PostmortemWrite) -> Incident:
    """Publish the postmortem, or remove it if the text is empty. Nobody is notified."""
    incident = await get_incident(db, id, lock=True)
    check_version(body.version, incident.version)
    if incident.resolved_at is None:
        raise IncidentOpen
    incident.postmortem = body.text or None
    incident.postmortem_at = db.now() if body.text else None
    incident.version += 1
    db.add(incident)
    return incident


@raises(NotFound)
async def withdraw_incident(db: Session, id: UUID) -> None:
    """Delete an incident that was opened by mistake. If it is open and published, its withdrawal is announced first."""
    incident = await get_incident(db, id, lock=True)
    if incident.resolved_at is None and incident.publish_at is None:
        event = IncidentUpdated(
            incident_id=incident.id, title=incident.title, status="withdrawn", message=WITHDRAWAL_TEXT
        )
        await outbox.record(db, event)
        await emails.announce(
            db, emails.render_incident_changed(incident.title, "withdrawn", WITHDRAWAL_TEXT), incident.affected
        )
        await _queue_webhook(db, incident, "incident.updated", WITHDRAWAL_TEXT, status="withdrawn")
    await db.delete(incident)


@raises(NotFound)
async def get_incident(db: Session, id: UUID, *, lock: bool = False) -> Incident:
    """Load an incident, with `lock` for a change."""
    return require_found(await db.get(Incident, id, with_for_update=lock or None))


def _make_update(incident: Incident, status: str, message: str, now: datetime) -> IncidentUpdate:
    return IncidentUpdate(incident_id=incident.id, status=status, message=message, created_at=now)


def list_reported_statuses(incidents: list[IncidentRead]) -> dict[str, str]:
    """Return the component statuses from administrators' open incidents, until the cause is fixed (`monitoring`).

    Incidents opened by probes are left out: the measurements already show them.
    """
    statuses: dict[str, str] = {}
    for incident in incidents:
        if (
            incident.resolvedAt is None
            and not incident.isAutomatic
            and incident.status in {"investigating", "identified"}
        ):
            for service in incident.affectedServices:
                is_down = "down" in {statuses.get(service), STATUS_BY_SEVERITY[incident.severity]}
                statuses[service] = "down" if is_down else "degraded"
    return statuses


async def serialize_incidents(db: Session, incidents: Sequence[Incident]) -> list[IncidentRead]:
    """Serialize incidents with their updates, with one query for all updates."""
    updates = await queries.list_updates(db, [incident.id for incident in incidents])
    return [_serialize(incident, updates[incident.id]) for incident in incidents]


def _serialize(incident: Incident, updates: list[IncidentUpdate]) -> IncidentRead:
    return IncidentRead(
        **incident.model_dump(include={"id", "title", "severity", "status", "description", "version"}),
        affectedServices=incident.affected,
        createdAt=incident.created_at,
        resolvedAt=incident.resolved_at,
        updates=[UpdateRead(timestamp=row.created_at, status=row.status, message=row.message) for row in updates],
        isAutomatic=incident.cause is not None,
        publishAt=incident.publish_at,
        postmortem=incident.postmortem,
        postmortemAt=incident.postmortem_at,
    )
