"""How long the rows of events are kept: published events, and the ids and tries of handled ones."""

from datetime import datetime, timedelta

from persistence.batches import delete_in_batches
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from messaging import outbox
from messaging.bus import EVENTS
from messaging.consumer import SeenEvent
from messaging.event_tries import EventTries
from messaging.outbox import OutboxEvent


async def purge(db: AsyncSession, now: datetime) -> None:
    """Delete the rows whose time is over; ids as long as NATS keeps the events, so that none is applied twice."""
    handled = now - timedelta(seconds=EVENTS.max_age or 0, days=1)
    published = col(OutboxEvent.published_at)
    await delete_in_batches(db, OutboxEvent, published < now - outbox.RETENTION, oldest_of=published < outbox.NEVER)
    await delete_in_batches(db, SeenEvent, col(SeenEvent.seen_at) < handled)
    await delete_in_batches(db, EventTries, col(EventTries.updated_at) < handled)
