"""Compares content with 10,000 articles, 200,000 comments and 5,000 cars with the same service and the demo content.

`make bench P=content`. Two services run in this process on two databases of one server. They are called alternately,
one request at a time, so that other load affects both. Cached responses are dropped before each request. For the
requests "right after a change" the facets are dropped too. A page has the same number of rows in both databases, so a
difference in time comes from the rows that are not on the page.
"""

import asyncio
import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator

import httpx2
from chassis.migrate import upgrade
from chassis.testing.servers import Nats, Postgres, run_nats, run_postgres
from chassis.web.caches import CachedBytes
from content.demo import buyer, content, large_site
from content.main import build
from content.runtime import ContentRuntime
from content.settings import Settings

from tests.bench import budgets

ROUNDS = 60
WARM_UP = 5
REQUESTS = {
    "first page of posts": "/api/blog/posts",
    "search of posts": "/api/blog/posts?search=растаможка&limit=2",
    "filtered cars": "/api/cars?brand=bmw,audi&fuel=diesel&year_min=2016&sort=price&limit=4",
    "search of cars": "/api/cars?q=внедорожник&limit=3",
    "comments of a post": "/api/comments/{post}",
    "cars right after a change": "/api/cars?limit=3",
}
LISTS_AFTER_A_CHANGE = {"cars right after a change"}


@contextlib.asynccontextmanager
async def run_service(
    name: str, server: Postgres, bus: Nats, *, with_large_site: bool
) -> AsyncIterator[httpx2.AsyncClient]:
    """Run a content service with a separate, filled database, called without a network."""
    url = server.create(name)
    upgrade("content", url)
    with tempfile.TemporaryDirectory() as folder:
        values = {"environment": "test", "database_url": url, "nats_url": bus.url, "data_dir": folder}
        app = build(Settings.model_validate(values | {"log_level": "ERROR"}))
        runtime: ContentRuntime = app.state.runtime
        async with app.router.lifespan_context(app):
            async with runtime.database.transaction() as db:
                await content.load(db)
                await buyer.load(db)
                if with_large_site:
                    await large_site.load(db)
            async with runtime.database.autocommit() as db:
                await large_site.vacuum_tables(db)
            transport = httpx2.ASGITransport(app=app)
            async with httpx2.AsyncClient(transport=transport, base_url="http://bench", timeout=60) as http:
                yield http


async def time_request(http: httpx2.AsyncClient, path: str, *, after_change: bool) -> float:
    """Return the milliseconds of one request without a cached response."""
    # Both services run in this process and share its caches. Their facets have the same size.
    for cache in CachedBytes.by_name.values():
        if after_change:
            cache.drop()
        cache._cached.clear()
    began = time.perf_counter()
    answer = await http.get(path)
    milliseconds = (time.perf_counter() - began) * 1000
    answer.raise_for_status()
    return milliseconds


async def count_rows(http: httpx2.AsyncClient, path: str) -> int:
    """Return the number of rows of the page."""
    answer = (await http.get(path)).json()
    return len(answer["posts" if "posts" in answer else "cars"])


async def read_newest_id(http: httpx2.AsyncClient) -> str:
    return str((await http.get("/api/blog/posts?limit=1")).json()["posts"][0]["id"])


async def measure(demo: httpx2.AsyncClient, large: httpx2.AsyncClient) -> int:
    posts = {http: await read_newest_id(http) for http in (demo, large)}
    figures = []
    for name, path in REQUESTS.items():
        if "{post}" not in path:
            assert await count_rows(demo, path) == await count_rows(large, path), name
        times: dict[httpx2.AsyncClient, list[float]] = {demo: [], large: []}
        for _ in range(WARM_UP + ROUNDS):
            for http, taken in times.items():
                taken.append(
                    await time_request(http, path.format(post=posts[http]), after_change=name in LISTS_AFTER_A_CHANGE)
                )
        few = times[demo][WARM_UP:]
        many = times[large][WARM_UP:]
        value = statistics.median(after / before for before, after in zip(few, many, strict=True))
        detail = f"{statistics.median(many):.1f} ms vs {statistics.median(few):.1f} ms"
        figures.append(budgets.Figure(name, value, "ratio", must=3.0, aim=1.2, detail=detail))
    return budgets.report("Content with 10,000 articles and 5,000 cars beside the demo content, time", figures)


async def main() -> int:
    with run_postgres() as server, run_nats() as bus:
        async with (
            run_service("content_demo", server, bus, with_large_site=False) as demo,
            run_service("content_large", server, bus, with_large_site=True) as large,
        ):
            return await measure(demo, large)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
