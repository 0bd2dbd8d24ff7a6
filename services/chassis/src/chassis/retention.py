"""Rows that may not be kept any longer are deleted in batches: no statement is long, no lock is held long."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, delete, inspect, select, true, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from chassis import mail, outbox
from chassis.bus import EVENTS
from chassis.consumer import SeenEvent
from chassis.event_tries import EventTries
from chassis.limits import LimitWindow
from chassis.mail import QueuedEmail
from chassis.outbox import OutboxEvent
from chassis.tables import Base

if TYPE_CHECKING:
    from chassis.app import Runtime

BATCH = 5000


async def delete_in_batches(
    db: AsyncSession, table: type[Base], *conditions: ColumnElement[bool], oldest_of: ColumnElement[bool] | None = None
) -> None:
    """Delete the rows that meet all conditions; in a job with `autocommit` each batch is a transaction of its own.

    The conditions need an index, or `oldest_of`: then batches are the rows of this kind in the order of the primary
    key until one has a row to be kept. For tables whose keys grow with time and whose conditions are only an age.
    """
    key = inspect(table).primary_key
    old = select(*key).where(*conditions).limit(BATCH)
    if oldest_of is not None:
        old = old.where(tuple_(*key).in_(select(*key).where(oldest_of).order_by(*key).limit(BATCH)))
    batch = delete(table).where(tuple_(*key).in_(old)).execution_options(synchronize_session=False)
    deleted: Any = await db.execute(batch)
    while deleted.rowcount == BATCH:
        deleted = await db.execute(batch)


async def purge(db: AsyncSession, runtime: "Runtime") -> None:
    """Delete what every service keeps for a time: published events, ids of handled ones, emails, ended limits."""
    now = runtime.now()
    handled = now - timedelta(seconds=EVENTS.max_age or 0, days=1)
    published = col(OutboxEvent.published_at)
    await delete_in_batches(db, OutboxEvent, published < now - outbox.RETENTION, oldest_of=published < outbox.NEVER)
    await delete_in_batches(db, SeenEvent, col(SeenEvent.seen_at) < handled)
    await delete_in_batches(db, EventTries, col(EventTries.updated_at) < handled)
    await delete_in_batches(db, LimitWindow, col(LimitWindow.ends_at) < now)
    await delete_in_batches(db, QueuedEmail, col(QueuedEmail.created_at) < now - mail.RETENTION, oldest_of=true())
