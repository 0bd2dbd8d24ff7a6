"""Measures the administrators' searches: the used indexes, and the rows read from their tables.

`make bench P=plans`. ROWS is the number of rows of each searched table (5,000 by default). TABLES lists the
tables to search, separated by commas (all by default). Each service fills its tables in its own process, one after the
other. The index of a search is built after its rows are inserted. If an index is missing, too coarse or not chosen, a
search also reads rows that do not match. So the measure is the share of the table that is read.
"""

import argparse
import asyncio
import importlib
import json
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
from auth.runtime import AuthRuntime
from chassis.migrate import upgrade
from chassis.runtime import AnyRuntime
from chassis.testing.plans import Statement, explain_query, list_used_indexes, record_statements
from chassis.testing.plugin import TEST_KEY, TEST_KID, sign_token
from chassis.testing.servers import run_nats, run_postgres
from sqlalchemy import text

from deploy.local.programs import run_in_terminal
from tests.bench import budgets
from tests.bench.budgets import Figure

ROWS = int(os.environ.get("ROWS", "5000"))
TABLES = set(os.environ.get("TABLES", "").split(",")) - {""}
EMAIL = "admin@example.com"
PASSWORD = "Kolenval-Bench-Rotor-27"
# The text of row 77. Texts are short, because the time to make n-grams is in proportion to their length.
WORD = "28dd2c7955ce"
VERSION_AND_TIMES = "1, now() - n * interval '1 minute', now() - n * interval '1 minute'"
INQUIRY = f"gen_random_uuid(), 'N' || n, '', '', '', word, '', now(), 'new', now(), {VERSION_AND_TIMES}"
INQUIRY_COLUMNS = (
    "id, reference, name, phone, email, message, fingerprint, consent_at, status, due_at, version, created_at,"
    " updated_at"
)


@dataclass(frozen=True)
class Search:
    """A search of administrators: its address, its table, and the INSERT of row number n of the table."""

    path: str
    table: str
    columns: str
    values: str
    # The end of the INSERT, which joins the parent row of each new row.
    join: str = ""


