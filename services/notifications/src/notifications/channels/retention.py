"""Deliveries are kept 30 days for support, those of campaigns 365 days for their statistics."""

from datetime import timedelta

from persistence.batches import delete_in_batches
from sqlmodel import col

from notifications.channels.tables import Delivery
from notifications.runtime import Runtime, Session

MONTH, YEAR = timedelta(days=30), timedelta(days=365)


async def purge_old(db: Session, runtime: Runtime) -> None:
    now = runtime.now()
    created_at, campaign = col(Delivery.created_at), col(Delivery.campaign_id)
    await delete_in_batches(db, Delivery, campaign.is_(None), created_at < now - MONTH, oldest_by=created_at)
    await delete_in_batches(db, Delivery, campaign.is_not(None), created_at < now - YEAR, oldest_by=created_at)
