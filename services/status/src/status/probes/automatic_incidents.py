"""Incidents opened, extended and closed by probes: one open incident for each cause."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from status.components.health_state import ProbeRound
from status.components.names import NAMES, ServiceId, format_part_names, format_service_names
from status.incidents import queries
from status.incidents.schemas import IncidentCreate, Severity
from status.incidents.service import add_update, open_incident
from status.incidents.tables import Incident
from status.probes.incident_causes import OpenIncident, attribute_failures, find_failing_parts
from status.runtime import Session

CRITICAL: set[str] = {"website", "api", "database", "auth"}
SEVERITIES_WORST_FIRST = ["critical", "major", "minor"]


async def update_incidents(db: Session, probe_round: ProbeRound, broken: Mapping[ServiceId, str]) -> None:
    """Update automatic incidents after a round. `broken` has the statuses of failed components."""
    incidents = {incident.id: incident for incident in await queries.lock_open_automatic_incidents(db)}
    open_now = [
        OpenIncident(incident.id, incident.cause or "", frozenset(incident.affected), incident.created_at)
        for incident in incidents.values()
    ]
    if not broken and not open_now:
        return
    changes = attribute_failures(broken, probe_round.results, open_now, now=probe_round.at)
    for id in changes.closes:
        message = "Проверки снова проходят без ошибок."
        await add_update(db, incidents[id], status="resolved", message=message, now=probe_round.at)
    for id, joined in changes.joins.items():
        await _extend(db, incidents[id], joined, broken, now=probe_round.at)
    for cause, services in changes.opens.items():
        parts = {part for service in services for part in find_failing_parts(service, probe_round.results)}
        body = _describe_failure([name for name in NAMES if name in services], parts, broken)
        await open_incident(db, body, now=probe_round.at, cause=cause)


async def _extend(
    db: Session, incident: Incident, joined: set[ServiceId], broken: Mapping[ServiceId, str], *, now: datetime
) -> None:
    affected_services = {*incident.affected, *joined}
    incident.affected = [name for name in NAMES if name in affected_services]
    # The severity never falls while the incident is open: components that have recovered were part of it too.
    severities = (incident.severity, _choose_severity(incident.affected, broken))
    incident.severity = min(severities, key=SEVERITIES_WORST_FIRST.index)
    message = f"Сбой затронул ещё: {format_service_names(joined)}."
    await add_update(db, incident, status=incident.status, message=message, now=now)


def _describe_failure(services: list[ServiceId], parts: set[str], broken: Mapping[ServiceId, str]) -> IncidentCreate:
    down = [service for service in services if broken[service] == "down"]
    degraded_services = [service for service in services if service not in down]
    phrases = []
    if down:
        phrases.append(f"{format_service_names(down)} не {'отвечает' if len(down) == 1 else 'отвечают'}")
    if degraded_services:
        verb = "работает" if len(degraded_services) == 1 else "работают"
        phrases.append(f"{format_service_names(degraded_services)} {verb} с\N{NO-BREAK SPACE}перебоями")
    failing = format_part_names(parts)
    return IncidentCreate(
        title="; ".join(phrases)[:200],
        severity=_choose_severity(services, broken),
        description=f"Сбой заметили автоматические проверки. Не отвечает: {failing}." if failing else "",
        affectedServices=services,
        message="Автоматические проверки не проходят. Мы уже разбираемся.",
    )


def _choose_severity(services: Iterable[str], broken: Mapping[ServiceId, str]) -> Severity:
    statuses = {service: broken.get(service) for service in NAMES if service in set(services)}
    if any(status == "down" and service in CRITICAL for service, status in statuses.items()):
        return "critical"
    return "major" if "down" in statuses.values() else "minor"