SEARCHES: dict[str, list[Search]] = {
    "auth": [
        Search(
            "/api/auth/admin/users?query=",
            "accounts",
            "id, email, email_key, first_name, last_name, role, account_status, verified_at, created_at, updated_at",
            "gen_random_uuid(), key, key, 'Анна', 'Орлова', 'user', 'active', now(), now(), now()",
        ),
    ],
    "content": [
        Search(
            "/api/content/admin/posts?search=",
            "posts",
            "id, slug, title, excerpt, content, content_html, body_text, categories, tags, featured, read_minutes,"
            " status, author_first_name, author_last_name, published_at, version, created_at, updated_at",
            "gen_random_uuid(), key, 'Статья ' || word, '', '', '', 'Пошлина', ARRAY['tips'], ARRAY['import'],"
            f" false, 1, 'published', 'Марта', 'Ильинская', now() - n * interval '1 minute', {VERSION_AND_TIMES}",
        ),
        Search(
            "/api/content/admin/comments?search=",
            "comments",
            "id, post_id, user_id, content, status, first_name, last_name, version, created_at, updated_at",
            f"gen_random_uuid(), post.id, gen_random_uuid(), word, 'approved', 'Олег', 'Вишня', {VERSION_AND_TIMES}",
            ", (SELECT id FROM posts LIMIT 1) AS post",
        ),
        Search(
            "/api/content/admin/cars?search=",
            "cars",
            "id, slug, brand, model, year, body_type, mileage_km, engine, power_hp, fuel, country, description, tags,"
            " images, price_rub, price_is_manual, featured, featured_rank, status, version, created_at, updated_at",
            "gen_random_uuid(), key, 'BMW', word, 2016 + n % 10, 'suv', n, '', 200, 'diesel', 'DE', '',"
            f" ARRAY[]::text[], ARRAY[]::text[], n * 100, true, false, 0, 'published', {VERSION_AND_TIMES}",
        ),
        Search(
            "/api/content/admin/orders?search=",
            "orders",
            "id, number, title, price_rub, status, current_step, version, created_at, updated_at",
            f"gen_random_uuid(), 'N-' || n, word, n, 'active', 'check', {VERSION_AND_TIMES}",
        ),
        Search(
            "/api/content/admin/payments?search=",
            "payments",
            "id, order_id, title, amount_rub, kind, status, version, created_at, updated_at",
            f"gen_random_uuid(), purchase.id, word, 1000, 'payment', 'pending', {VERSION_AND_TIMES}",
            # Each row belongs to another order. With all rows in one order the planner would rightly read them all.
            ", (SELECT id, row_number() OVER () AS place FROM orders) AS purchase WHERE purchase.place = n",
        ),
        Search(
            "/api/content/admin/bookings?search=",
            "bookings",
            "id, user_id, kind, calendar, title, note, duration_minutes, status, version, created_at, updated_at",
            f"gen_random_uuid(), gen_random_uuid(), 'call', 1, '', word, 60, 'requested', {VERSION_AND_TIMES}",
        ),
        Search(
            "/api/content/admin/contacts?search=",
            "contacts",
            INQUIRY_COLUMNS,
            INQUIRY,
        ),
        Search(
            "/api/content/admin/requests?search=",
            "requests",
            f"{INQUIRY_COLUMNS}, kind",
            f"{INQUIRY}, 'callback'",
        ),
        Search(
            "/api/content/admin/newsletter?search=",
            "subscribers",
            "id, email, status, consent_at, version, created_at, updated_at",
            f"gen_random_uuid(), key, 'confirmed', now(), {VERSION_AND_TIMES}",
        ),
        Search(
            "/api/content/admin/media?search=",
            "media_files",
            "id, digest, name, width, height, size, version, created_at, updated_at",
            f"gen_random_uuid(), word, word, 1, 1, 1, {VERSION_AND_TIMES}",
        ),
        Search(
            "/api/content/admin/team?search=",
            "team_members",
            "id, name, position, handle, sort_order, version, created_at, updated_at",
            f"gen_random_uuid(), word, 'Эксперт', n, n, {VERSION_AND_TIMES}",
        ),
    ],
    "notifications": [
        Search(
            "/api/notifications/admin/campaigns?search=",
            "campaigns",
            "id, source_id, audience, type, title, message, data, channels, in_digest, status, created_by, created_at,"
            " happened_at, scheduled_at, finished_at, recipients",
            """gen_random_uuid(), gen_random_uuid(), '{"all": true}', 'system', word, '', '{}', '["in_app"]',
            false, 'sent', gen_random_uuid(), now(), now(), now(), now(), 0""",
        ),
    ],
    "status": [
        Search(
            "/api/status/admin/incidents?search=",
            "incidents",
            "id, title, severity, status, description, affected, created_at, resolved_at, version",
            "gen_random_uuid(), word, 'minor', 'resolved', '', '[]', now(), now(), 1",
        ),
        Search(
            "/api/status/admin/maintenance?search=",
            "maintenance",
            "id, title, description, starts_at, ends_at, affected, verifying, completed_at, created_at, version,"
            " announced_stage",
            "gen_random_uuid(), word, '', now(), now(), '[]', false, now(), now(), 1, 'completed'",
        ),
        Search(
            "/api/status/admin/logs?search=",
            "client_log_groups",
            "fingerprint, level, context, message, count, first_seen, last_seen",
            "key, 'warn', 'web', word, n, now(), now()",
        ),
    ],
}


async def fill(runtime: AnyRuntime, search: Search) -> None:
    """Insert the rows, build the n-gram index again and analyze the table, as autovacuum would."""
    name = f"{search.table}_words"
    definition = text("SELECT pg_get_indexdef(to_regclass(:name))")
    word = "LATERAL (SELECT left(md5(n::text), 12)) AS words (word)"
    key = "LATERAL (SELECT word || '@example.com') AS keys (key)"
    rows = f"generate_series(1, {ROWS}) AS n, {word}, {key}{search.join}"
    async with runtime.database.autocommit() as db:
        await db.execute(text("SET statement_timeout = 0"))
        await db.execute(text("SET maintenance_work_mem = '512MB'"))
        index = await db.scalar(definition, {"name": name})
        if index:
            await db.execute(text(f"DROP INDEX {name}"))
        await db.execute(text(f"INSERT INTO {search.table} ({search.columns}) SELECT {search.values} FROM {rows}"))  # noqa: S608
        if index:
            await db.execute(text(index))
        await db.execute(text(f"VACUUM ANALYZE {search.table}"))


