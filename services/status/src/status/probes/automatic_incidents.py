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

CRITICAL_SERVICES: set[str] = {"website", "api", "database", "auth"}
# The limit of the field `title` (`chassis.fields.Title`).
MAX_TITLE_LENGTH = 200
SEVERITIES_WORST_FIRST = ["critical", "major", "minor"]


async def update_incidents(db: Session, probe_round: ProbeRound, failures: Mapping[ServiceId, str]) -> None:
    """Update automatic incidents after a round. `failures` has the statuses of failed components."""
    incidents = {incident.id: incident for incident in await queries.lock_open_automatic_incidents(db)}
    open_incidents = [
        OpenIncident(incident.id, incident.cause or "", frozenset(incident.affected), incident.created_at)
        for incident in incidents.values()
    ]
    if not failures and not open_incidents:
        return

    changes = attribute_failures(failures, probe_round.results, open_incidents, now=probe_round.at)
    for id in changes.to_close:
        message = "Проверки снова проходят без ошибок."
        await add_update(db, incidents[id], status="resolved", message=message, now=probe_round.at)
    for id, new_services in changes.to_extend.items():
        await _extend(db, incidents[id], new_services, failures, now=probe_round.at)
    for cause, services in changes.to_open.items():
        parts = {part for service in services for part in find_failing_parts(service, probe_round.results)}
        body = _describe_failure([name for name in NAMES if name in services], parts, failures)
        await open_incident(db, body, now=probe_round.at, cause=cause)


async def _extend(
    db: Session,
    incident: Incident,
    new_services: set[ServiceId],
    failures: Mapping[ServiceId, str],
    *,
    now: datetime,
) -> None:
    affected_services = {*incident.affected, *new_services}
    incident.affected = [name for name in NAMES if name in affected_services]
    # The severity never falls while the incident is open: components that have recovered were part of it too.
    severities = (incident.severity, _choose_severity(incident.affected, failures))
    incident.severity = min(severities, key=SEVERITIES_WORST_FIRST.index)
    message = f"Сбой затронул ещё: {format_service_names(new_services)}."
    await add_update(db, incident, status=incident.status, message=message, now=now)


def _describe_failure(services: list[ServiceId], parts: set[str], failures: Mapping[ServiceId, str]) -> IncidentCreate:
    down_services = [service for service in services if failures[service] == "down"]
    degraded_services = [service for service in services if service not in down_services]

    phrases = []
    if down_services:
        verb = "отвечает" if len(down_services) == 1 else "отвечают"
        phrases.append(f"{format_service_names(down_services)} не {verb}")
    if degraded_services:
        verb = "работает" if len(degraded_services) == 1 else "работают"
        phrases.append(f"{format_service_names(degraded_services)} {verb} с\N{NO-BREAK SPACE}перебоями")

    part_names = format_part_names(parts)
    return IncidentCreate(
        title="; ".join(phrases)[:MAX_TITLE_LENGTH],
        severity=_choose_severity(services, failures),
        description=f"Сбой заметили автоматические проверки. Не отвечает: {part_names}." if part_names else "",
        affectedServices=services,
        message="Автоматические проверки не проходят. Мы уже разбираемся.",
    )


def _choose_severity(services: Iterable[str], failures: Mapping[ServiceId, str]) -> Severity:
    affected_services = set(services)
    statuses = {service: failures.get(service) for service in NAMES if service in affected_services}
    if any(status == "down" and service in CRITICAL_SERVICES for service, status in statuses.items()):
        return "critical"
    return "major" if "down" in statuses.values() else "minor"
