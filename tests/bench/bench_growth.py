"""How the time of a request grows with the rows of its table: the slope of a line through both in logarithms.

`make bench P=growth`. A slope of 0 is a constant time, of 1 a time in proportion to the rows. Rows are made by SQL,
ten times as many at each step, up to ROWS (100,000 unless set; n-grams make a million slow to write). Administrators'
searches must have an index at every size: their plans are looked at, and one without fails the run.
"""

import asyncio
import math
import os
import statistics
import sys
from contextlib import ExitStack
from typing import Any

import httpx2
from chassis.app import Runtime
from chassis.migrate import upgrade
from chassis.testing.plans import statements, without_index
from chassis.testing.plugin import TEST_KEY, TEST_KID, token_for
from chassis.testing.servers import nats, postgres
from content.main import build
from content.settings import Settings
from sqlalchemy import text

from tests.bench import budgets
from tests.bench.bench_content import time_request

FIRST, LAST = 1_000, int(os.environ.get("ROWS", "100000"))
ROUNDS, WARM_UP = 20, 6
TIMES = "1, now() - n * interval '1 minute', now() - n * interval '1 minute'"
# What row number n of a table is. Every row has different words, as real rows do.
ROWS = {
    "posts (id, slug, title, excerpt, content, content_html, body_text, categories, tags, featured, read_minutes,"
    " status, author_first_name, author_last_name, published_at, version, created_at, updated_at)":
        "gen_random_uuid(), 'growth-' || n, 'Статья ' || md5(n::text), '', '', '', 'Пошлина ' || md5(n::text),"
        " ARRAY['tips'], ARRAY['import'], false, 1, 'published', 'Марта', 'Ильинская', now() - n * interval '1 minute',"
        f" {TIMES}",
    "cars (id, slug, brand, model, year, body_type, mileage_km, engine, power_hp, fuel, country, description, tags,"
    " images, price_rub, price_is_manual, featured, featured_rank, status, version, created_at, updated_at)":
        "gen_random_uuid(), 'growth-' || n, 'Brand' || n % 50, md5(n::text), 2016 + n % 10, 'suv', n, '', 200,"
        f" 'diesel', 'DE', '', ARRAY[]::text[], ARRAY[]::text[], n * 100, true, false, 0, 'published', {TIMES}",
    "subscribers (id, email, status, consent_at, version, created_at, updated_at)":
        f"gen_random_uuid(), md5(n::text) || '@example.com', 'confirmed', now(), {TIMES}",
    "orders (id, number, title, price_rub, status, current_step, version, created_at, updated_at)":
        f"gen_random_uuid(), 'N-' || n, 'BMW X' || n % 7 || md5(n::text), n, 'active', 'check', {TIMES}",
}  # fmt: skip
# Each finds as many rows at every size: row 77 exists from the first step on.
WORD = "28dd2c7955"
REQUESTS = {
    "a deep page of posts": "/api/blog/posts?offset=600",
    "search of posts, one match": f"/api/blog/posts?search={WORD}",
    "filtered cars, by price": "/api/cars?brand=brand7&price_max=90000&sort=price",
    "search of cars, one match": f"/api/cars?q={WORD}",
    "administrators' search of subscribers": f"/api/content/admin/newsletter?search={WORD}",
    "administrators' search of orders": f"/api/content/admin/orders?search={WORD}",
    "administrators' list of orders": "/api/content/admin/orders",
}
# Lists give the exact number of all rows, and counting them in an index is in proportion to them.
EXPLAINED = {"a deep page of posts": "counts all", "administrators' list of orders": "counts all"}


async def grow(runtime: Runtime, first: int, last: int) -> None:
    """Add the rows from one number to another to each table, and analyze it, as autovacuum would."""
    async with runtime.database.reading() as db:
        await db.execute(text("SET statement_timeout = 0"))
        for table, values in ROWS.items():
            await db.execute(text(f"INSERT INTO {table} SELECT {values} FROM generate_series({first}, {last}) AS n"))  # noqa: S608
            await db.execute(text(f"VACUUM ANALYZE {table.partition(' ')[0]}"))


async def measure(http: httpx2.AsyncClient, runtime: Runtime) -> dict[str, float]:
    """Milliseconds of each request; exits when one has to read a whole table."""
    found = {}
    for name, path in REQUESTS.items():
        times = [await time_request(http, path, after_change=False) for _ in range(WARM_UP + ROUNDS)]
        found[name] = statistics.median(times[WARM_UP:])
        if name not in EXPLAINED:
            with statements(runtime) as seen:
                await time_request(http, path, after_change=False)
            if scans := await without_index(runtime, seen, small={"site_settings", "tags"}):
                raise SystemExit(f"{name} reads a whole table: {scans}")
    return found


def slope(sizes: list[int], times: list[float]) -> float:
    """Of the line through both in logarithms, by least squares."""
    return statistics.linear_regression([math.log(size) for size in sizes], [math.log(time) for time in times]).slope


async def main() -> int:
    with ExitStack() as stack:
        server, bus = stack.enter_context(postgres()), stack.enter_context(nats())
        url = server.create("content")
        upgrade("content", url)
        values: dict[str, Any] = {"environment": "test", "database_url": url, "nats_url": bus.url, "run_jobs": False}
        app = build(Settings.model_validate(values | {"log_level": "ERROR"}))
        runtime: Runtime = app.state.runtime
        sizes, times = [], []
        async with app.router.lifespan_context(app):
            runtime.identity.keys[TEST_KID] = TEST_KEY
            headers = {"Authorization": f"Bearer {token_for(runtime.now(), role='admin')}"}
            transport = httpx2.ASGITransport(app=app)
            async with httpx2.AsyncClient(
                transport=transport, base_url="http://bench", timeout=60, headers=headers
            ) as http:
                done, size = 0, FIRST
                while size <= LAST:
                    await grow(runtime, done + 1, size)
                    sizes.append(size)
                    times.append(await measure(http, runtime))
                    done, size = size, size * 10
    return report(sizes, times)


def report(sizes: list[int], times: list[dict[str, float]]) -> int:
    figures = []
    for name in REQUESTS:
        measured = [one[name] for one in times]
        detail = " ".join(f"{time:.1f}" for time in measured) + f" ms, {EXPLAINED.get(name, '')}".rstrip(", ")
        aim = None if name in EXPLAINED else 0.15
        figures.append(budgets.Figure(name, slope(sizes, measured), "slope", aim=aim, detail=detail))
    return budgets.report(f"Time against rows, {sizes[0]:,} to {sizes[-1]:,}", figures)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
