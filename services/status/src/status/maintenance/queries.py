"""SELECTs of maintenance."""

from collections.abc import Sequence
from datetime import datetime

from chassis.features.lists import build_order_by, fetch_page, list_filters
from sqlalchemy import select
from sqlmodel import col

from status.maintenance.schemas import MaintenanceQuery
from status.maintenance.tables import Maintenance
from status.runtime import Session


async def list_ending_after(db: Session, moment: datetime) -> Sequence[Maintenance]:
    """Return the maintenance that is not completed and ends after `moment`, soonest first."""
    query = select(Maintenance).where(col(Maintenance.completed_at).is_(None), col(Maintenance.ends_at) > moment)
    return (await db.scalars(query.order_by(col(Maintenance.starts_at), col(Maintenance.id)))).all()


async def list_page(db: Session, query: MaintenanceQuery) -> tuple[Sequence[Maintenance], int]:
    """Return one page of all maintenance, with the total."""
    fields = {"scheduledStart": col(Maintenance.starts_at), "title": col(Maintenance.title)}
    matching_maintenance = select(Maintenance).where(*list_filters(Maintenance, query))
    statement = matching_maintenance.order_by(build_order_by(fields, query.sort), col(Maintenance.id).desc())
    return await fetch_page(db, statement, query)


async def lock_unannounced_maintenance(db: Session) -> Sequence[Maintenance]:
    """Lock maintenance whose completion is not published yet. Rows locked by another replica are skipped."""
    unfinished_maintenance = select(Maintenance).where(col(Maintenance.announced_stage) != "completed")
    return (await db.scalars(unfinished_maintenance.with_for_update(skip_locked=True))).all()