@asynccontextmanager
async def run_service(name: str) -> AsyncIterator[tuple[httpx2.AsyncClient, AnyRuntime]]:
    """Run the service with an empty database. Yields the HTTP client of an administrator, and the runtime."""
    with run_postgres() as server, run_nats() as bus:
        url = server.create(name)
        upgrade(name, url)
        values: dict[str, Any] = {"environment": "test", "database_url": url, "nats_url": bus.url, "run_jobs": False}
        values["log_level"] = "CRITICAL"
        settings = importlib.import_module(f"{name}.settings").Settings.model_validate(values)
        app = importlib.import_module(f"{name}.main").build(settings)
        runtime: AnyRuntime = app.state.runtime
        async with app.router.lifespan_context(app):
            runtime.identity.keys[TEST_KID] = TEST_KEY
            transport = httpx2.ASGITransport(app=app)
            async with httpx2.AsyncClient(transport=transport, base_url="http://bench") as http:
                for _ in range(300):
                    if (await http.get("/readyz")).is_success:
                        break
                    await asyncio.sleep(0.2)
                token = (
                    await sign_in(http, app.state.runtime)
                    if name == "auth"
                    else sign_token(runtime.now(), role="admin")
                )
                http.headers["Authorization"] = f"Bearer {token}"
                yield http, runtime


async def sign_in(http: httpx2.AsyncClient, runtime: AuthRuntime) -> str:
    """Return the token of a new administrator. auth accepts only tokens of its own sessions."""
    from auth.accounts.service import build_account
    from auth.seed import add_account

    async with runtime.database.transaction() as db:
        account = build_account(runtime.now(), EMAIL, "Анна", "Орлова", role="admin")
        assert await add_account(db, runtime, account, PASSWORD)
    answer = await http.post("/api/auth/login", json={"email": EMAIL, "password": PASSWORD})
    return str(answer.raise_for_status().json()["accessToken"])


def list_scans(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the nodes of a plan that read a table."""
    if "Relation Name" in plan:
        yield plan
    for part in plan.get("Plans", []):
        yield from list_scans(part)


def count_rows_read(plan: dict[str, Any], table: str) -> float:
    """Return the number of rows of the table that were read, matching or not."""
    row_counters = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")
    parts = [part for part in list_scans(plan) if part["Relation Name"] == table]
    return sum(part["Actual Loops"] * sum(part.get(name, 0) for name in row_counters) for part in parts)


async def measure(search: Search, http: httpx2.AsyncClient, runtime: AnyRuntime) -> Figure:
    """Measure one request by the statement that reads the most rows of the table."""
    await fill(runtime, search)
    with record_statements(runtime) as recorded_statements:
        answer = (await http.get(search.path + WORD)).raise_for_status().json()
    assert answer["total"] >= 1, search
    plans = []
    for statement in recorded_statements:
        executed_plan = await explain(runtime, statement, search.table)
        if executed_plan is not None:
            plans.append(executed_plan)
    indexes = sorted(set[str]().union(*(list_used_indexes(executed_plan["Plan"]) for executed_plan in plans)))
    execution_time = sum(executed_plan["Execution Time"] for executed_plan in plans)
    share = max(count_rows_read(executed_plan["Plan"], search.table) for executed_plan in plans) / ROWS
    detail = f"{', '.join(indexes)}; {len(plans)} statements, {execution_time:.1f} ms"
    return Figure(f"search of {search.table}: share of the rows read", share, "", must=0.02, detail=detail)


async def explain(runtime: AnyRuntime, statement: Statement, table: str) -> dict[str, Any] | None:
    """Return the executed plan of a statement, or None if it does not read the table."""
    async with runtime.engine.connect() as connection:
        await connection.execute(text("SET statement_timeout = 0"))
        if not any(part["Relation Name"] == table for part in list_scans(await explain_query(connection, statement))):
            return None
        answer = await connection.exec_driver_sql(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement[0]}", statement[1])
        explanation = answer.scalar_one()
        # Some drivers decode JSON.
        executed_plan: dict[str, Any] = (json.loads(explanation) if isinstance(explanation, str) else explanation)[0]
        return executed_plan


def list_requested_searches(name: str) -> list[Search]:
    return [search for search in SEARCHES[name] if not TABLES or search.table in TABLES]


async def check_service(name: str) -> int:
    async with run_service(name) as (http, runtime):
        figures = []
        for search in list_requested_searches(name):
            figures.append(await measure(search, http, runtime))
            print(budgets.format_line(figures[-1]), file=sys.stderr, flush=True)
    return budgets.report(f"Administrators' searches of {name}, {ROWS:,} rows in each table", figures)


def main() -> int:
    """Run each service in its own process, because one process cannot import the tables of two services."""
    parser = argparse.ArgumentParser(description="Check the plans of the administrators' searches.")
    parser.add_argument("service", nargs="?", help="only this service, in this process")
    service_name = parser.parse_args().service
    if service_name:
        return asyncio.run(check_service(service_name))
    commands = [
        [sys.executable, "-m", "tests.bench.bench_plans", name] for name in SEARCHES if list_requested_searches(name)
    ]
    return max([run_in_terminal(*command) for command in commands])


if __name__ == "__main__":
    sys.exit(main())
