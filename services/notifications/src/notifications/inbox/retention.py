"""Old entries are deleted: read ones after half a year, unread ones after a year."""

from datetime import datetime, timedelta

from notifications.inbox import queries, service
from notifications.runtime import Runtime, Session

# At most 200,000 entries a run of the job, which is 28 million a day: what a longer outage left is caught up with.
BATCH, ROUNDS = 1000, 200


async def purge_old(db: Session, runtime: Runtime) -> None:
    """Delete old entries, the oldest first.

    Each batch is a transaction of its own, so that no inbox stays locked while others are purged. `db` only holds the
    lock of the job, which keeps other replicas from the same work.
    """
    settings, now = runtime.settings, runtime.now()
    unread_limit = now - timedelta(days=settings.unread_kept_days)
    read_limit = max(unread_limit, now - timedelta(days=settings.read_kept_days))
    is_read, rounds = True, ROUNDS
    while rounds:
        deleted = await _purge_batch(runtime, is_read=is_read, limit=read_limit if is_read else unread_limit)
        rounds -= 1
        if deleted < BATCH:
            if not is_read:
                return
            is_read = False


async def _purge_batch(runtime: Runtime, *, is_read: bool, limit: datetime) -> int:
    """Delete the oldest entries of one kind in a transaction; returns how many there were."""
    async with runtime.database.transaction() as own:
        rows = await queries.list_oldest(own, is_read=is_read, created_before=limit, limit=BATCH)
        if rows:
            await service.purge_entries(own, [id for id, _ in rows], users={user_id for _, user_id in rows})
    return len(rows)
