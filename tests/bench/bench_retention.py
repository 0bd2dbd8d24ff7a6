# ruff: noqa: S608  (the statements are made of constants of this file)
"""Measures the deletion of one day of events, notifications and deliveries. `make bench P=retention`.

SQL inserts the rows of the day: published events, the ids of handled events, the entries of 100,000 inboxes, and
deliveries. Every tenth entry or delivery is of a kind that is kept longer. The jobs of the services delete the others
while another connection records events. Every statement is timed at the client.
ROWS is the number of rows in each table. The default is a million, in memory. With more rows, such as the ten million
of a whole day, PostgreSQL stores them on disk, up to 8 GB for each table.
TABLES is a list of `events`, `notifications` and `deliveries`, separated by spaces (all by default).
"""

import asyncio
import math
import os
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import psycopg
from chassis import retention
from chassis.database.partitions import maintain
from chassis.database.tables import new_id
from chassis.jobs import Job, run_if_due
from chassis.migrate import upgrade
from chassis.retention import OUTBOX, SEEN_EVENTS
from chassis.runtime import AnyRuntime
from chassis.testing import servers
from chassis.testing.plugin import MovableClock
from notifications.channels import service as deliveries
from notifications.inbox import retention as inbox
from notifications.live.publisher import Publisher
from notifications.runtime import NotificationsRuntime
from notifications.settings import Settings
from sqlalchemy import event

from tests.bench import budgets

ROWS = int(os.environ.get("ROWS", "1000000"))
MAX_ROWS_IN_MEMORY = 1_000_000
LARGE_SERVER = "shared_buffers = 1GB\nmaintenance_work_mem = 512MB\nmax_wal_size = 4GB\n"
INBOXES = 100_000
DAY_SECONDS = 86_400
# The ids have the product's format, spread over the day that begins at the given milliseconds.
ID = "(lpad(to_hex(%(day)s + n * 86400000 / %(rows)s), 12, '0') || '7000b' || lpad(to_hex(n), 15, '0'))::uuid"
TIME = "%(at)s + n * interval '1 day' / %(rows)s"
INSERT_EVENTS = (
    f"INSERT INTO outbox (id, type, body, created_at, published_at) SELECT {ID}, 'content.comment.created',"
    " repeat('x', 300)::bytea, %(at)s, %(at)s FROM generate_series(0::bigint, %(rows)s - 1) AS n",
    f"INSERT INTO seen_events SELECT {ID}, %(at)s FROM generate_series(0::bigint, %(rows)s - 1) AS n",
)
KEPT_SHARE = 10
MAX_RUNS = 10
INSERT_ENTRIES = (
    f"INSERT INTO notifications SELECT {ID}, md5((n %% {INBOXES})::text)::uuid, gen_random_uuid(), 'system', 'Новость',"
    f" 'Текст', '{{}}', n %% {KEPT_SHARE} > 0, %(at)s, {TIME} FROM generate_series(0::bigint, %(rows)s - 1) AS n",
    "INSERT INTO inbox_state SELECT user_id, count(*) FILTER (WHERE NOT is_read), count(*), 1"
    " FROM notifications GROUP BY user_id",
)
INSERT_DELIVERIES = (
    "INSERT INTO deliveries (id, user_id, source_id, channel, type, title, message, link, is_bulk, in_digest, state,"
    f" attempts, created_at, due_at, campaign_id) SELECT {ID}, md5((n %% {INBOXES})::text)::uuid, gen_random_uuid(),"
    f" 'email', 'system', '', '', '', false, false, 'sent', 1, {TIME}, {TIME},"
    f" CASE n %% {KEPT_SHARE} WHEN 0 THEN md5('campaign')::uuid END FROM generate_series(0::bigint, %(rows)s - 1) AS n",
)
INSERT_EVENT = "INSERT INTO outbox (id, type, body, created_at) VALUES (%s, 'x', '', now())"


class StatementTimer:
    """Measures the longest statement of an engine."""

    def __init__(self, engine: Any) -> None:
        self.longest_seconds = 0.0
        self._began = 0.0
        event.listen(engine, "before_cursor_execute", self._begin)
        event.listen(engine, "after_cursor_execute", self._end)

    def _begin(self, *_: object) -> None:
        self._began = time.monotonic()

    def _end(self, *_: object) -> None:
        self.longest_seconds = max(self.longest_seconds, time.monotonic() - self._began)


