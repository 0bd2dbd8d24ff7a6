"""SELECTs of the history."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import or_, select
from sqlmodel import col

from status.incidents.tables import Incident
from status.maintenance.tables import Maintenance
from status.runtime import Session


async def list_resolved_incidents(db: Session, *, limit: int) -> Sequence[Incident]:
    """Return the newest resolved incidents, oldest first."""
    query = select(Incident).where(col(Incident.resolved_at).is_not(None), col(Incident.publish_at).is_(None))
    latest_first = (col(Incident.created_at).desc(), col(Incident.id))
    return (await db.scalars(query.order_by(*latest_first).limit(limit))).all()[::-1]


async def list_completed_maintenance(db: Session, now: datetime, *, limit: int) -> Sequence[Maintenance]:
    """Return the newest maintenance that is over, oldest first."""
    is_over = or_(col(Maintenance.completed_at).is_not(None), col(Maintenance.announced_stage) == "completed")
    query = select(Maintenance).where(is_over, col(Maintenance.starts_at) <= now)
    newest_maintenance = (
        await db.scalars(query.order_by(col(Maintenance.starts_at).desc(), col(Maintenance.id)).limit(limit))
    ).all()
    return newest_maintenance[::-1]


async def list_known_ids(db: Session, ids: Collection[UUID]) -> set[UUID]:
    """Return the ids among these that an incident or a maintenance window has."""
    incident_ids = await db.scalars(select(col(Incident.id)).where(col(Incident.id).in_(ids)))
    maintenance_ids = await db.scalars(select(col(Maintenance.id)).where(col(Maintenance.id).in_(ids)))
    return {*incident_ids, *maintenance_ids}
