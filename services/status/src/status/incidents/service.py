"""The life of an incident: opened by a person or by the probes, told in updates that only add up, then resolved."""

from datetime import datetime
from uuid import UUID

from chassis import outbox
from chassis.errors import NotFound, StaleVersion
from contracts.status import IncidentOpened, IncidentResolved, IncidentUpdated
from sqlalchemy.ext.asyncio import AsyncSession

from status.incidents import queries
from status.incidents.errors import IncidentClosed
from status.incidents.schemas import IncidentChange, IncidentCreate, IncidentRead, UpdateRead
from status.incidents.tables import Incident, IncidentUpdate
from status.subscriptions import letters

OPENING = {
    "investigating": "Мы выясняем причину.",
    "identified": "Причина найдена, чиним.",
    "monitoring": "Исправили и наблюдаем.",
    "resolved": "Всё снова работает.",
}
SAID = {"critical": "down", "major": "degraded", "minor": "degraded"}
CORRECTIONS = {"title": "заголовок", "severity": "важность", "description": "описание", "affected": "затронутые службы"}
WITHDRAWN = "Сообщение о сбое оказалось ошибочным."


async def open_incident(db: AsyncSession, body: IncidentCreate, *, now: datetime, cause: str | None = None) -> Incident:
    """Open an incident with its first update, or write down one that is over, and tell everybody."""
    incident = Incident(
        title=body.title,
        severity=body.severity,
        status=body.status,
        description=body.description,
        affected=list(body.affectedServices),
        cause=cause,
        created_at=now,
        resolved_at=now if body.status == "resolved" else None,
    )
    db.add(incident)
    await db.flush()
    message = body.message or OPENING[body.status]
    db.add(_said(incident, body.status, message, now))
    if incident.resolved_at:
        # Written down afterwards: nobody may read that something fails now.
        await outbox.record(db, IncidentResolved(incident_id=incident.id, title=incident.title))
        await letters.announce(db, letters.about_incident(incident.title, body.status, message))
        return incident
    fact = IncidentOpened(
        incident_id=incident.id, title=incident.title, severity=incident.severity, affected=incident.affected
    )
    await outbox.record(db, fact)
    await letters.announce(db, letters.about_opening(incident.title, incident.affected, message))
    return incident


async def say(db: AsyncSession, incident: Incident, *, status: str, message: str, now: datetime) -> None:
    """Add an update; `resolved` closes the incident for good. Raises IncidentClosed."""
    if incident.resolved_at is not None:
        raise IncidentClosed
    incident.status = status
    if status == "resolved":
        incident.resolved_at = now
    await _add(db, incident, status=status, message=message, now=now)


async def _add(db: AsyncSession, incident: Incident, *, status: str, message: str, now: datetime) -> None:
    """One more update at the end, told once: by an event, and by a letter to those who asked for them."""
    is_closing = incident.resolved_at == now and status == "resolved"
    incident.version += 1
    db.add_all([incident, _said(incident, status, message, now)])
    if is_closing:
        await outbox.record(db, IncidentResolved(incident_id=incident.id, title=incident.title))
    else:
        fact = IncidentUpdated(incident_id=incident.id, title=incident.title, status=status, message=message)
        await outbox.record(db, fact)
    await letters.announce(db, letters.about_incident(incident.title, status, message))


async def change(db: AsyncSession, id: UUID, body: IncidentChange, *, now: datetime) -> Incident:
    """Correct an incident, or move it on; either is said. Raises NotFound, StaleVersion, IncidentClosed."""
    incident = await load(db, id)
    if body.version is not None and body.version != incident.version:
        raise StaleVersion
    corrected = _correct(incident, body)
    if body.status is not None and body.status != incident.status:
        await say(db, incident, status=body.status, message=body.message or OPENING[body.status], now=now)
    elif corrected or body.message:
        message = body.message or f"Уточнили: {', '.join(CORRECTIONS[name] for name in corrected)}."
        await _add(db, incident, status=incident.status, message=message, now=now)
    db.add(incident)
    return incident


def _correct(incident: Incident, body: IncidentChange) -> list[str]:
    """Set what was given and is new; gives its names."""
    given = body.model_dump(exclude_unset=True, exclude={"version", "status", "message", "affectedServices"})
    if body.affectedServices is not None:
        given["affected"] = list(body.affectedServices)
    corrected = [name for name, value in given.items() if value is not None and value != getattr(incident, name)]
    for name in corrected:
        setattr(incident, name, given[name])
    return corrected


async def withdraw(db: AsyncSession, id: UUID) -> None:
    """Take back an incident opened by mistake; while it is open, that is told like all else. Raises NotFound."""
    incident = await load(db, id)
    if incident.resolved_at is None:
        told = IncidentUpdated(incident_id=incident.id, title=incident.title, status="withdrawn", message=WITHDRAWN)
        await outbox.record(db, told)
        await letters.announce(db, letters.about_incident(incident.title, "withdrawn", WITHDRAWN))
    await db.delete(incident)


async def found(db: AsyncSession, id: UUID) -> Incident:
    """The incident, to be read. Raises NotFound."""
    incident = await db.get(Incident, id)
    if incident is None:
        raise NotFound
    return incident


async def load(db: AsyncSession, id: UUID) -> Incident:
    """The incident, locked for a change. Raises NotFound."""
    incident = await db.get(Incident, id, with_for_update=True)
    if incident is None:
        raise NotFound
    return incident


def _said(incident: Incident, status: str, message: str, now: datetime) -> IncidentUpdate:
    return IncidentUpdate(incident_id=incident.id, status=status, message=message, created_at=now)


def told(found: list[IncidentRead]) -> dict[str, str]:
    """What people have said of services: while they look for the cause or mend it, these do not work as they should.

    The probes speak for themselves, so their own incidents say nothing here.
    """
    said: dict[str, str] = {}
    for one in found:
        if one.resolvedAt is None and not one.isAutomatic and one.status in {"investigating", "identified"}:
            for service in one.affectedServices:
                said[service] = "down" if "down" in {said.get(service), SAID[one.severity]} else "degraded"
    return said


async def read(db: AsyncSession, incidents: list[Incident]) -> list[IncidentRead]:
    """The incidents with their updates, two queries for any number."""
    updates = await queries.updates_of(db, [incident.id for incident in incidents])
    return [_read(incident, updates[incident.id]) for incident in incidents]


def _read(incident: Incident, updates: list[IncidentUpdate]) -> IncidentRead:
    return IncidentRead(
        id=incident.id,
        title=incident.title,
        severity=incident.severity,
        status=incident.status,
        description=incident.description,
        affectedServices=incident.affected,
        createdAt=incident.created_at,
        resolvedAt=incident.resolved_at,
        updates=[UpdateRead(timestamp=row.created_at, status=row.status, message=row.message) for row in updates],
        isAutomatic=incident.cause is not None,
        version=incident.version,
    )
