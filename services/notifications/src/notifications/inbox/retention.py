"""Old entries are deleted: read ones after half a year, unread ones after a year."""

from datetime import timedelta
from itertools import groupby

from chassis.app import Runtime
from sqlalchemy import and_, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.inbox import service
from notifications.inbox.tables import Notification
from notifications.settings import Settings

BATCH, ROUNDS = 1000, 20


async def purge_old(db: AsyncSession, runtime: Runtime) -> None:
    """Delete old entries, user by user in one order, so that replicas do not deadlock."""
    settings = runtime.settings
    assert isinstance(settings, Settings)
    now = runtime.clock()
    unread_limit = now - timedelta(days=settings.unread_kept_days)
    read_limit = now - timedelta(days=settings.read_kept_days)
    old = or_(
        col(Notification.created_at) < unread_limit,
        and_(col(Notification.created_at) < read_limit, col(Notification.is_read)),
    )
    for _ in range(ROUNDS):
        rows = select(col(Notification.user_id), col(Notification.id)).where(old).limit(BATCH)
        found = sorted((await db.execute(rows)).all())
        for user_id, entries in groupby(found, key=lambda row: row.user_id):
            await service.purge_entries(db, [entry.id for entry in entries], user_id=user_id)
        if len(found) < BATCH:
            return
