"""With many rows every statement of the lists uses an index, and the number of statements does not grow."""

from typing import Any
from uuid import UUID

import pytest
from chassis.database.tables import new_id
from chassis.events.registry import EventContext, Handlers
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plans import (
    explain_query,
    find_unindexed,
    find_used_indexes,
    list_subquery_runs,
    record_statements,
)
from chassis.web.caches import CachedBytes
from content.articles.tables import Post
from content.cars.tables import Car
from content.comments.tables import Comment
from content.demo import large_site
from content.inquiries.tables import Contact, ServiceRequest
from content.jobs import JOBS
from content.main import HANDLERS
from content.orders.tables import Order
from content.payments.tables import Payment
from content.runtime import ContentRuntime, Session
from content.team.tables import TeamMember
from content.users.tables import UserCopy
from contracts.auth import ExportRequested, UserBlocked, UserVerified
from contracts.calculator import CalculationSaved
from sqlalchemy import text

from services.content.tests.fixture_types import Factory

UNKNOWN_ID = new_id()
PUBLIC_URLS = [
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
    "/api/team",
    "/api/cars/large-7",
    "/sitemap.xml",
    "/rss.xml",
]
# The lists of the panel, each with the query strings that are tried.
ADMIN_LISTS = {
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
        "sort=-created_at", f"user_id={UNKNOWN_ID}", f"post_id={UNKNOWN_ID}",
    ),
    "reservations": (
        "", "status=paid", "active=true", f"car_id={UNKNOWN_ID}", f"user_id={UNKNOWN_ID}", "search=bmw",
        "sort=created_at", "sort=expires_at", "sort=-expires_at",
    ),
    "orders": (
        "", "status=active", "step=check", f"user_id={UNKNOWN_ID}", "sort=created_at", "sort=-updated_at",
        "sort=price_rub", "sort=-price_rub", "search=x5", "search=5", f"assignee_id={UNKNOWN_ID}", "assignee_id=none",
    ),
    "board/consultation": ("", "late=true", f"assignee_id={UNKNOWN_ID}", "assignee_id=none", "search=x5"),
    "payments": (
        "", "status=pending", "kind=refund", f"order_id={UNKNOWN_ID}", f"user_id={UNKNOWN_ID}", "sort=created_at",
        "sort=due_at", "sort=-amount_rub", "search=x5",
    ),
    "bookings": (
        "", "status=requested", "kind=viewing", f"user_id={UNKNOWN_ID}", "starts_from=2027-01-01T00:00:00Z",
        "starts_to=2027-01-01T00:00:00Z", "sort=starts_at", "sort=-starts_at", "sort=created_at", "search=осмотр",
    ),
    "contacts": (
        "", "status=new", f"assignee_id={UNKNOWN_ID}", "assignee_id=none", "overdue=true", "overdue=false",
        "sort=due_at", "search=мар",
    ),
    "requests": (
        "", "status=new", "kind=callback", f"assignee_id={UNKNOWN_ID}", "overdue=true", "overdue=false", "sort=due_at",
        "search=мар",
    ),
    "conversations": (
        "", "unread=true", "unread=false", "waiting=true", "overdue=true", f"assignee_id={UNKNOWN_ID}",
        "assignee_id=none", "sort=due_at", "search=x5", "unread=true&search=машина",
    ),
    "saved-replies": ("", "search=осмотр", "sort=-title", "sort=-created_at"),
    "newsletter": ("", "status=pending", "sort=created_at", "sort=email", "search=example"),
    "media": ("", "sort=created_at", "sort=name", "search=фара"),
    "team": ("", "status=draft", "sort=name", "sort=-name", "sort=-created_at", "search=а"),
    "audit": ("", "entity=post", f"entity_id={UNKNOWN_ID}", f"actor_id={UNKNOWN_ID}"),
}  # fmt: skip
OWN_LISTS = ("orders", "payments", "bookings", "favorites", "searches", "reservations")
LISTS = tuple(ADMIN_LISTS)

