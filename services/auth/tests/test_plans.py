"""With many accounts every statement of the administrators' lists uses an index."""

from typing import Any

import pytest
from auth.runtime import AuthRuntime, Session
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient
from chassis.testing.plans import find_unindexed, find_used_indexes, record_statements
from sqlalchemy import text

UNKNOWN_ID = new_id()
USERS = (
    "", "role=staff", "account_status=active", "account_status=blocked", "sort=created_at", "sort=name", "sort=-name",
    "sort=email", "sort=-email", "sort=-last_login_at", "query=орл", "query=ор", "query=анна @example",
)  # fmt: skip
AUDIT = ("", f"actor_id={UNKNOWN_ID}", f"subject_id={UNKNOWN_ID}", "action=user.blocked")
INSERT_MANY_ROWS = """
INSERT INTO accounts (id, email, email_key, first_name, last_name, phone, role, account_status, verified_at,
    created_at, updated_at, last_login_at)
SELECT gen_random_uuid(), key, key, 'Анна', 'Орлова ' || md5(n::text), '+7495' || n, 'user', 'active', now(),
    now() - n * interval '1 hour', now(), now() - n * interval '1 minute'
FROM generate_series(1, 1000) AS n, format('%s@example.com', md5(n::text)) AS key
"""


class TestPlans:
    @pytest.fixture
    async def many_accounts(self, db: Session) -> None:
        await db.execute(text(INSERT_MANY_ROWS))
        await db.execute(text("VACUUM ANALYZE accounts"))

    async def test_every_list_uses_an_index(
        self, client: ApiClient, admin: dict[str, Any], runtime: AuthRuntime, many_accounts: None
    ) -> None:
        list_urls = [f"users?{query}" for query in USERS] + [f"audit?{query}" for query in AUDIT]
        with record_statements(runtime) as recorded_statements:
            for list_url in list_urls:
                answer = await client.get(f"/api/auth/admin/{list_url}", headers=admin["headers"])
                assert answer.status_code == 200, answer.text
        assert not await find_unindexed(runtime, recorded_statements)
        assert len(recorded_statements) >= 2 * len(list_urls)

    async def test_words_of_many_accounts_are_found_by_their_index(
        self, client: ApiClient, admin: dict[str, Any], runtime: AuthRuntime, many_accounts: None
    ) -> None:
        with record_statements(runtime) as recorded_statements:
            answer = await client.get("/api/auth/admin/users?query=ОРЛ 7e1", headers=admin["headers"])
        assert answer.json()["total"] > 0
        search_statements = [
            (statement, parameters) for statement, parameters in recorded_statements if "grams(" in statement
        ]
        assert search_statements
        for names in await find_used_indexes(runtime, search_statements):
            assert "accounts_words" in names
