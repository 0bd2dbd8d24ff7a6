"""Measures how the time of a request grows with the rows of its table, as the slope of a log-log line.

`make bench P=growth`, or `FEWEST=1000 ROWS=1000000 make bench P=growth` for a million contacts and 100,000 rows of the
other tables. A slope of 0 is a constant time, of 1 a time in proportion to the rows. Rows are made by SQL, ten times as
many at each step, up to ROWS (50,000 by default; more take minutes to write). A request that scans a whole table fails
the run, except those in EXPLAINED_GROWTH. All sizes are measured in turns.
"""

import asyncio
import math
import os
import statistics
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx2
from chassis.migrate import upgrade
from chassis.runtime import AnyRuntime
from chassis.testing.plans import find_unindexed, record_statements
from chassis.testing.plugin import TEST_KEY, TEST_KID, sign_token
from chassis.testing.servers import Nats, Postgres, run_nats, run_postgres
from content.main import build
from content.settings import Settings
from sqlalchemy import text

from tests.bench import budgets
from tests.bench.bench_content import time_request

MIN_ROWS = int(os.environ.get("FEWEST", "500"))
MAX_ROWS = int(os.environ.get("ROWS", "50000"))
MAX_ROWS_OF_OTHERS = 100_000
ROUNDS = 20
WARM_UP = 6
VERSION_AND_TIMES = "1, now() - n * interval '1 minute', now() - n * interval '1 minute'"
# The INSERT of row number n of each table. Every row has different words, as real rows do.
ROWS = {
    "posts (id, slug, title, excerpt, content, content_html, body_text, categories, tags, featured, read_minutes,"
    " status, author_first_name, author_last_name, published_at, version, created_at, updated_at)":
        "gen_random_uuid(), 'growth-' || n, 'Статья ' || md5(n::text), '', '', '', 'Пошлина ' || md5(n::text),"
        " ARRAY['tips'], ARRAY['import'], false, 1, 'published', 'Марта', 'Ильинская', now() - n * interval '1 minute',"
        f" {VERSION_AND_TIMES}",
    "cars (id, slug, brand, model, year, body_type, mileage_km, engine, power_hp, fuel, country, description, tags,"
    " images, price_rub, price_is_manual, featured, featured_rank, status, version, created_at, updated_at)":
        "gen_random_uuid(), 'growth-' || n, 'Brand' || n % 50, md5(n::text), 2016 + n % 10, 'suv', n, '', 200,"
        " 'diesel', 'DE', '', ARRAY[]::text[], ARRAY[]::text[], n * 100, true, false, 0, 'published',"
        f" {VERSION_AND_TIMES}",
    "subscribers (id, email, status, consent_at, version, created_at, updated_at)":
        f"gen_random_uuid(), md5(n::text) || '@example.com', 'confirmed', now(), {VERSION_AND_TIMES}",
    "contacts (id, reference, name, phone, email, message, fingerprint, consent_at, status, due_at,"
    " version, created_at, updated_at)":
        "uuidv7(-n * interval '1 minute'), 'MA-' || n, 'Имя ' || n % 900, '+7' || (9000000000 + n),"
        " md5(n::text) || '@example.com', 'Сообщение ' || md5((-n)::text), md5(n::text), now(),"
        f" CASE WHEN n <= 40 THEN 'new' ELSE 'closed' END, now() - n * interval '1 minute', {VERSION_AND_TIMES}",
    "orders (id, number, title, price_rub, status, current_step, version, created_at, updated_at)":
        f"gen_random_uuid(), 'N-' || n, 'BMW X' || n % 7 || md5(n::text), n, 'active', 'check', {VERSION_AND_TIMES}",
}  # fmt: skip
SELECT_WORD_INDEXES = text(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = :name AND indexdef LIKE '%USING gin%'"
)
# Each request finds the same number of rows at every size: row 77 exists from the first step on.
WORD = "28dd2c7955"
REQUESTS = {
    "a deep page of posts": "/api/blog/posts?offset=300",
    "search of posts, one match": f"/api/blog/posts?search={WORD}",
    "filtered cars, by price": "/api/cars?brand=brand7&price_max=90000&sort=price",
    "search of cars, one match": f"/api/cars?q={WORD}",
    "administrators' search of subscribers": f"/api/content/admin/newsletter?search={WORD}",
    "administrators' search of orders": f"/api/content/admin/orders?search={WORD}",
    "administrators' list of orders": "/api/content/admin/orders",
    "administrators' list of contacts": "/api/content/admin/contacts",
    "contacts by the promised time": "/api/content/admin/contacts?sort=due_at",
    "new contacts": "/api/content/admin/contacts?status=new",
    "administrators' search of contacts": f"/api/content/admin/contacts?search={WORD}",
}
# The answer contains the exact total, and the time to count rows in an index is in proportion to their number.
EXPLAINED_GROWTH = {"a deep page of posts": "counts all"}


