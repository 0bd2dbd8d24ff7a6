"""Log lines from browsers: masked, grouped, kept for a month."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from chassis.database.batches import delete_in_batches
from prometheus_client import Counter as MetricCounter
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from status.client_logs import queries
from status.client_logs.masking import compute_fingerprint, mask_and_shorten, mask_text
from status.client_logs.schemas import LogLine
from status.client_logs.tables import LogEntry, LogGroup
from status.runtime import Session, StatusRuntime

UUID_TEXT = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
EARLIEST_TIME = datetime.min.replace(tzinfo=UTC)
LINES = MetricCounter("client_log_lines_total", "Lines sent by browsers", ["level"])


async def save_lines(db: Session, lines: list[LogLine], *, user_id: UUID | None, now: datetime) -> None:
    """Save log lines. Lines of one level and context that differ only in numbers or ids share a group.

    `user_id` is the signed-in sender. The user id in a line is ignored: anybody could send another user's.
    """
    groups: dict[str, dict[str, Any]] = {}
    counts: Counter[str] = Counter()
    for line in lines:
        message = mask_text(line.message)
        context = mask_text(line.context)
        fingerprint = compute_fingerprint(line.level, context, message)
        LINES.labels(line.level).inc()
        db.add(
            LogEntry(
                fingerprint=fingerprint,
                level=line.level,
                context=context,
                message=message,
                data=mask_and_shorten(line.data),
                user_id=str(user_id) if user_id else None,
                session_id=_mask_id(line.sessionId),
                created_at=now,
            )
        )
        groups[fingerprint] = {"fingerprint": fingerprint, "level": line.level, "context": context, "message": message}
        counts[fingerprint] += 1

    # The groups are sorted, so that two requests with the same lines cannot deadlock.
    for fingerprint in sorted(groups):
        count = counts[fingerprint]
        insertion = insert(LogGroup).values(**groups[fingerprint], count=count, first_seen=now, last_seen=now)
        increments = {"count": col(LogGroup.count) + count, "last_seen": now}
        await db.execute(insertion.on_conflict_do_update(index_elements=["fingerprint"], set_=increments))


def _mask_id(id: str | None) -> str | None:
    """Mask an id that is not a UUID, since it may be a token.

    A UUID is kept whole, since masking could mistake its digits for a phone number.
    """
    if id is None:
        return None
    if UUID_TEXT.fullmatch(id):
        return id.lower()
    return mask_text(id) or None


async def purge_logs(db: Session, runtime: StatusRuntime) -> None:
    """Delete expired lines, lines beyond the limits of a group and of all groups, and then empty groups."""
    settings = runtime.settings
    surplus_ids = queries.select_beyond_newest(settings.logs_kept_per_group)
    await delete_in_batches(db, LogEntry, col(LogEntry.id).in_(surplus_ids))
    oldest_time_within_limit = await queries.find_time_of_newest(db, settings.logs_kept)
    oldest_kept_time = max(
        runtime.now() - timedelta(days=settings.logs_kept_days), oldest_time_within_limit or EARLIEST_TIME
    )
    await delete_in_batches(db, LogEntry, col(LogEntry.created_at) < oldest_kept_time)
    await delete_in_batches(db, LogGroup, col(LogGroup.last_seen) < oldest_kept_time)
