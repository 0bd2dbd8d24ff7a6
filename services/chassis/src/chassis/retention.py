"""The job that deletes what every service keeps for a time: rows of events, emails, ended rate limits."""

from emails import mail
from messaging import retention as events
from persistence.batches import delete_in_batches
from persistence.partitions import DAY, Partitioned, maintain
from sqlmodel import col

from chassis.limits import LimitWindow
from chassis.runtime import AnyRuntime, AnySession

# Dropped by the week, but none is kept longer than `mail.RETENTION`.
WEEK = 7 * DAY
MAIL_OUTBOX = Partitioned("mail_outbox", mail.RETENTION - WEEK, "created_at > :limit", every=WEEK)


async def purge(db: AnySession, runtime: AnyRuntime) -> None:
    """Delete the rows whose time is over."""
    now = runtime.now()
    await events.purge(db, runtime.database, now)
    await maintain(runtime.database, now, MAIL_OUTBOX)
    await delete_in_batches(db, LimitWindow, col(LimitWindow.ends_at) < now)
