"""What broke because of what: pure rules, so that one cause makes one incident.

A row that is broken names the parts that failed it. Rows that blame a common part are one cause; a silent database
explains whatever answers with an error beside it; what breaks within moments of an open incident belongs to it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from status.board.names import PARTS, ServiceId
from status.probes.finding import Finding

TOGETHER = timedelta(seconds=90)
# These need no database, so it explains nothing of them.
BESIDE_THE_DATABASE = {"website", "email"}


@dataclass(frozen=True)
class Open:
    """An open incident of the probes."""

    id: UUID
    cause: str
    affected: frozenset[str]
    opened_at: datetime


@dataclass
class Attribution:
    """What is to be done: which incidents to open, by cause; which to widen; which are over."""

    opens: dict[str, set[ServiceId]] = field(default_factory=dict)
    joins: dict[UUID, set[ServiceId]] = field(default_factory=dict)
    closes: list[UUID] = field(default_factory=list)


def attribute(
    broken: Iterable[ServiceId], findings: Mapping[ServiceId, Finding], known: list[Open], *, now: datetime
) -> Attribution:
    """Which incident each broken service belongs to, and which incidents have no broken service left."""
    services = set(broken)
    made = Attribution(closes=[one.id for one in known if not one.affected & services])
    still = sorted((one for one in known if one.affected & services), key=lambda one: one.opened_at)
    homeless = services - {service for one in still for service in one.affected}
    for group, parts in _groups({service: blamed(service, findings) for service in services}):
        fresh = group & homeless
        if not fresh:
            continue
        home = next((one for one in still if one.affected & group or one.cause in parts), None)
        home = home or next((one for one in still if now - one.opened_at <= TOGETHER), None)
        if home:
            made.joins.setdefault(home.id, set()).update(fresh)
        else:
            made.opens.setdefault(_cause(parts), set()).update(fresh)
    return made


def blamed(service: ServiceId, findings: Mapping[ServiceId, Finding]) -> frozenset[str]:
    """The parts a service's failure comes from; itself where nothing is named (its last check may have been good)."""
    parts = findings[service].parts if service in findings else frozenset()
    database = findings.get("database")
    if database and database.found != "operational" and service not in BESIDE_THE_DATABASE:
        return parts | {"database"}
    return parts or frozenset({service})


def _groups(blames: Mapping[ServiceId, frozenset[str]]) -> list[tuple[set[ServiceId], set[str]]]:
    """Services that share a part, directly or through another one."""
    groups: list[tuple[set[ServiceId], set[str]]] = []
    for service, parts in blames.items():
        mine: tuple[set[ServiceId], set[str]] = ({service}, set(parts))
        for group in [group for group in groups if group[1] & mine[1]]:
            groups.remove(group)
            mine = (mine[0] | group[0], mine[1] | group[1])
        groups.append(mine)
    return groups


def _cause(parts: set[str]) -> str:
    """The part nearest to the root: the gateway before the database before a single service."""
    return next((part for part in PARTS if part in parts), min(parts))