# SQL expressions for the columns of row number n. Every row has different words, as real rows do.
VISITOR_VALUES = "'Мария Звонкая ' || md5(n::text), '+7495' || n, 'm' || n || '@example.com', 'N-' || n, 'Жду ' || n"
VERSION_AND_TIMES = "1, now() - n * interval '1 hour', now() - n * interval '1 hour'"
REPLY_VALUES = f"md5(n::text), now(), 'new', now() - n * interval '1 hour', {VERSION_AND_TIMES}"
ROWS = {
    "orders (id, number, title, price_rub, status, current_step, version, created_at, updated_at)":
        f"gen_random_uuid(), 'N-' || n, 'BMW X' || n % 7 || md5(n::text), n, 'active', 'check', {VERSION_AND_TIMES}",
    "reservations (id, number, user_id, car_title, car_slug, price_rub, calculation, amount_rub, pay_hours, "
    "hold_hours, status, expires_at, ended_at, version, created_at, updated_at)":
        "gen_random_uuid(), 'BR-' || n, gen_random_uuid(), 'BMW X' || md5(n::text), 'x', n, '{}', 1, 2, 72, 'expired', "
        f"now() + n * interval '1 hour', now(), {VERSION_AND_TIMES}",
    "bookings (id, user_id, kind, calendar, title, note, duration_minutes, status, version, created_at, updated_at)":
        f"gen_random_uuid(), gen_random_uuid(), 'call', 1, 'Осмотр ' || n, md5(n::text), 60, 'requested', "
        f"{VERSION_AND_TIMES}",
    "contacts (id, name, phone, email, reference, message, fingerprint, consent_at, status, due_at, version, "
    "created_at, updated_at)": f"gen_random_uuid(), {VISITOR_VALUES}, {REPLY_VALUES}",
    "requests (id, name, phone, email, reference, message, kind, fingerprint, consent_at, status, due_at, version, "
    "created_at, updated_at)": f"gen_random_uuid(), {VISITOR_VALUES}, 'callback', {REPLY_VALUES}",
    "subscribers (id, email, status, consent_at, version, created_at, updated_at)":
        f"gen_random_uuid(), md5(n::text) || '@example.com', 'confirmed', now(), {VERSION_AND_TIMES}",
    "media_files (id, digest, name, width, height, size, version, created_at, updated_at)":
        f"gen_random_uuid(), md5(n::text), md5(n::text) || '.jpg', 1, 1, 1, {VERSION_AND_TIMES}",
    "team_members (id, name, position, handle, sort_order, version, created_at, updated_at)":
        f"gen_random_uuid(), md5(n::text), 'Эксперт', n, n, {VERSION_AND_TIMES}",
}  # fmt: skip
INSERT_PAYMENTS = (
    "INSERT INTO payments (id, order_id, title, amount_rub, kind, status, version, created_at, updated_at) "
    "SELECT gen_random_uuid(), id, 'Платёж ' || md5(id::text), 1000, 'payment', 'pending', 1, created_at, updated_at "
    "FROM orders"
)
INSERT_CONVERSATIONS = (
    "INSERT INTO order_steps (order_id, key, position, status, planned_from, planned_to) "
    "SELECT id, 'consultation', 0, 'current', created_at::date, created_at::date FROM orders",
    "INSERT INTO conversations (order_id, last_number, last_message_at) SELECT id, 1, created_at FROM orders",
    "INSERT INTO conversation_sides (order_id, side, read_number, unread) "
    "SELECT id, side, 1, 0 FROM orders, unnest(ARRAY['buyer', 'company']) AS side",
    "INSERT INTO order_messages (id, order_id, number, at, side, text) "
    "SELECT gen_random_uuid(), id, 1, created_at, 'buyer', 'Где машина? ' || md5(id::text) FROM orders",
    "INSERT INTO saved_replies (id, title, text, version, created_at, updated_at) "
    "SELECT gen_random_uuid(), 'Ответ ' || n, md5(n::text), 1, now(), now() FROM generate_series(1, 300) AS n",
)
TABLES_FILLED_LATER = (
    "payments",
    "order_steps",
    "conversations",
    "conversation_sides",
    "order_messages",
    "saved_replies",
)
# Small tables, which may be scanned.
SMALL_TABLES = {"site_settings", "tags"}

# The n-gram indexes that the search in each list has to use.
WORD_INDEXES = {
    "orders": {"orders_words"},
    "reservations": {"reservations_words"},
    "payments": {"payments_words", "orders_words"},
    "bookings": {"bookings_words"},
    "contacts": {"contacts_words"},
    "requests": {"requests_words"},
    "newsletter": {"subscribers_words"},
    "media": {"media_files_words"},
    "team": {"team_members_words"},
}


async def fill_table(db: Session, columns: str, rows: int) -> None:
    """Insert this many rows into the table and columns of a key of ROWS, and analyze the table."""
    await db.execute(text(f"INSERT INTO {columns} SELECT {ROWS[columns]} FROM generate_series(1, {rows}) AS n"))  # noqa: S608
    await db.execute(text(f"VACUUM ANALYZE {get_table(columns)}"))


def get_table(columns: str) -> str:
    """Return the table of a key of ROWS."""
    return columns.partition(" ")[0]


