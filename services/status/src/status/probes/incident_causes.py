"""Grouping of failures by their cause, so that one cause opens one incident. The functions are pure.

A failed component names its failed parts. Components that share a failed part share the cause. A database that does not
answer explains all components that use it. A failure shortly after an incident was opened belongs to that incident.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from status.components.health_state import ProbeResult
from status.components.names import PARTS, ServiceId

SAME_CAUSE_PERIOD = timedelta(seconds=90)
# These components need no database, so a failed database does not explain their failure.
SERVICES_WITHOUT_DATABASE = {"website", "email"}


@dataclass(frozen=True)
class OpenIncident:
    id: UUID
    cause: str
    affected: frozenset[str]
    opened_at: datetime


@dataclass
class IncidentChanges:
    """Components of the incidents to open, by cause; components to add to open incidents; incidents to close."""

    to_open: dict[str, set[ServiceId]] = field(default_factory=dict)
    to_extend: dict[UUID, set[ServiceId]] = field(default_factory=dict)
    to_close: list[UUID] = field(default_factory=list)


class FailureGroup(NamedTuple):
    """Failed components that have a common cause, and their failed parts."""

    services: set[ServiceId]
    parts: set[str]


def attribute_failures(
    failed_services: Iterable[ServiceId],
    results: Mapping[ServiceId, ProbeResult],
    incidents: list[OpenIncident],
    *,
    now: datetime,
) -> IncidentChanges:
    """Assign failed components to incidents, and find open incidents without a failed component."""
    services = set(failed_services)
    changes = IncidentChanges(to_close=[incident.id for incident in incidents if not incident.affected & services])

    remaining_incidents = sorted(
        (incident for incident in incidents if incident.affected & services), key=lambda incident: incident.opened_at
    )
    unassigned_services = services - {service for incident in remaining_incidents for service in incident.affected}

    for group in _group_by_part({service: find_failing_parts(service, results) for service in services}):
        new_services = group.services & unassigned_services
        if not new_services:
            continue
        target = next(
            (
                incident
                for incident in remaining_incidents
                if incident.affected & group.services or incident.cause in group.parts
            ),
            None,
        )

        target = target or next(
            (incident for incident in remaining_incidents if now - incident.opened_at <= SAME_CAUSE_PERIOD), None
        )

        if target:
            changes.to_extend.setdefault(target.id, set()).update(new_services)
        else:
            changes.to_open.setdefault(_find_root_cause(group.parts), set()).update(new_services)
    return changes


def find_failing_parts(service: ServiceId, results: Mapping[ServiceId, ProbeResult]) -> frozenset[str]:
    """Return the parts that caused a component's failure, or the component itself if its last check named none."""
    parts = results[service].failed_parts if service in results else frozenset()
    database = results.get("database")
    if database and database.status != "operational" and service not in SERVICES_WITHOUT_DATABASE:
        return parts | {"database"}
    return parts or frozenset({service})


def _group_by_part(parts_by_service: Mapping[ServiceId, frozenset[str]]) -> list[FailureGroup]:
    """Group components that share a part, directly or through another component."""
    groups: list[FailureGroup] = []
    for service, parts in parts_by_service.items():
        merged_group = FailureGroup({service}, set(parts))
        for group in [group for group in groups if group.parts & merged_group.parts]:
            groups.remove(group)
            merged_group = FailureGroup(merged_group.services | group.services, merged_group.parts | group.parts)
        groups.append(merged_group)
    return groups


def _find_root_cause(parts: set[str]) -> str:
    """Return the part closest to the root: gateway, then database, then a single service."""
    return next((part for part in PARTS if part in parts), min(parts))