class Recorder:
    """Records one event after another, as a service does, and measures the longest wait."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._is_over = False
        self.longest_seconds = 0.0

    def run(self) -> None:
        with psycopg.connect(self._url, autocommit=True) as db:
            while not self._is_over:
                began = time.monotonic()
                db.execute(INSERT_EVENT, [new_id()])
                self.longest_seconds = max(self.longest_seconds, time.monotonic() - began)
                time.sleep(0.005)

    async def time_beside_events(self, work: Awaitable[object]) -> float:
        """Return the seconds that `work` takes while events are recorded."""
        recording = asyncio.create_task(asyncio.to_thread(self.run))
        began = time.monotonic()
        try:
            await work
            return time.monotonic() - began
        finally:
            self._is_over = True
            await recording


# Building the indexes at the end takes minutes. Updating them for each of ten million rows took hours.
DISABLE_INDEXES = "UPDATE pg_index SET indisready = false WHERE indrelid = %s::regclass"


async def fill(url: str, statements: tuple[str, ...], day: datetime, at: datetime, *, table: str = "") -> None:
    """Run the statements. The indexes of `table` are built after the first statement."""
    values = {"rows": ROWS, "day": int(day.timestamp() * 1000), "at": at}
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as db:
        if table:
            await db.execute(DISABLE_INDEXES, [table])
        for number, statement in enumerate(statements):
            await db.execute(statement.encode(), values)
            if table and number == 0:
                await db.execute(f"REINDEX TABLE {table}".encode())
        await db.execute("VACUUM ANALYZE")


async def measure(
    runtime: AnyRuntime, url: str, name: str, work: Callable[[], Awaitable[float]]
) -> list[budgets.Figure]:
    """Run `work`, which returns how many rows it removed, beside a service that records events."""
    timer = StatementTimer(runtime.engine.sync_engine)
    recorder = Recorder(url)
    removed_rows = 0.0

    async def run() -> None:
        nonlocal removed_rows
        removed_rows = await work()

    seconds = await recorder.time_beside_events(run())
    rows_per_day = removed_rows / seconds * DAY_SECONDS
    return [
        budgets.Figure(f"{name}: rows a day", rows_per_day, "rows", detail=f"{seconds:.1f} s"),
        budgets.Figure(f"{name}: longest statement", timer.longest_seconds, "s"),
        budgets.Figure(f"{name}: longest wait of an insert", recorder.longest_seconds, "s"),
    ]


async def count(url: str, table: str) -> int:
    async with await psycopg.AsyncConnection.connect(url) as db:
        row = await (await db.execute(f"SELECT count(*) FROM {table}".encode())).fetchone()
    return int(row[0]) if row else 0


async def measure_vacuum(url: str, table: str) -> budgets.Figure:
    """Measure a vacuum, which reads every index. Deletion in batches needs one, and dropped partitions need none."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as db:
        began = time.monotonic()
        await db.execute(f"VACUUM {table}".encode())
        return budgets.Figure(f"{table}: vacuum afterwards", time.monotonic() - began, "s")


async def measure_events(runtime: NotificationsRuntime, url: str) -> list[budgets.Figure]:
    now = runtime.now()
    for partitioned in (OUTBOX, SEEN_EVENTS):
        await maintain(runtime.database, now, partitioned)
    await fill(url, INSERT_EVENTS, choose_first_day(runtime), now)
    runtime.now.move(days=40)  # type: ignore[attr-defined]

    async def drop() -> float:
        purge = Job("chassis.purge", timedelta(minutes=10), retention.purge, autocommit=True)
        assert await run_if_due(purge, runtime)
        return float(2 * ROWS)

    figures = await measure(runtime, url, "outbox and seen_events", drop)
    runtime.now.move(days=-40)  # type: ignore[attr-defined]
    assert await count(url, "seen_events") == 0
    return figures


async def measure_notifications(runtime: NotificationsRuntime, url: str) -> list[budgets.Figure]:
    await fill(
        url, INSERT_ENTRIES, choose_first_day(runtime), runtime.now() - timedelta(days=200), table="notifications"
    )
    old_rows = ROWS - ROWS // KEPT_SHARE
    rows_per_run = inbox.BATCH_SIZE * inbox.MAX_BATCHES
    runs = min(MAX_RUNS, math.ceil(old_rows / rows_per_run))
    removed_rows = min(old_rows, runs * rows_per_run)

    async def purge() -> float:
        for _ in range(runs):
            async with runtime.database.reading() as db:
                await inbox.purge_old_entries(db, runtime)
        assert await count(url, "notifications") == ROWS - removed_rows
        return float(removed_rows)

    figures = await measure(runtime, url, f"notifications, {runs} runs of the job", purge)
    return [*figures, await measure_vacuum(url, "notifications")]


async def measure_deliveries(runtime: NotificationsRuntime, url: str) -> list[budgets.Figure]:
    await fill(
        url, INSERT_DELIVERIES, choose_first_day(runtime), runtime.now() - timedelta(days=200), table="deliveries"
    )

    async def purge() -> float:
        async with runtime.database.reading() as db:
            await deliveries.purge_old_deliveries(db, runtime)
        remaining = await count(url, "deliveries")
        assert remaining == ROWS // KEPT_SHARE
        return float(ROWS - remaining)

    return [*await measure(runtime, url, "deliveries", purge), await measure_vacuum(url, "deliveries")]


def choose_first_day(runtime: AnyRuntime) -> datetime:
    return OUTBOX.find_start(runtime.now()) + timedelta(days=3)


MEASUREMENTS = {"events": measure_events, "notifications": measure_notifications, "deliveries": measure_deliveries}


async def run(address: str) -> int:
    settings = Settings(environment="test", database_url=address)
    runtime = NotificationsRuntime(settings, now=MovableClock())
    # Deleted entries are announced to open streams. Here there are none.
    runtime.publisher = Publisher(runtime, lambda kind, content: None)
    figures = []
    for name in os.environ.get("TABLES", " ".join(MEASUREMENTS)).split():
        figures += await MEASUREMENTS[name](runtime, address.replace("+psycopg", ""))
    await runtime.engine.dispose()
    return budgets.report(f"Retention, {ROWS:,} rows in each table", figures)


def main() -> int:
    is_large = ROWS > MAX_ROWS_IN_MEMORY
    with servers.run_postgres(LARGE_SERVER if is_large else "", on_disk=is_large) as server:
        address = server.create("notifications")
        upgrade("notifications", address)
        return asyncio.run(run(address))


if __name__ == "__main__":
    raise SystemExit(main())
