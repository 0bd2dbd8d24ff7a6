"""With much content every statement of the public pages has an index, and their number does not grow with the rows."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import pytest
from chassis.http import CachedBytes
from chassis.tables import new_id
from content.cars.service import drop_kept
from content.demo import large
from sqlalchemy import event, text

PAGES = [
    "/api/blog/posts",
    "/api/blog/posts?category=tips&offset=60",
    "/api/blog/posts?tag=import",
    "/api/blog/posts?featured=true",
    "/api/blog/posts?search=растаможка",
    "/api/blog/posts?search=автомобиль&offset=30",
    "/api/blog/posts/large-7",
    "/api/blog/categories",
    "/api/blog/tags",
    "/api/cars",
    "/api/cars?brand=bmw,audi&body_type=suv&fuel=diesel",
    "/api/cars?price_min=3000000&price_max=6000000&sort=price_asc",
    "/api/cars?year_min=2022&sort=year_desc",
    "/api/cars?sort=mileage_asc",
    "/api/cars?q=автомобиль",
    "/api/cars/featured",
    "/api/cars/large-7",
    "/sitemap.xml",
    "/rss.xml",
]
# What administrators ask of the same tables; the words after the name are filters and orders.
DESKS = {
    "posts": (
        "", "status=draft", "category=tips", "search=автомобиль", "sort=title", "sort=-title", "sort=created_at",
        "sort=-created_at", "sort=updated_at", "sort=-published_at",
    ),
    "cars": (
        "", "status=published", "brand=bmw", "featured=true", "search=дизель", "sort=price_rub", "sort=-price_rub",
        "sort=-updated_at", "sort=brand", "sort=created_at",
    ),
    "comments": ("", "status=pending", "status=approved", "search=автомобиль", "sort=created_at"),
}  # fmt: skip
ours: ContextVar[bool] = ContextVar("ours", default=False)
BIG = {"posts", "comments", "cars"}


@contextmanager
def statements(runtime: Any) -> Iterator[list[tuple[str, Any]]]:
    """The SELECTs that this test's own requests ran; the service's workers ask for their own things meanwhile."""
    seen: list[tuple[str, Any]] = []
    token = ours.set(True)

    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if ours.get() and statement.lstrip().upper().startswith(("SELECT", "WITH")):
            seen.append((statement, parameters))

    event.listen(runtime.engine.sync_engine, "before_cursor_execute", note)
    yield seen
    ours.reset(token)
    event.remove(runtime.engine.sync_engine, "before_cursor_execute", note)


def scanned(plan: dict[str, Any]) -> set[str]:
    """The tables that a plan reads from end to end."""
    here = {plan["Relation Name"]} if plan["Node Type"] == "Seq Scan" else set()
    return here.union(*(scanned(part) for part in plan.get("Plans", [])))


def repeats(plan: dict[str, Any]) -> list[int]:
    """How often each query inside the query was run."""
    here = [plan["Actual Loops"]] if plan.get("Parent Relationship") == "SubPlan" else []
    return here + [times for part in plan.get("Plans", []) for times in repeats(part)]


class TestPlans:
    @pytest.fixture
    async def much(self, runtime: Any, db: Any) -> None:
        async with runtime.database.transaction() as session:
            await large.load(session, posts=600, comments=3_000, cars=400)
        await large.tidy(db)

    async def test_no_statement_without_an_index(
        self, client: Any, signed_in: Any, admin: Any, runtime: Any, much: None
    ) -> None:
        with statements(runtime) as seen:
            for page in PAGES:
                assert (await client.get(page)).status_code == 200
            post = (await client.get("/api/blog/posts/large-0")).json()["id"]
            assert (await client.get(f"/api/comments/{post}")).status_code == 200
            assert (await client.get(f"/api/comments/{post}", headers=signed_in())).status_code == 200
            for desk in (f"{name}?{asked}" for name, every in DESKS.items() for asked in every):
                assert (await client.get(f"/api/content/admin/{desk}", headers=admin)).status_code == 200
        missing = {}
        async with runtime.engine.connect() as connection:
            # A small table is read whole even where an index fits; forbidden to, the planner shows whether one does.
            await connection.execute(text("SET enable_seqscan = off"))
            for statement, parameters in seen:
                if tables := scanned(await self.plan(connection, statement, parameters)) & BIG:
                    missing[statement] = tables
            await connection.execute(text("RESET enable_seqscan"))
        assert not missing
        assert len(seen) > len(PAGES)

    async def test_a_deep_page_counts_the_histories_of_its_own_rows_alone(
        self, client: Any, admin: Any, runtime: Any, much: None
    ) -> None:
        with statements(runtime) as seen:
            page = await client.get("/api/content/admin/comments?limit=10&offset=2500", headers=admin)
        assert len(page.json()["items"]) == 10
        async with runtime.engine.connect() as connection:
            plans = [await self.plan(connection, *asked, how="ANALYZE, FORMAT JSON") for asked in seen]
        repeated = [times for plan in plans for times in repeats(plan)]
        assert repeated
        assert max(repeated) <= 10

    async def plan(self, connection: Any, statement: str, parameters: Any, *, how: str = "FORMAT JSON") -> Any:
        found = (await connection.exec_driver_sql(f"EXPLAIN ({how}) {statement}", parameters)).scalar_one()
        return (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]


class TestNumberOfStatements:
    @pytest.fixture
    async def fill(
        self, make_post: Any, make_comment: Any, make_car: Any, make_order: Any, make_payment: Any, make_member: Any
    ) -> Any:
        """More rows of everything: `post = await fill(user, times=6)`."""

        async def more(user: Any, *, times: int) -> Any:
            for _ in range(times):
                post = await make_post()
                await make_comment(post)
                await make_car()
                await make_member()
                await make_payment(await make_order(user_id=user))
            return post

        return more

    async def test_is_the_same_for_one_row_and_for_many(
        self, client: Any, admin: Any, signed_in: Any, runtime: Any, fill: Any
    ) -> None:
        user, desk = new_id(), "/api/content/admin"
        own = signed_in(id=user)
        post = await fill(user, times=1)
        public = ("/api/blog/posts?limit=100", "/api/cars?limit=100", "/api/team", f"/api/comments/{post.id}")
        urls = [(url, None) for url in public]
        urls += [(f"/api/me/{name}", own) for name in ("orders", "payments", "bookings", "favorites")]
        urls += [(f"{desk}/{name}", admin) for name in ("posts", "comments", "cars", "team", "orders", "payments")]

        async def numbers() -> list[int]:
            for cache in list(CachedBytes.everywhere):
                cache.drop()
            drop_kept()
            return [await self.counted(client, runtime, url, headers) for url, headers in urls]

        few = await numbers()
        await fill(user, times=6)
        assert await numbers() == few
        assert max(few) <= 6

    async def counted(self, client: Any, runtime: Any, url: str, headers: Any) -> int:
        with statements(runtime) as seen:
            assert (await client.get(url, headers=headers)).status_code == 200
        return len(seen)
