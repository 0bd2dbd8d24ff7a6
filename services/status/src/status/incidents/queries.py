from datetime import datetime
from uuid import UUID

from chassis.paging import ordering
from chassis.search import contains_text
from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from status.incidents.schemas import IncidentQuery
from status.incidents.tables import INCIDENT_WORDS, Incident, IncidentUpdate


async def visible(db: AsyncSession, *, since: datetime) -> list[Incident]:
    """Open incidents first, then those of the time since; newest first in each part."""
    recent = or_(col(Incident.resolved_at).is_(None), col(Incident.created_at) >= since)
    order = (col(Incident.resolved_at).is_not(None), col(Incident.created_at).desc())
    return list(await db.scalars(select(Incident).where(recent).order_by(*order).limit(200)))


def _asked(asked: IncidentQuery) -> list[ColumnElement[bool]]:
    named = {"status": asked.status, "severity": asked.severity}
    rules = [getattr(Incident, name) == value for name, value in named.items() if value]
    if asked.search:
        rules.append(contains_text(INCIDENT_WORDS, asked.search))
    return rules


async def page(db: AsyncSession, asked: IncidentQuery) -> tuple[list[Incident], int]:
    """A page of all incidents, however old, and how many there are."""
    rules = _asked(asked)
    rows = select(Incident).where(*rules).order_by(ordering(Incident, asked.sort), col(Incident.id).desc())
    total = await db.scalar(select(func.count()).select_from(Incident).where(*rules))
    return list(await db.scalars(rows.limit(asked.limit).offset(asked.offset))), total or 0


async def updates_of(db: AsyncSession, ids: list[UUID]) -> dict[UUID, list[IncidentUpdate]]:
    """All updates of these incidents, newest first."""
    wanted = select(IncidentUpdate).where(col(IncidentUpdate.incident_id).in_(ids))
    found: dict[UUID, list[IncidentUpdate]] = {id: [] for id in ids}
    for row in await db.scalars(wanted.order_by(col(IncidentUpdate.created_at).desc(), col(IncidentUpdate.id).desc())):
        found[row.incident_id].append(row)
    return found


async def open_by_probes(db: AsyncSession) -> list[Incident]:
    """Open incidents that the probes opened, locked for a change, the oldest first."""
    wanted = select(Incident).where(col(Incident.resolved_at).is_(None), col(Incident.cause).is_not(None))
    return list(await db.scalars(wanted.order_by(col(Incident.created_at)).with_for_update()))
