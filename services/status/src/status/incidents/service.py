"""The life of an incident: opened by a person or by the probes, told in updates that only add up, then resolved."""

from datetime import datetime
from uuid import UUID

from chassis import outbox
from chassis.errors import NotFound, StaleVersion
from contracts.status import IncidentOpened, IncidentResolved, IncidentUpdated
from sqlalchemy.ext.asyncio import AsyncSession

from status.board.names import NAMES, ServiceId
from status.incidents import queries
from status.incidents.errors import IncidentClosed
from status.incidents.schemas import IncidentChange, IncidentCreate, IncidentRead, Severity, UpdateRead
from status.incidents.tables import Incident, IncidentUpdate

OPENING = {
    "investigating": "Мы выясняем причину.",
    "identified": "Причина найдена, чиним.",
    "monitoring": "Исправили и наблюдаем.",
    "resolved": "Всё снова работает.",
}
CRITICAL: set[ServiceId] = {"website", "api", "database", "auth"}
CAUSE = "probes"


async def open_incident(db: AsyncSession, body: IncidentCreate, *, now: datetime, cause: str | None = None) -> Incident:
    """Open an incident with its first update, and tell everybody."""
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
    db.add(_said(incident, body.status, body.message or OPENING[body.status], now))
    await outbox.record(
        db,
        IncidentOpened(
            incident_id=incident.id, title=incident.title, severity=incident.severity, affected=incident.affected
        ),
    )
    return incident


async def say(db: AsyncSession, incident: Incident, *, status: str, message: str, now: datetime) -> None:
    """Add an update; `resolved` closes the incident for good. Raises IncidentClosed."""
    if incident.resolved_at is not None:
        raise IncidentClosed
    incident.status = status
    incident.version += 1
    db.add(_said(incident, status, message, now))
    if status == "resolved":
        incident.resolved_at = now
        await outbox.record(db, IncidentResolved(incident_id=incident.id, title=incident.title))
    else:
        fact = IncidentUpdated(incident_id=incident.id, title=incident.title, status=status, message=message)
        await outbox.record(db, fact)
    db.add(incident)


async def change(db: AsyncSession, id: UUID, body: IncidentChange, *, now: datetime) -> Incident:
    """Correct the description of an incident, or move it on. Raises NotFound, StaleVersion, IncidentClosed."""
    incident = await load(db, id)
    if body.version is not None and body.version != incident.version:
        raise StaleVersion
    given = body.model_dump(exclude_unset=True, exclude={"version", "status", "affectedServices"})
    for name, value in given.items():
        setattr(incident, name, value)
    if body.affectedServices is not None:
        incident.affected = list(body.affectedServices)
    if body.status is not None and body.status != incident.status:
        await say(db, incident, status=body.status, message=OPENING[body.status], now=now)
    else:
        incident.version += 1
    db.add(incident)
    return incident


async def load(db: AsyncSession, id: UUID) -> Incident:
    """The incident, locked for a change. Raises NotFound."""
    incident = await db.get(Incident, id, with_for_update=True)
    if incident is None:
        raise NotFound
    return incident


async def follow_probes(db: AsyncSession, *, broken: dict[ServiceId, str], now: datetime) -> None:
    """Keep the one automatic incident in step with what the probes believe.

    Everything that breaks while it is open joins it: a database that is down takes sign-in and the API with it, and
    that is one cause for a reader.
    """
    open_ones = await queries.open_by_probes(db, lock=True)
    if not open_ones:
        if broken:
            await open_incident(db, _automatic(broken), now=now, cause=CAUSE)
        return
    incident = open_ones[0]
    joined: list[ServiceId] = [service for service in broken if service not in incident.affected]
    if joined:
        incident.affected = [*incident.affected, *joined]
        incident.severity = _severity({name: broken.get(name, "down") for name in _ids(incident.affected)})
        names = ", ".join(f"«{NAMES[service]}»" for service in joined)
        await say(db, incident, status=incident.status, message=f"Сбой затронул ещё: {names}.", now=now)
    elif not broken:
        await say(db, incident, status="resolved", message="Проверки снова проходят без ошибок.", now=now)


def _ids(names: list[str]) -> list[ServiceId]:
    return [service for service in NAMES if service in names]


def _automatic(broken: dict[ServiceId, str]) -> IncidentCreate:
    names = ", ".join(f"«{NAMES[service]}»" for service in broken)
    word = "Недоступно" if "down" in broken.values() else "Работает с перебоями"
    return IncidentCreate(
        title=f"{word}: {names}"[:200],
        severity=_severity(broken),
        description="Сбой заметили автоматические проверки.",
        affectedServices=list(broken),
        message="Автоматические проверки не проходят. Мы уже разбираемся.",
    )


def _severity(broken: dict[ServiceId, str]) -> Severity:
    if any(status == "down" and service in CRITICAL for service, status in broken.items()):
        return "critical"
    return "major" if "down" in broken.values() else "minor"


def _said(incident: Incident, status: str, message: str, now: datetime) -> IncidentUpdate:
    return IncidentUpdate(incident_id=incident.id, status=status, message=message, created_at=now)


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
        version=incident.version,
    )