async def fill_lists(db: Session, rows: int) -> None:
    """Insert this many rows into each table of the lists and analyze the tables."""
    for columns in ROWS:
        await fill_table(db, columns, rows)
    for statement in (INSERT_PAYMENTS, *INSERT_CONVERSATIONS):
        await db.execute(text(statement))
    for table in TABLES_FILLED_LATER:
        await db.execute(text(f"VACUUM ANALYZE {table}"))


class TestPlans:
    @pytest.fixture
    async def large_content(self, runtime: ContentRuntime, db: Session) -> None:
        async with runtime.database.transaction() as session:
            await large_site.load(session, posts=600, comments=3_000, cars=400)
        await large_site.vacuum_tables(db)

    async def test_every_statement_of_pages_lists_and_jobs_uses_an_index(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        runtime: ContentRuntime,
        db: Session,
        large_content: None,
    ) -> None:
        await fill_lists(db, 300)
        with record_statements(runtime) as recorded_statements:
            for url in PUBLIC_URLS:
                assert (await client.get(url)).status_code == 200
            assert (await client.get("/api/content/admin/workload", headers=admin)).status_code == 200
            post_id = (await client.get("/api/blog/posts/large-0")).json()["id"]
            assert (await client.get(f"/api/content/admin/posts/{post_id}/revisions", headers=admin)).status_code == 200
            slots_url = f"/api/me/bookings/slots?kind=consultation&day={runtime.now().date()}"
            assert (await client.get(slots_url, headers=build_auth_headers())).status_code == 200
            assert (await client.get(f"/api/comments/{post_id}")).status_code == 200
            assert (await client.get(f"/api/comments/{post_id}", headers=build_auth_headers())).status_code == 200
            for name, list_queries in ADMIN_LISTS.items():
                for query in list_queries:
                    answer = await client.get(f"/api/content/admin/{name}?{query}", headers=admin)
                    assert answer.status_code == 200, (name, query)
            for name in OWN_LISTS:
                assert (await client.get(f"/api/me/{name}", headers=build_auth_headers())).status_code == 200
            async with runtime.database.transaction() as session:
                for job in JOBS:
                    await job.run(session, runtime)
        assert not await find_unindexed(runtime, recorded_statements, small_tables=SMALL_TABLES)
        assert len(recorded_statements) > len(PUBLIC_URLS)

    async def test_a_deep_page_counts_the_histories_of_its_own_rows_only(
        self, client: ApiClient, admin: dict[str, str], runtime: ContentRuntime, large_content: None
    ) -> None:
        with record_statements(runtime) as recorded_statements:
            page = await client.get("/api/content/admin/comments?limit=10&offset=2500", headers=admin)
        assert len(page.json()["items"]) == 10
        async with runtime.engine.connect() as connection:
            plans = [
                await explain_query(connection, statement, options="ANALYZE, FORMAT JSON")
                for statement in recorded_statements
            ]
        repeated_runs = [times for plan in plans for times in list_subquery_runs(plan)]
        assert repeated_runs
        assert max(repeated_runs) <= 10


class TestEvents:
    async def test_events_are_handled_without_reading_whole_tables(self, db: Session, runtime: ContentRuntime) -> None:
        """A handler that scans a table gets slower with each row, and no page shows it.

        Erasures may scan, because they are rare.
        """
        await fill_lists(db, 300)
        user_id = new_id()
        now = runtime.now()
        account = {"user_id": user_id, "email": "anna@example.com", "first_name": "Анна", "last_name": "Орлова"}
        calculation = {"calculation_id": new_id(), "edition": "2026", "total_customs": 1, "total": "2.50"}
        events = [
            UserVerified(**account, role="user"),
            UserBlocked(user_id=user_id, role="user"),
            CalculationSaved(**calculation, user_id=user_id),
            ExportRequested(user_id=user_id, export_id=new_id()),
        ]
        by_type = Handlers(*HANDLERS).by_type
        with record_statements(runtime) as recorded_statements:
            for event in events:
                async with runtime.database.transaction() as session:
                    for _, handler in by_type[event.type]:
                        await handler(event, session, EventContext(new_id(), now, "/services/test"))
        assert sum(statement.lstrip().startswith("UPDATE") for statement, _ in recorded_statements) >= 2
        assert not await find_unindexed(runtime, recorded_statements, small_tables=SMALL_TABLES)


class TestWords:
    async def test_words_in_many_rows_are_found_by_an_index(
        self, client: ApiClient, admin: dict[str, str], runtime: ContentRuntime, db: Session
    ) -> None:
        await fill_lists(db, 1_000)
        for path, expected in WORD_INDEXES.items():
            for words in ("7E1", "e1"):
                with record_statements(runtime) as recorded_statements:
                    answer = await client.get(f"/api/content/admin/{path}?search={words}", headers=admin)
                assert answer.json()["total"] > 0, path
                search_statements = [statement for statement in recorded_statements if "grams(" in statement[0]]
                assert search_statements, path
                for names in await find_used_indexes(runtime, search_statements):
                    assert expected <= names, path


