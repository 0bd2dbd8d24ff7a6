"""How long the rows of events are kept: published events, and the ids and tries of handled ones."""

from datetime import datetime, timedelta

from persistence.batches import delete_in_batches
from persistence.partitions import Partitioned, maintain
from persistence.session import Clock, Database
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from messaging import outbox
from messaging.bus import EVENTS
from messaging.event_tries import EventTries

# As long as NATS keeps the events, so that none is applied twice.
HANDLED_KEPT = timedelta(seconds=EVENTS.max_age or 0, days=1)
# An event that waits, or can never be published (`outbox.NEVER`), outlives its partition.
OUTBOX = Partitioned("outbox", outbox.RETENTION, "published_at IS NULL OR published_at > :limit")
SEEN_EVENTS = Partitioned("seen_events", HANDLED_KEPT, "seen_at > :limit", is_written_late=True)


async def purge(db: AsyncSession, database: Database[Clock], now: datetime) -> None:
    """Drop the partitions whose time is over, and delete the tries of events; `db` commits each statement."""
    for partitioned in (OUTBOX, SEEN_EVENTS):
        await maintain(database, now, partitioned)
    await delete_in_batches(db, EventTries, col(EventTries.updated_at) < now - HANDLED_KEPT)
