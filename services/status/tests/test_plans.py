"""With a long history every statement of the lists uses an index."""

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plans import find_unindexed, find_used_indexes, record_statements
from chassis.web.caches import CachedBytes
from sqlalchemy import text
from status.runtime import Session, StatusRuntime

ADMIN = "/api/status/admin"
PUBLIC_PATHS = (
    "/api/status/incidents",
    "/api/status/maintenance",
    "/api/status/feed.atom",
    "/api/status/maintenance.ics",
)
ADMIN_LISTS = {
    "incidents": (
        "", "status=resolved", "severity=minor", "sort=created_at", "sort=title", "sort=-title", "search=7e1",
        "search=e1",
    ),
    "maintenance": ("", "sort=scheduledStart", "sort=title", "sort=-title", "search=7e1", "search=e1"),
    "logs": ("", "level=error", "sort=last_seen", "sort=-count", "sort=count", "search=7e1", "search=e1"),
}  # fmt: skip
ROWS = {
    "incidents (id, title, severity, status, description, affected, created_at, resolved_at, version)":
        "gen_random_uuid(), md5(n::text), 'minor', 'resolved', 'Чинили', '[]', at, at, 1",
    "maintenance (id, title, description, starts_at, ends_at, affected, verifying, completed_at, created_at, version, "
    "announced_stage)": "gen_random_uuid(), md5(n::text), '', at, at, '[]', false, at, at, 1, 'completed'",
    "client_log_groups (fingerprint, level, context, message, count, first_seen, last_seen)":
        "md5(n::text), 'warn', 'web', md5(n::text), n, at, at",
}  # fmt: skip
TEXT_INDEXES = {"incidents": "incidents_words", "maintenance": "maintenance_words", "logs": "client_log_groups_words"}


class TestPlans:
    @pytest.fixture
    async def many_rows(self, db: Session) -> None:
        past_moments = "generate_series(1, 1000) AS n, LATERAL (SELECT now() - n * interval '1 day') AS moments (at)"
        for table, values in ROWS.items():
            await db.execute(text(f"INSERT INTO {table} SELECT {values} FROM {past_moments}"))  # noqa: S608
            await db.execute(text(f"VACUUM ANALYZE {table.partition(' ')[0]}"))

    async def test_every_list_uses_an_index(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, runtime: StatusRuntime, many_rows: None
    ) -> None:
        for cache in CachedBytes.by_name.values():
            cache.drop()
        with record_statements(runtime) as recorded_statements:
            for url in PUBLIC_PATHS:
                assert (await client.get(url)).status_code == 200, url
            for url in (f"{ADMIN}/{name}?{query}" for name, queries in ADMIN_LISTS.items() for query in queries):
                assert (await client.get(url, headers=build_auth_headers(role="admin"))).status_code == 200, url
        assert not await find_unindexed(runtime, recorded_statements, small_tables={"service_states"})

    @pytest.mark.parametrize("name", TEXT_INDEXES)
    async def test_a_search_uses_its_index(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        runtime: StatusRuntime,
        many_rows: None,
        name: str,
    ) -> None:
        with record_statements(runtime) as recorded_statements:
            answer = await client.get(f"{ADMIN}/{name}?search=7E1", headers=build_auth_headers(role="admin"))
        assert answer.json()["total"] > 0
        search_statements = [statement for statement in recorded_statements if "grams(" in statement[0]]
        assert search_statements
        for indexes_used in await find_used_indexes(runtime, search_statements):
            assert TEXT_INDEXES[name] in indexes_used
