"""Job that deletes expired rows of every service: events, emails, rate limits."""

from datetime import timedelta

from sqlmodel import col

from chassis.database.batches import delete_in_batches
from chassis.database.partitions import DAY, PartitionedTable, maintain
from chassis.events import outbox
from chassis.events.event_attempts import EventAttempts
from chassis.events.streams import EVENTS
from chassis.mail import mail_queue
from chassis.runtime import AnyRuntime, AnySession
from chassis.web.limits import LimitWindow

# One day longer than NATS keeps events, so that no event is applied twice.
SEEN_EVENTS_RETENTION = timedelta(seconds=EVENTS.max_age or 0, days=1)
# Events that wait, or can never be published (`outbox.UNPUBLISHABLE_MARK`), outlive their partition.
OUTBOX = PartitionedTable("outbox", outbox.RETENTION, "published_at IS NULL OR published_at > :keep_since")
SEEN_EVENTS = PartitionedTable("seen_events", SEEN_EVENTS_RETENTION, "seen_at > :keep_since", is_written_late=True)
# Partitions of a week: when one is dropped, its oldest email is a week older than its newest. No email is kept longer
# than `mail_queue.RETENTION`.
WEEK = 7 * DAY
MAIL_OUTBOX = PartitionedTable(
    "mail_outbox", mail_queue.RETENTION - WEEK, "created_at > :keep_since", partition_length=WEEK
)


async def purge(db: AnySession, runtime: AnyRuntime) -> None:
    """Drop expired partitions and delete expired rows. `db` is in autocommit mode."""
    now = runtime.now()
    for partitioned_table in (OUTBOX, SEEN_EVENTS, MAIL_OUTBOX):
        await maintain(runtime.database, now, partitioned_table)
    await delete_in_batches(db, EventAttempts, col(EventAttempts.updated_at) < now - SEEN_EVENTS_RETENTION)
    await delete_in_batches(db, LimitWindow, col(LimitWindow.ends_at) < now)