class TestCustomerCard:
    async def test_requests_of_a_guest_are_found_by_the_index_of_addresses(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_user: Factory[UserCopy],
        runtime: ContentRuntime,
        db: Session,
    ) -> None:
        for columns in ROWS:
            if get_table(columns) in {"contacts", "requests"}:
                await fill_table(db, columns, 1_000)
        customer = await make_user(email="M7@example.com")
        with record_statements(runtime) as recorded_statements:
            card = (await client.get(f"/api/content/admin/customers/{customer.id}", headers=admin)).json()
        for table in ("contacts", "requests"):
            assert card[table]["total"] == 1
            search_statements = [statement for statement in recorded_statements if f"FROM {table}" in statement[0]]
            assert search_statements
            for names in await find_used_indexes(runtime, search_statements):
                assert f"{table}_of_guest" in names


class TestNumberOfStatements:
    @pytest.fixture
    async def add_rows(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_post: Factory[Post],
        make_comment: Factory[Comment],
        make_car: Factory[Car],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        make_member: Factory[TeamMember],
        make_contact: Factory[Contact],
        make_request: Factory[ServiceRequest],
    ) -> Any:
        """Add rows to all tables: `post = await add_rows(user_id, times=6)`."""

        async def add(user_id: UUID, *, times: int) -> Any:
            form = {"kind": "callback", "name": "Анна", "phone": "+7 495 000-00-21", "consent": True}
            reservation_terms = {"max_active": 20, "per_day": 100}
            await client.put("/api/settings", json={"reservation": reservation_terms}, headers=admin)
            for _ in range(times):
                post = await make_post()
                await make_comment(post)
                await client.put(f"/api/me/favorites/{(await make_car()).id}", headers=build_auth_headers(id=user_id))
                search = {"name": "Поиск", "filters": {"q": str(new_id()), "price_max": 5_000_000}}
                await client.post("/api/me/searches", json=search, headers=build_auth_headers(id=user_id))
                await make_member()
                reservation = {"car_id": str((await make_car(price_rub=1)).id)}
                assert (
                    await client.post("/api/me/reservations", json=reservation, headers=build_auth_headers(id=user_id))
                ).is_success
                order = await make_order(user_id=user_id)
                await make_payment(order)
                key = {"Idempotency-Key": str(new_id())}
                messages_url = f"/api/content/admin/orders/{order.id}/messages"
                await client.post(messages_url, json={"text": "Едет"}, headers=admin | key)
                reply = {"title": "Приветствие", "text": "Добрый день!"}
                await client.post("/api/content/admin/saved-replies", json=reply, headers=admin)
                await make_contact()
                await make_request()
                await client.post(
                    "/api/requests", json=form | {"message": str(new_id())}, headers=build_auth_headers(id=user_id)
                )
                reader = {"email": f"{new_id()}@example.com"}
                await client.post("/api/content/admin/newsletter", json=reader, headers=admin)
            return post

        return add

    async def test_number_of_statements_is_the_same_for_one_row_and_for_many(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        runtime: ContentRuntime,
        add_rows: Any,
    ) -> None:
        user_id = new_id()
        path = "/api/content/admin"
        owner = build_auth_headers(id=user_id)
        post = await add_rows(user_id, times=1)
        public_urls = ("/api/blog/posts?limit=100", "/api/cars?limit=100", "/api/team", f"/api/comments/{post.id}")
        urls: list[tuple[str, dict[str, str] | None]] = [(url, None) for url in public_urls]
        urls += [(f"/api/me/{name}", owner) for name in OWN_LISTS]
        urls += [(f"{path}/{name}", admin) for name in LISTS]

        async def count_all_statements() -> list[int]:
            for cache in CachedBytes.by_name.values():
                cache.drop()
            return [await self.count_statements(client, runtime, url, headers) for url, headers in urls]

        first_counts = await count_all_statements()
        await add_rows(user_id, times=6)
        assert await count_all_statements() == first_counts
        assert max(first_counts) <= 6
        for url, headers in urls[len(public_urls) :]:
            is_empty = (await client.get(url, headers=headers)).json()["total"] == 0
            assert is_empty is url.endswith("/media"), url

    async def count_statements(
        self, client: ApiClient, runtime: ContentRuntime, url: str, headers: dict[str, str] | None
    ) -> int:
        with record_statements(runtime) as recorded_statements:
            assert (await client.get(url, headers=headers)).status_code == 200
        return len(recorded_statements)
