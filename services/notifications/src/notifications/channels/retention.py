"""Deliveries are kept 30 days for support, those of campaigns 365 days for their statistics."""

from datetime import timedelta

from chassis.app import Runtime
from sqlalchemy import and_, delete, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.channels.tables import Delivery

MONTH, YEAR = timedelta(days=30), timedelta(days=365)


async def purge_old(db: AsyncSession, runtime: Runtime) -> None:
    now = runtime.clock()
    own = and_(col(Delivery.campaign_id).is_(None), col(Delivery.created_at) < now - MONTH)
    await db.execute(delete(Delivery).where(or_(own, col(Delivery.created_at) < now - YEAR)))
