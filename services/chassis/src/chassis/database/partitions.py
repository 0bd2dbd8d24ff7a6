# ruff: noqa: S608  (names of tables come from `Partitioned`, never from a caller of the service)
"""Tables in partitions by time: made ahead by a job, and dropped when none of their rows is kept any longer.

A row of a time without a partition is stored in `<table>_other`, so that no insert waits for the job. What a table had
before it was partitioned is `<table>_before` (`chassis.database.partitioning`, docs/decisions/0127).
"""

import asyncio
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import structlog
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncSession

from chassis.database.session import Clock, Database

log = structlog.get_logger()
DAY = timedelta(days=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# How long the job may fail before rows go to `_other`.
AHEAD = timedelta(days=3)
# Rows that outlive their partition move to `_other`; a partition with more of them stays as a whole.
MOVED = 1000
BATCH = 5000
# A statement that waits for a lock of a table holds up all others: short, and again a little later.
LOCK_TIMEOUT, TRIES, PAUSE_SECONDS = "1s", 5, 2.0
PARTITIONS = text("""
SELECT part.relname, pg_get_expr(part.relpartbound, part.oid) AS bound
FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid
WHERE inhparent = to_regclass(:table) AND pg_get_expr(part.relpartbound, part.oid) <> 'DEFAULT'
""")


@dataclass(frozen=True)
class Partitioned:
    """How the rows of a partitioned table go: `fresh` is the SQL of those that are kept, with `:limit` for the time."""

    table: str
    kept: timedelta
    fresh: str
    key: str = "id"
    is_id: bool = True
    """Whether the key is a UUIDv7, which begins with its time, and so is unique over all partitions; or a time."""
    every: timedelta = DAY
    is_written_late: bool = False
    """Whether old partitions get rows: they are looked for again once it is detached, so `fresh` needs an index."""

    def bound(self, when: datetime) -> str:
        """The smallest key of that moment."""
        return str(first_id(when)) if self.is_id else when.isoformat()

    def begin(self, when: datetime) -> datetime:
        """The begin of the span of time that a moment is in."""
        return when - (when - EPOCH) % self.every


def first_id(when: datetime) -> UUID:
    """The smallest UUIDv7 of a moment."""
    return UUID(int=int(when.timestamp() * 1000) << 80)


async def maintain(database: Database[Clock], now: datetime, partitioned: Partitioned) -> None:
    """Make the partitions of the next days, drop those that are too old, delete old rows in none of them.

    For a job with `autocommit`: each step is a transaction of its own. Raises when a lock cannot be had in five tries.
    """
    ends, limit = await _ends(database, partitioned), now - partitioned.kept
    await _add_missing(database, now, partitioned, ends)
    for name, end in sorted(ends.items(), key=lambda item: item[1]):
        if end <= limit:
            await _drop(database, partitioned, name, limit)
    await _delete_others(database, partitioned, limit)


async def _ends(database: Database[Clock], partitioned: Partitioned) -> dict[str, datetime]:
    """The end of each partition by its name."""
    async with database.reading() as db:
        rows = (await db.execute(PARTITIONS, {"table": partitioned.table})).all()
    ends = {row.relname: re.findall(r"TO \('([^']+)'\)", row.bound)[0] for row in rows}
    if not partitioned.is_id:
        return {name: datetime.fromisoformat(end).astimezone(UTC) for name, end in ends.items()}
    return {name: datetime.fromtimestamp((UUID(end).int >> 80) / 1000, UTC) for name, end in ends.items()}


async def _add_missing(
    database: Database[Clock], now: datetime, partitioned: Partitioned, ends: dict[str, datetime]
) -> None:
    """Only for a time that has not begun: rows of one that has are already in `_other`, and stay there."""
    start = max(ends.values(), default=now)
    if start <= now:
        start = partitioned.begin(now) + partitioned.every
    while start <= now + AHEAD:
        end = partitioned.begin(start) + partitioned.every
        try:
            await _with_short_locks(database, lambda db, start=start, end=end: _add(db, partitioned, start, end))
        except IntegrityError:
            # A clock that runs ahead has put rows of that time into `_other`: so will all others of that time.
            log.warning("partition_not_added", table=partitioned.table, start=start.isoformat())
        start = end


async def _add(db: AsyncSession, partitioned: Partitioned, start: datetime, end: datetime) -> None:
    """ATTACH instead of PARTITION OF: it blocks no statement on the other partitions."""
    table, name = partitioned.table, f"{partitioned.table}_{start:%Y%m%d}"
    low, high = partitioned.bound(start), partitioned.bound(end)
    await _run(db, f"CREATE TABLE {name} (LIKE {table} INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING INDEXES)")
    # It reads `_other`, which nobody may write meanwhile: too many rows there, and it is better not made.
    await _run(db, "SET LOCAL statement_timeout = '2s'")
    await _run(db, f"ALTER TABLE {table} ATTACH PARTITION {name} FOR VALUES FROM ('{low}') TO ('{high}')")


async def _drop(database: Database[Clock], partitioned: Partitioned, name: str, limit: datetime) -> None:
    """The rows that are kept are looked for without a lock; nothing is locked in another order than an insert does."""
    table, key, fresh = partitioned.table, partitioned.key, partitioned.fresh
    async with database.reading() as db:
        found = text(f"SELECT {key} FROM {name} WHERE {fresh} LIMIT {MOVED + 1}")
        kept = list(await db.scalars(found, {"limit": limit}))
    if len(kept) > MOVED:
        log.warning("partition_not_dropped", partition=name)
        return
    which, values = (
        (fresh, {"limit": limit}) if partitioned.is_written_late else (f"{key} = ANY(:kept)", {"kept": kept})
    )

    async def drop(db: AsyncSession) -> None:
        await _run(db, f"ALTER TABLE {table} DETACH PARTITION {name}")
        await db.execute(text(f"INSERT INTO {table} SELECT * FROM {name} WHERE {which}"), values)
        await _run(db, f"DROP TABLE {name}")

    await _with_short_locks(database, drop)
    log.info("partition_dropped", partition=name, moved=len(kept))


async def _delete_others(database: Database[Clock], partitioned: Partitioned, limit: datetime) -> None:
    table, key = f"{partitioned.table}_other", partitioned.key
    oldest = f"SELECT {key} FROM {table} WHERE NOT ({partitioned.fresh}) ORDER BY {key} LIMIT {BATCH}"
    async with database.reading() as db:
        statement = text(f"DELETE FROM {table} WHERE {key} IN ({oldest})")
        deleted: Any = await db.execute(statement, {"limit": limit})
        while deleted.rowcount >= BATCH:
            deleted = await db.execute(statement, {"limit": limit})


async def _run(db: AsyncSession, statement: str) -> None:
    await (await db.connection()).exec_driver_sql(statement)


async def _with_short_locks(database: Database[Clock], work: Any) -> None:
    """Run `work` in a transaction that waits a second for a lock, up to five times."""
    for tries_left in reversed(range(TRIES)):
        try:
            async with database.transaction() as db:
                await _run(db, f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
                await work(db)
            return
        except OperationalError as error:
            if not tries_left or getattr(error.orig, "sqlstate", None) not in {"55P03", "40P01"}:
                raise
            await asyncio.sleep(PAUSE_SECONDS)
