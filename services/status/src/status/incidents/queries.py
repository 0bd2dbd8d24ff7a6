from datetime import datetime
from uuid import UUID

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from status.incidents.tables import Incident, IncidentUpdate


async def visible(db: AsyncSession, *, since: datetime) -> list[Incident]:
    """Open incidents first, then those of the time since; newest first in each part."""
    recent = or_(col(Incident.resolved_at).is_(None), col(Incident.created_at) >= since)
    order = (col(Incident.resolved_at).is_not(None), col(Incident.created_at).desc())
    return list(await db.scalars(select(Incident).where(recent).order_by(*order).limit(200)))


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
