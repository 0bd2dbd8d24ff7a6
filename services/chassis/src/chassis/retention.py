"""The job that deletes what every service keeps for a time: rows of events, emails, ended rate limits."""

from typing import TYPE_CHECKING

from messaging import retention as events
from persistence.batches import delete_in_batches
from sqlalchemy import true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from chassis import mail
from chassis.limits import LimitWindow
from chassis.mail import QueuedEmail

if TYPE_CHECKING:
    from chassis.app import Runtime


async def purge(db: AsyncSession, runtime: "Runtime") -> None:
    """Delete the rows whose time is over."""
    now = runtime.now()
    await events.purge(db, now)
    await delete_in_batches(db, LimitWindow, col(LimitWindow.ends_at) < now)
    await delete_in_batches(db, QueuedEmail, col(QueuedEmail.created_at) < now - mail.RETENTION, oldest_of=true())
