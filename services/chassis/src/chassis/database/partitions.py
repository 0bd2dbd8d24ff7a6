# ruff: noqa: S608  (names of tables come from `PartitionedTable`, never from a caller of the service)
"""Tables partitioned by time. A job creates partitions ahead of time and drops those older than the retention.

`<table>_other` takes rows for which no partition exists, so no insert depends on the job. `<table>_before` has the rows
from before the table was partitioned (`chassis.database.partitioning`, docs/decisions/0127).
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
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
# Partitions exist this far ahead: if the job fails for longer, new rows go to `_other`.
LEAD_TIME = timedelta(days=3)
# A partition with more rows to keep than this is not dropped. Fewer rows move to `_other`.
MAX_MOVED_ROWS = 1000
BATCH_SIZE = 5000
# A statement that waits for a table lock blocks all later ones, so it gives up quickly and is retried.
LOCK_TIMEOUT = "1s"
MAX_ATTEMPTS = 5
PAUSE_SECONDS = 2.0
# SQLSTATEs of a lock timeout and of a deadlock.
LOCK_FAILURES = {"55P03", "40P01"}
# ATTACH scans `_other` and blocks reads and writes of it meanwhile, so it is cancelled after this time.
ATTACH_TIMEOUT = "2s"
# SQLSTATE of a statement that was cancelled, here by its timeout.
QUERY_CANCELED = "57014"
# The bound of a partition: `FOR VALUES FROM ('2026-11-20') TO ('2026-11-21')`.
UPPER_BOUND = re.compile(r"TO \('([^']+)'\)")
SELECT_PARTITIONS = text("""
SELECT part.relname, pg_get_expr(part.relpartbound, part.oid) AS bound
FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid
WHERE inhparent = to_regclass(:table) AND pg_get_expr(part.relpartbound, part.oid) <> 'DEFAULT'
""")


@dataclass(frozen=True)
class PartitionedTable:
    """Retention of a partitioned table. `keep_where` is an SQL condition for the rows to keep.

    `:keep_since` in it is the current time minus `retention`.
    """

    table: str
    retention: timedelta
    keep_where: str
    key: str = "id"
    is_id: bool = True
    """True if the key is a UUIDv7, which starts with its time and is unique over all partitions; False for a time."""
    partition_length: timedelta = DAY
    is_written_late: bool = False
    """True if rows may still be inserted into old partitions. Then `keep_where` is evaluated again after the partition
    is detached, and needs an index."""

    def compute_first_key(self, when: datetime) -> str:
        """Return the smallest key of that moment."""
        return str(make_first_id(when)) if self.is_id else when.isoformat()

    def find_start(self, when: datetime) -> datetime:
        """Return the start of the partition that contains `when`."""
        return when - (when - EPOCH) % self.partition_length


def make_first_id(when: datetime) -> UUID:
    """Return the lower bound of the UUIDv7 of a moment: 48 bits of milliseconds since 1970, then zeros (RFC 9562)."""
    return UUID(int=int(when.timestamp() * 1000) << 80)


def get_id_time(id: UUID) -> datetime:
    """Return the time in a UUIDv7, in UTC."""
    return datetime.fromtimestamp((id.int >> 80) / 1000, UTC)


async def maintain(database: Database[Clock], now: datetime, partitioned_table: PartitionedTable) -> None:
    """Create partitions for the next days, drop expired ones, and delete expired rows of `_other`.

    For a job with `autocommit`: each step is its own transaction. Raises OperationalError if a lock is not granted in
    five attempts.
    """
    ends = await _read_partition_ends(database, partitioned_table)
    keep_since = now - partitioned_table.retention
    await _add_missing(database, now, partitioned_table, ends)
    for name, end in sorted(ends.items(), key=lambda item: item[1]):
        if end <= keep_since:
            await _drop(database, partitioned_table, name, keep_since)
    await _delete_expired_others(database, partitioned_table, keep_since)


async def _read_partition_ends(database: Database[Clock], partitioned_table: PartitionedTable) -> dict[str, datetime]:
    """Return the time at which each partition ends, by the name of the partition."""
    async with database.reading() as db:
        rows = (await db.execute(SELECT_PARTITIONS, {"table": partitioned_table.table})).all()
    bounds = {row.relname: UPPER_BOUND.findall(row.bound)[0] for row in rows}
    if partitioned_table.is_id:
        return {name: get_id_time(UUID(bound)) for name, bound in bounds.items()}
    return {name: datetime.fromisoformat(bound).astimezone(UTC) for name, bound in bounds.items()}


async def _add_missing(
    database: Database[Clock], now: datetime, partitioned_table: PartitionedTable, ends: dict[str, datetime]
) -> None:
    """Add the missing partitions of future periods. Rows of a period that has begun are in `_other` and stay there.

    If `_other` has too many rows for the scan of ATTACH, no partition is added until expired rows are deleted from it.
    """
    start = max(ends.values(), default=now)
    if start <= now:
        start = partitioned_table.find_start(now) + partitioned_table.partition_length
    while start <= now + LEAD_TIME:
        end = partitioned_table.find_start(start) + partitioned_table.partition_length
        try:
            await _run_with_short_locks(
                database, partial(_add, partitioned_table=partitioned_table, start=start, end=end)
            )
        except IntegrityError:
            # A replica with a fast clock has put rows of this period into `_other`, so the other rows go there too.
            log.warning("partition_not_added", table=partitioned_table.table, start=start.isoformat())
        except OperationalError as error:
            if _get_sqlstate(error) != QUERY_CANCELED:
                raise
            log.warning("partition_not_added", table=partitioned_table.table, start=start.isoformat())
            return
        start = end


async def _add(db: AsyncSession, *, partitioned_table: PartitionedTable, start: datetime, end: datetime) -> None:
    """Create and attach one partition. Unlike PARTITION OF, ATTACH locks no existing partition but `_other`."""
    table = partitioned_table.table
    name = f"{partitioned_table.table}_{start:%Y%m%d}"
    low = partitioned_table.compute_first_key(start)
    high = partitioned_table.compute_first_key(end)
    await _run(db, f"CREATE TABLE {name} (LIKE {table} INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING INDEXES)")
    await _run(db, f"SET LOCAL statement_timeout = '{ATTACH_TIMEOUT}'")
    await _run(db, f"ALTER TABLE {table} ATTACH PARTITION {name} FOR VALUES FROM ('{low}') TO ('{high}')")


async def _drop(
    database: Database[Clock], partitioned_table: PartitionedTable, name: str, keep_since: datetime
) -> None:
    """Drop a partition. Its few rows to keep move to `_other`; a partition with many rows to keep stays.

    The rows to keep are searched without a lock. The table is locked before the partition, as INSERT does, so that they
    do not deadlock.
    """
    table = partitioned_table.table
    key = partitioned_table.key
    keep_where = partitioned_table.keep_where
    async with database.reading() as db:
        select_keys = text(f"SELECT {key} FROM {name} WHERE {keep_where} LIMIT {MAX_MOVED_ROWS + 1}")
        keys_to_keep = list(await db.scalars(select_keys, {"keep_since": keep_since}))
    if len(keys_to_keep) > MAX_MOVED_ROWS:
        log.warning("partition_not_dropped", partition=name)
        return
    if partitioned_table.is_written_late:
        condition = keep_where
        values: dict[str, Any] = {"keep_since": keep_since}
    else:
        condition = f"{key} = ANY(:keys_to_keep)"
        values = {"keys_to_keep": keys_to_keep}

    async def drop(db: AsyncSession) -> None:
        await _run(db, f"ALTER TABLE {table} DETACH PARTITION {name}")
        await db.execute(text(f"INSERT INTO {table} SELECT * FROM {name} WHERE {condition}"), values)
        await _run(db, f"DROP TABLE {name}")

    await _run_with_short_locks(database, drop)
    log.info("partition_dropped", partition=name, moved=len(keys_to_keep))


async def _delete_expired_others(
    database: Database[Clock], partitioned_table: PartitionedTable, keep_since: datetime
) -> None:
    table = f"{partitioned_table.table}_other"
    key = partitioned_table.key
    select_oldest_keys = (
        f"SELECT {key} FROM {table} WHERE NOT ({partitioned_table.keep_where}) ORDER BY {key} LIMIT {BATCH_SIZE}"
    )
    async with database.autocommit() as db:
        statement = text(f"DELETE FROM {table} WHERE {key} IN ({select_oldest_keys})")
        deleted_count = BATCH_SIZE
        while deleted_count >= BATCH_SIZE:
            deletion: Any = await db.execute(statement, {"keep_since": keep_since})
            deleted_count = deletion.rowcount


async def _run(db: AsyncSession, statement: str) -> None:
    await (await db.connection()).exec_driver_sql(statement)


async def _run_with_short_locks(database: Database[Clock], work: Callable[[AsyncSession], Awaitable[None]]) -> None:
    """Run `work` in a transaction with a lock timeout of one second, in up to five attempts."""
    for attempts_left in reversed(range(MAX_ATTEMPTS)):
        try:
            async with database.transaction() as db:
                await _run(db, f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
                await work(db)
            return
        except OperationalError as error:
            if not attempts_left or _get_sqlstate(error) not in LOCK_FAILURES:
                raise
            await asyncio.sleep(PAUSE_SECONDS)


def _get_sqlstate(error: OperationalError) -> str | None:
    return getattr(error.orig, "sqlstate", None)
