"""Deliveries are kept 30 days for support, those of campaigns 365 days for their statistics."""

from datetime import timedelta

from persistence.batches import delete_in_batches
from sqlalchemy import and_
from sqlmodel import col

from notifications.channels.tables import Delivery
from notifications.runtime import Runtime, Session

MONTH, YEAR = timedelta(days=30), timedelta(days=365)


async def purge_old(db: Session, runtime: Runtime) -> None:
    now = runtime.now()
    own = and_(col(Delivery.campaign_id).is_(None), col(Delivery.created_at) < now - MONTH)
    await delete_in_batches(db, Delivery, own)
    await delete_in_batches(db, Delivery, col(Delivery.created_at) < now - YEAR)
