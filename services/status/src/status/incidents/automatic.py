"""Incidents that the probes open, widen and close: one open at a time for a cause."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from status.board.names import NAMES, ServiceId, named, parts_named
from status.incidents import queries
from status.incidents.schemas import IncidentCreate, Severity
from status.incidents.service import open_incident, say
from status.incidents.tables import Incident
from status.probes.causes import Open, attribute, blamed
from status.probes.finding import Round

CRITICAL: set[str] = {"website", "api", "database", "auth"}


async def follow(db: AsyncSession, one: Round, broken: Mapping[ServiceId, str]) -> None:
    """Keep the automatic incidents in step with what the probes believe after this round."""
    incidents = {incident.id: incident for incident in await queries.open_by_probes(db)}
    known = [Open(each.id, each.cause or "", frozenset(each.affected), each.created_at) for each in incidents.values()]
    if not broken and not known:
        return
    made = attribute(broken, one.findings, known, now=one.at)
    for id in made.closes:
        await say(db, incidents[id], status="resolved", message="Проверки снова проходят без ошибок.", now=one.at)
    for id, joined in made.joins.items():
        await _widen(db, incidents[id], joined, broken, now=one.at)
    for cause, services in made.opens.items():
        parts = {part for service in services for part in blamed(service, one.findings)}
        body = _described([name for name in NAMES if name in services], parts, broken)
        await open_incident(db, body, now=one.at, cause=cause)


async def _widen(
    db: AsyncSession, incident: Incident, joined: set[ServiceId], broken: Mapping[ServiceId, str], *, now: datetime
) -> None:
    affected = {*incident.affected, *joined}
    incident.affected = [name for name in NAMES if name in affected]
    # It never gets milder while it lasts: what has recovered since was still part of it.
    worst = _severity(incident.affected, broken)
    incident.severity = "critical" if "critical" in {worst, incident.severity} else worst
    await say(db, incident, status=incident.status, message=f"Сбой затронул ещё: {named(joined)}.", now=now)


def _described(services: list[ServiceId], parts: set[str], broken: Mapping[ServiceId, str]) -> IncidentCreate:
    down = [service for service in services if broken[service] == "down"]
    partly = [service for service in services if service not in down]
    words = [f"Недоступно: {named(down)}"] if down else []
    words += [f"{'с перебоями' if down else 'Работает с перебоями'}: {named(partly)}"] if partly else []
    failing = parts_named(parts)
    return IncidentCreate(
        title="; ".join(words)[:200],
        severity=_severity(services, broken),
        description=f"Сбой заметили автоматические проверки. Не отвечает: {failing}." if failing else "",
        affectedServices=services,
        message="Автоматические проверки не проходят. Мы уже разбираемся.",
    )


def _severity(services: Iterable[str], broken: Mapping[ServiceId, str]) -> Severity:
    states = {service: broken.get(service) for service in NAMES if service in set(services)}
    if any(status == "down" and service in CRITICAL for service, status in states.items()):
        return "critical"
    return "major" if "down" in states.values() else "minor"
