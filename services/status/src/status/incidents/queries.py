from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, or_, select
from sqlmodel import col

from status.incidents.tables import Incident, IncidentUpdate
from status.runtime import Session

MAX_RECENT = 200


def match_state(is_open: bool | None) -> list[ColumnElement[bool]]:
    """Return the condition for open or for resolved incidents. The list is empty for None, which means both."""
    if is_open is None:
        return []
    if is_open:
        return [col(Incident.resolved_at).is_(None)]
    return [col(Incident.resolved_at).is_not(None)]


async def list_recent(db: Session, *, since: datetime) -> list[Incident]:
    """Return the published incidents that are open or were created at or after `since`, at most `MAX_RECENT`.

    Open incidents come first. Within both groups the newest comes first.
    """
    is_published = col(Incident.publish_at).is_(None)
    is_recent = or_(col(Incident.resolved_at).is_(None), col(Incident.created_at) >= since)
    order = (col(Incident.resolved_at).is_not(None), col(Incident.created_at).desc())
    return list(await db.scalars(select(Incident).where(is_published, is_recent).order_by(*order).limit(MAX_RECENT)))


async def list_updates(db: Session, ids: list[UUID]) -> dict[UUID, list[IncidentUpdate]]:
    """Return all updates of these incidents, by incident, newest first."""
    query = select(IncidentUpdate).where(col(IncidentUpdate.incident_id).in_(ids))
    updates: dict[UUID, list[IncidentUpdate]] = {id: [] for id in ids}
    for row in await db.scalars(query.order_by(col(IncidentUpdate.created_at).desc(), col(IncidentUpdate.id).desc())):
        updates[row.incident_id].append(row)
    return updates


async def lock_open_automatic_incidents(db: Session) -> list[Incident]:
    """Return the open incidents that the probes opened, locked for a change, oldest first."""
    query = select(Incident).where(col(Incident.resolved_at).is_(None), col(Incident.cause).is_not(None))
    return list(await db.scalars(query.order_by(col(Incident.created_at)).with_for_update()))


async def lock_incidents_to_publish(db: Session, now: datetime) -> list[Incident]:
    """Return the incidents that are due for publication, locked for a change, the earliest due first."""
    query = select(Incident).where(col(Incident.publish_at) <= now)
    return list(await db.scalars(query.order_by(col(Incident.publish_at)).with_for_update(skip_locked=True)))
