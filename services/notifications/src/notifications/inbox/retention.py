"""Old entries are deleted: read ones after half a year, unread ones after a year."""

from datetime import timedelta
from itertools import groupby

from sqlalchemy import and_, or_, select
from sqlmodel import col

from notifications.inbox import service
from notifications.inbox.tables import Notification
from notifications.runtime import Runtime, Session

# At most 100,000 entries a run of the job, which is 14 million a day.
BATCH, ROUNDS = 500, 200


async def purge_old(db: Session, runtime: Runtime) -> None:
    """Delete old entries, user by user in one order, so that replicas do not deadlock.

    Each batch is a transaction of its own, so that no inbox stays locked while others are purged. `db` only holds the
    lock of the job, which keeps other replicas from the same work.
    """
    settings = runtime.settings
    now = runtime.now()
    unread_limit = now - timedelta(days=settings.unread_kept_days)
    read_limit = now - timedelta(days=settings.read_kept_days)
    old = or_(
        col(Notification.created_at) < unread_limit,
        and_(col(Notification.created_at) < read_limit, col(Notification.is_read)),
    )
    for _ in range(ROUNDS):
        rows = select(col(Notification.user_id), col(Notification.id)).where(old).limit(BATCH)
        async with runtime.database.transaction() as own:
            found = sorted((await own.execute(rows)).all())
            for user_id, entries in groupby(found, key=lambda row: row.user_id):
                await service.purge_entries(own, [entry.id for entry in entries], user_id=user_id)
        if len(found) < BATCH:
            return
