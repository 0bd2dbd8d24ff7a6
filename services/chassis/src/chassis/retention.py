"""The job that deletes what every service keeps for a time: rows of events and emails, ended rate limits."""

from datetime import timedelta

from emails import mail
from messaging import outbox
from messaging.bus import EVENTS
from messaging.event_tries import EventTries
from persistence.batches import delete_in_batches
from persistence.partitions import DAY, Partitioned, maintain
from sqlmodel import col

from chassis.limits import LimitWindow
from chassis.runtime import AnyRuntime, AnySession

# As long as NATS keeps the events, so that none is applied twice.
HANDLED_KEPT = timedelta(seconds=EVENTS.max_age or 0, days=1)
# An event that waits, or can never be published (`outbox.NEVER`), outlives its partition.
OUTBOX = Partitioned("outbox", outbox.RETENTION, "published_at IS NULL OR published_at > :limit")
SEEN_EVENTS = Partitioned("seen_events", HANDLED_KEPT, "seen_at > :limit", is_written_late=True)
# Dropped by the week, but none is kept longer than `mail.RETENTION`.
WEEK = 7 * DAY
MAIL_OUTBOX = Partitioned("mail_outbox", mail.RETENTION - WEEK, "created_at > :limit", every=WEEK)


async def purge(db: AnySession, runtime: AnyRuntime) -> None:
    """Drop the partitions and delete the rows whose time is over; `db` commits each statement."""
    now = runtime.now()
    for partitioned in (OUTBOX, SEEN_EVENTS, MAIL_OUTBOX):
        await maintain(runtime.database, now, partitioned)
    await delete_in_batches(db, EventTries, col(EventTries.updated_at) < now - HANDLED_KEPT)
    await delete_in_batches(db, LimitWindow, col(LimitWindow.ends_at) < now)
