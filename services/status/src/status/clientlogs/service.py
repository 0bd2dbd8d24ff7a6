"""What browsers report: masked, grouped, kept for a month."""

from datetime import datetime, timedelta

from chassis.app import Runtime
from prometheus_client import Counter
from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from status.clientlogs.masking import bounded, fingerprint, masked_text
from status.clientlogs.schemas import LogLine
from status.clientlogs.tables import LogEntry, LogGroup
from status.settings import Settings

LINES = Counter("client_log_lines_total", "Lines sent by browsers", ["level"])


async def store(db: AsyncSession, lines: list[LogLine], *, now: datetime) -> None:
    """Keep the lines; lines that say the same thing share a group."""
    for line in lines:
        message, context = masked_text(line.message), masked_text(line.context)
        mark = fingerprint(line.level, context, message)
        LINES.labels(line.level).inc()
        db.add(
            LogEntry(
                fingerprint=mark,
                level=line.level,
                context=context,
                message=message,
                data=bounded(line.data),
                user_id=_named(line.userId),
                session_id=_named(line.sessionId),
                created_at=now,
            )
        )
        group = {"fingerprint": mark, "level": line.level, "context": context, "message": message}
        row = insert(LogGroup).values(**group, count=1, first_seen=now, last_seen=now)
        grown = {"count": col(LogGroup.count) + 1, "last_seen": now}
        await db.execute(row.on_conflict_do_update(index_elements=["fingerprint"], set_=grown))


def _named(id: str | None) -> str | None:
    """An id as the browser gives it: it may be anything, a token too."""
    return masked_text(id) if id else None


async def purge(db: AsyncSession, runtime: Runtime) -> None:
    """Forget lines older than a month, and groups that have none left."""
    settings: Settings = runtime.settings  # type: ignore[assignment]
    old = runtime.clock() - timedelta(days=settings.logs_kept_days)
    await db.execute(delete(LogEntry).where(col(LogEntry.created_at) < old))
    await db.execute(delete(LogGroup).where(col(LogGroup.last_seen) < old))
