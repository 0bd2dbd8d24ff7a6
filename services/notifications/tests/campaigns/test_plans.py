"""With many campaigns every statement of their list uses an index."""

from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plans import find_unindexed, find_used_indexes, record_statements
from notifications.runtime import NotificationsRuntime, Session
from sqlalchemy import text

QUERIES = (
    "", "status=scheduled", "status=sent", "sort=scheduled_at", "sort=-scheduled_at", "sort=title", "sort=-title",
    "search=7e1", "search=e1",
)  # fmt: skip
INSERT_MANY_ROWS = """
INSERT INTO campaigns (id, source_id, audience, type, title, message, data, channels, in_digest, status, created_by,
    created_at, happened_at, scheduled_at, finished_at, recipients)
SELECT gen_random_uuid(), gen_random_uuid(), '{"all": true}', 'system', 'Новость ' || md5(n::text), 'Текст', '{}',
    '["in_app"]', false, 'sent', gen_random_uuid(), at, at, at, at, 0
FROM generate_series(1, 1000) AS n, LATERAL (SELECT now() - n * interval '1 hour') AS moments (at)
"""


class TestPlans:
    async def test_every_list_of_campaigns_uses_an_index(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, runtime: NotificationsRuntime, db: Session
    ) -> None:
        await db.execute(text(INSERT_MANY_ROWS))
        await db.execute(text("VACUUM ANALYZE campaigns"))
        with record_statements(runtime) as recorded_statements:
            for query in QUERIES:
                url = f"/api/notifications/admin/campaigns?{query}"
                answer = await client.get(url, headers=build_auth_headers(role="admin"))
                assert answer.status_code == 200, answer.text
        assert not await find_unindexed(runtime, recorded_statements)
        search_statements = [
            (statement, parameters) for statement, parameters in recorded_statements if "grams(" in statement
        ]
        assert search_statements
        for names in await find_used_indexes(runtime, search_statements):
            assert "campaigns_words" in names
