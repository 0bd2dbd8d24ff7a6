"""What a visitor wrote is kept until it is of no more use, as the privacy page says: a while after it was settled."""

from datetime import timedelta

from chassis.database import runtime_of
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.contacts.tables import Contact
from content.requests.tables import ServiceRequest
from content.settings import settings_of

SETTLED = ("answered", "closed", "spam")


async def forget_settled(db: AsyncSession, _: object) -> None:
    """Delete messages and requests that nobody has touched for long after they were settled."""
    runtime = runtime_of(db)
    before = runtime.clock() - timedelta(days=settings_of(runtime).settled_keep_days)
    for table in (Contact, ServiceRequest):
        old = col(table.status).in_(SETTLED), col(table.updated_at) < before
        await db.execute(delete(table).where(*old))