async def fill(runtime: AnyRuntime, size: int) -> None:
    """Insert this many rows into each table, and analyze it, as autovacuum would."""
    async with runtime.database.autocommit() as db:
        await db.execute(text("SET statement_timeout = 0"))
        await db.execute(text("SET maintenance_work_mem = '512MB'"))
        for table, values in ROWS.items():
            name = table.partition(" ")[0]
            rows = size if name == "contacts" else min(size, MAX_ROWS_OF_OTHERS)
            # An n-gram index is built after the rows: adding a million rows to it one by one takes an hour.
            indexes = (await db.execute(SELECT_WORD_INDEXES, {"name": name})).all()
            for index, _ in indexes:
                await db.execute(text(f"DROP INDEX {index}"))
            await db.execute(text(f"INSERT INTO {table} SELECT {values} FROM generate_series(1, {rows}) AS n"))  # noqa: S608
            for _, definition in indexes:
                await db.execute(text(definition))
            await db.execute(text(f"VACUUM ANALYZE {name}"))


@asynccontextmanager
async def run_service(server: Postgres, bus: Nats, size: int) -> AsyncIterator[tuple[httpx2.AsyncClient, AnyRuntime]]:
    """Run content with a database of its own and this many rows in each table.

    Yields the HTTP client of an administrator, and the runtime.
    """
    url = server.create(f"content_{size}")
    upgrade("content", url)
    values: dict[str, Any] = {"environment": "test", "database_url": url, "nats_url": bus.url, "run_jobs": False}
    app = build(Settings.model_validate(values | {"log_level": "ERROR"}))
    runtime: AnyRuntime = app.state.runtime
    async with app.router.lifespan_context(app):
        runtime.identity.keys[TEST_KID] = TEST_KEY
        await fill(runtime, size)
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://bench", timeout=60) as http:
            yield http, runtime


async def measure(name: str, path: str, sizes: dict[int, tuple[httpx2.AsyncClient, AnyRuntime]]) -> list[float]:
    """Return the milliseconds at each size, measured in turns. Exits if a request scans a whole table."""
    for http, runtime in sizes.values():
        # A token is valid for some minutes, and filling the tables may take longer.
        http.headers["Authorization"] = f"Bearer {sign_token(runtime.now(), role='admin')}"
    times: dict[int, list[float]] = {size: [] for size in sizes}
    for _ in range(WARM_UP + ROUNDS):
        for size, (http, _runtime) in sizes.items():
            times[size].append(await time_request(http, path, after_change=False))
    if name not in EXPLAINED_GROWTH:
        for http, runtime in sizes.values():
            await refuse_full_scans(http, runtime, name, path)
    return [statistics.median(taken[WARM_UP:]) for taken in times.values()]


async def refuse_full_scans(http: httpx2.AsyncClient, runtime: AnyRuntime, name: str, path: str) -> None:
    with record_statements(runtime) as recorded_statements:
        await time_request(http, path, after_change=False)
    if scans := await find_unindexed(runtime, recorded_statements, small_tables={"site_settings", "tags"}):
        raise SystemExit(f"{name} reads a whole table: {scans}")


def compute_slope(sizes: list[int], times: list[float]) -> float:
    """Return the slope of the line through the logarithms of both, by least squares."""
    return statistics.linear_regression([math.log(size) for size in sizes], [math.log(time) for time in times]).slope


async def main() -> int:
    figures = []
    async with AsyncExitStack() as stack:
        server = stack.enter_context(run_postgres())
        bus = stack.enter_context(run_nats())
        sizes = {}
        size = MIN_ROWS
        while size <= MAX_ROWS:
            sizes[size] = await stack.enter_async_context(run_service(server, bus, size))
            size *= 10
        for name, path in REQUESTS.items():
            measured_sizes = {
                size: service for size, service in sizes.items() if size <= MAX_ROWS_OF_OTHERS or "contacts" in name
            }
            times = await measure(name, path, measured_sizes)
            detail = f"{' '.join(map(budgets.format_number, times))} ms {EXPLAINED_GROWTH.get(name, '')}".rstrip()
            aim = None if name in EXPLAINED_GROWTH else 0.15
            figures.append(
                budgets.Figure(name, compute_slope(list(measured_sizes), times), "slope", aim=aim, detail=detail)
            )
    return budgets.report(f"Time against rows, {min(sizes):,} to {max(sizes):,}", figures)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
