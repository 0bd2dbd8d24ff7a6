"""Deletes old entries: read entries after half a year, unread entries after a year."""

from datetime import UTC, datetime, timedelta

from notifications.inbox import queries, service
from notifications.runtime import NotificationsRuntime, Session

# At most 200,000 entries for each run of the job, which is 28 million a day: enough to catch up after an outage.
BATCH_SIZE = 1000
MAX_BATCHES = 200
EARLIEST_TIME = datetime.min.replace(tzinfo=UTC)


async def purge_old_entries(db: Session, runtime: NotificationsRuntime) -> None:
    """Delete old entries, the oldest first.

    Each batch is a separate transaction, so that no inbox stays locked while others are purged. `db` only holds the
    lock of the job, which prevents other replicas from doing the same work.
    """
    settings = runtime.settings
    now = runtime.now()
    unread_kept_since = now - timedelta(days=settings.unread_kept_days)
    read_kept_since = max(unread_kept_since, now - timedelta(days=settings.read_kept_days))
    is_read = True
    since = EARLIEST_TIME
    for _ in range(MAX_BATCHES):
        kept_since = read_kept_since if is_read else unread_kept_since
        deleted_count, since = await _purge_batch(runtime, is_read=is_read, since=since, kept_since=kept_since)
        if deleted_count < BATCH_SIZE:
            if not is_read:
                return
            is_read = False
            since = EARLIEST_TIME


async def _purge_batch(
    runtime: NotificationsRuntime, *, is_read: bool, since: datetime, kept_since: datetime
) -> tuple[int, datetime]:
    """Delete the oldest read or unread entries in a transaction. Returns their number and the time of the last one.

    The next batch begins at that time, because the index still has the deleted rows and would read all of them again.
    """
    async with runtime.database.transaction() as purge_db:
        rows = await queries.list_oldest_notifications(
            purge_db, is_read=is_read, created_since=since, created_before=kept_since, limit=BATCH_SIZE
        )
        if not rows:
            return 0, since
        await service.purge_entries(purge_db, [row.id for row in rows], users={row.user_id for row in rows})
    return len(rows), rows[-1].created_at
