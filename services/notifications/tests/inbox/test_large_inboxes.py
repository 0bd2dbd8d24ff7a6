"""Large inboxes: their pages, and the entries that `make seed-large ENTRIES=10000000` generates by SQL."""

from datetime import timedelta

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from notifications.inbox import large_inboxes
from notifications.runtime import NotificationsRuntime, Session
from sqlalchemy import text

URL = "/api/notifications"


async def test_users_of_a_late_batch_have_numbers_beyond_a_smallint(db: Session) -> None:
    parameters = {"first": 32_000, "users": large_inboxes.USERS_PER_BATCH}
    assert await db.scalar(large_inboxes.HAS_INBOXES, parameters) is False
    await db.execute(large_inboxes.INSERT_ENTRIES, parameters | {"entries_per_user": 1})
    await db.execute(large_inboxes.INSERT_STATES, parameters)
    assert await db.scalar(large_inboxes.HAS_INBOXES, parameters) is True
    assert await db.scalar(text("SELECT count(*) FROM notifications")) == large_inboxes.USERS_PER_BATCH


class TestLargeSite:
    async def test_inboxes_are_generated_once_with_counters_and_deliveries_that_fit(
        self, runtime: NotificationsRuntime, db: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(large_inboxes, "USERS_PER_BATCH", 3)
        monkeypatch.setattr(large_inboxes, "ENTRIES_PER_USER", 4)
        count_rows = text("SELECT (SELECT count(*) FROM notifications), (SELECT count(*) FROM deliveries)")
        for requested_count, stored_count in ((12, 12), (12, 12), (13, 24)):
            await large_inboxes.load(runtime, requested_count)
            assert tuple((await db.execute(count_rows)).one()) == (stored_count, stored_count)
        select_wrong_counters = text("""
        SELECT user_id FROM inbox_state JOIN notifications USING (user_id) GROUP BY inbox_state.user_id
        HAVING max(total) <> count(*) OR max(unread) <> count(*) FILTER (WHERE NOT is_read)
        """)
        assert (await db.execute(select_wrong_counters)).all() == []
        time_in_id = "('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint"
        count_wrong_times = text(
            "SELECT count(*) FROM notifications"  # noqa: S608
            f" WHERE abs(extract(epoch FROM created_at) * 1000 - {time_in_id}) > 1000"
        )
        assert await db.scalar(count_wrong_times) == 0


class TestLargeInbox:
    async def test_a_hundred_thousand_entries_are_paged_without_sorting_them(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, db: Session, runtime: NotificationsRuntime
    ) -> None:
        user_id = new_id()
        now = runtime.now()
        insertion = text(
            "INSERT INTO notifications (id, user_id, source_id, type, title, message, data, is_read, created_at) "
            "SELECT uuidv7(n * interval '1 ms'), CASE WHEN n % 11 > 0 THEN CAST(:user_id AS uuid) "
            "ELSE gen_random_uuid() END, gen_random_uuid(), 'system', 'Новость ' || n, 'Текст', '{}', "
            "n % 2 = 0, :now FROM generate_series(CAST(:first AS int), :first + 10999) AS n"
        )
        for batch_number in range(10):
            await db.execute(
                insertion, {"user_id": user_id, "now": now - timedelta(days=1), "first": 1 + batch_number * 11_000}
            )
        insert_counters = (
            "INSERT INTO inbox_state (user_id, unread, total, revision) VALUES (:user_id, 50000, 100000, 1)"
        )
        await db.execute(text(insert_counters), {"user_id": user_id})
        await db.execute(text("ANALYZE notifications"))
        headers = build_auth_headers(id=user_id)
        for query in ("offset=0", "offset=99990", "offset=50000", "is_read=false&offset=49990", "type=system"):
            answer = await client.get(f"{URL}?limit=10&{query}", headers=headers)
            entries = answer.json()["notifications"]
            assert len({entry["id"] for entry in entries}) == 10, query
            assert entries == sorted(entries, key=lambda entry: entry["id"], reverse=True)
        for condition in ("", " AND NOT is_read", " AND type = 'system'"):
            page_query = f"SELECT id FROM notifications WHERE user_id = :user_id{condition} ORDER BY id"  # noqa: S608
            explain_query = f"EXPLAIN {page_query} LIMIT 10 OFFSET 40000"
            plan = "\n".join(await db.scalars(text(explain_query), {"user_id": user_id}))
            assert "Index" in plan, plan
            assert "Sort" not in plan, plan
