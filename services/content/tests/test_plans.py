"""With much content every statement of the lists has an index, and their number does not grow with the rows."""

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
from content.jobs import JOBS
from sqlalchemy import event, text

SOMEBODY = new_id()
PAGES = [
    "/api/blog/posts",
    "/api/blog/posts?category=tips&offset=60",
    "/api/blog/posts?tag=import",
    "/api/blog/posts?featured=true",
    "/api/blog/posts?featured=false&as_of=2027-01-01T00:00:00Z",
    "/api/blog/posts?category=tips&tag=import&search=растаможка",
    "/api/blog/posts?search=растаможка",
    "/api/blog/posts?search=автомобиль&offset=30",
    "/api/blog/posts/large-7",
    "/api/blog/categories",
    "/api/blog/tags",
    "/api/cars",
    "/api/cars?brand=bmw,audi&body_type=suv&fuel=diesel",
    "/api/cars?price_min=3000000&price_max=6000000&sort=price_asc",
    "/api/cars?price_max=6000000&sort=price_desc",
    "/api/cars?year_min=2022&sort=year_desc",
    "/api/cars?year_max=2020&sort=year_asc",
    "/api/cars?sort=mileage_asc",
    "/api/cars?mileage_max=50000&sort=mileage_desc",
    "/api/cars?tag=panorama",
    "/api/cars?body_type=estate&sort=created_at",
    "/api/cars?fuel=electric",
    "/api/cars?q=автомобиль",
    "/api/cars/featured",
    "/api/cars/large-7",
    "/sitemap.xml",
    "/rss.xml",
]
# What administrators ask; the words after the name are filters and orders. Words inside the small tables are looked
# for in every row: no index of PostgreSQL's own finds the middle of a word.
DESKS = {
    "posts": (
        "", "status=draft", "category=tips", "search=автомобиль", "sort=title", "sort=-title", "sort=created_at",
        "sort=-created_at", "sort=updated_at", "sort=-published_at", "status=published&category=news&search=дизель",
    ),
    "cars": (
        "", "status=published", "brand=bmw", "featured=true", "featured=false", "search=дизель", "sort=price_rub",
        "sort=-price_rub", "sort=-updated_at", "sort=brand", "sort=created_at",
    ),
    "comments": (
        "", "status=pending", "status=approved", "status=rejected", "search=автомобиль", "sort=created_at",
        "sort=-created_at", f"user_id={SOMEBODY}", f"post_id={SOMEBODY}",
    ),
    "orders": (
        "", "status=active", "step=check", f"user_id={SOMEBODY}", "sort=created_at", "sort=-updated_at",
        "sort=price_rub", "sort=-price_rub",
    ),
    "payments": ("", "status=pending", f"order_id={SOMEBODY}", f"user_id={SOMEBODY}"),
    "bookings": (
        "", "status=requested", "kind=viewing", f"user_id={SOMEBODY}", "starts_from=2027-01-01T00:00:00Z",
        "sort=starts_at", "sort=-starts_at",
    ),
    "contacts": ("", "status=new", f"assignee_id={SOMEBODY}", "overdue=true", "overdue=false", "sort=due_at"),
    "requests": (
        "", "status=new", "kind=callback", f"assignee_id={SOMEBODY}", "overdue=true", "overdue=false", "sort=due_at",
    ),
    "newsletter": ("", "status=pending", "sort=created_at", "sort=email"),
    "media": ("", "sort=created_at", "sort=name"),
    "audit": ("", "entity=post", f"entity_id={SOMEBODY}", f"actor_id={SOMEBODY}"),
}  # fmt: skip
OWN = ("orders", "payments", "bookings", "favorites")
LISTS = (*DESKS, "team")
ours: ContextVar[bool] = ContextVar("ours", default=False)
# Tables of a few rows, which are read whole.
SMALL = {"site_settings", "tags", "team_members", "presence"}


@contextmanager
def statements(runtime: Any) -> Iterator[list[tuple[str, Any]]]:
    """What this test's own requests asked and deleted; the service's workers ask for their own things meanwhile."""
    seen: list[tuple[str, Any]] = []
    token = ours.set(True)

    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if ours.get() and statement.lstrip().upper().startswith(("SELECT", "WITH", "DELETE")):
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
            for name in OWN:
                assert (await client.get(f"/api/me/{name}", headers=signed_in())).status_code == 200
            async with runtime.database.transaction() as session:
                for job in JOBS:
                    await job.run(session, runtime)
        missing = {}
        async with runtime.engine.connect() as connection:
            # A small table is read whole even where an index fits; forbidden to, the planner shows whether one does.
            await connection.execute(text("SET enable_seqscan = off"))
            for statement, parameters in seen:
                if tables := scanned(await self.plan(connection, statement, parameters)) - SMALL:
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
        self,
        client: Any,
        signed_in: Any,
        admin: Any,
        make_post: Any,
        make_comment: Any,
        make_car: Any,
        make_order: Any,
        make_payment: Any,
        make_member: Any,
        make_contact: Any,
        make_request: Any,
    ) -> Any:
        """More rows of everything: `post = await fill(user, times=6)`."""

        async def more(user: Any, *, times: int) -> Any:
            form = {"kind": "callback", "name": "Анна", "phone": "+7 495 000-00-21", "consent": True}
            for _ in range(times):
                post = await make_post()
                await make_comment(post)
                await client.put(f"/api/me/favorites/{(await make_car()).id}", headers=signed_in(id=user))
                await make_member()
                await make_payment(await make_order(user_id=user))
                await make_contact()
                await make_request()
                await client.post("/api/requests", json=form | {"message": str(new_id())}, headers=signed_in(id=user))
                reader = {"email": f"{new_id()}@example.com"}
                await client.post("/api/content/admin/newsletter", json=reader, headers=admin)
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
        urls += [(f"/api/me/{name}", own) for name in OWN]
        urls += [(f"{desk}/{name}", admin) for name in LISTS]

        async def numbers() -> list[int]:
            for cache in list(CachedBytes.everywhere):
                cache.drop()
            drop_kept()
            return [await self.counted(client, runtime, url, headers) for url, headers in urls]

        few = await numbers()
        await fill(user, times=6)
        assert await numbers() == few
        assert max(few) <= 6
        for url, headers in urls[4:]:
            is_empty = (await client.get(url, headers=headers)).json()["total"] == 0
            assert is_empty is url.endswith("/media"), url

    async def counted(self, client: Any, runtime: Any, url: str, headers: Any) -> int:
        with statements(runtime) as seen:
            assert (await client.get(url, headers=headers)).status_code == 200
        return len(seen)
