"""Jobs delete old entries and old partitions of the replay log."""

from datetime import timedelta
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plugin import MovableClock
from notifications.inbox import queries, retention, service
from notifications.jobs import JOBS
from notifications.live import service as live
from notifications.runtime import NotificationsRuntime, Session
from sqlalchemy import text

from services.notifications.tests.fixture_types import EntryFactory, InboxReader, StreamOpener

URL = "/api/notifications"


class TestPurge:
    async def test_read_entries_are_deleted_after_half_a_year_and_unread_after_a_year(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        add_entry: EntryFactory,
        read_inbox: InboxReader,
        runtime: NotificationsRuntime,
        clock: MovableClock,
    ) -> None:
        user_id = new_id()
        read_id = await add_entry(user_id)
        unread_id = await add_entry(user_id)
        await client.post(f"{URL}/{read_id}/mark-read", headers=build_auth_headers(id=user_id))
        for days, entry_count in ((179, 2), (2, 1), (183, 1), (2, 0)):
            clock.move(days=days)
            async with runtime.database.transaction() as db:
                await retention.purge_old_entries(db, runtime)
            body = await read_inbox(user_id)
            assert (body["total"], len(body["notifications"])) == (entry_count, entry_count)
        assert body["unread_count"] == 0
        assert str(unread_id) not in [entry["id"] for entry in body["notifications"]]

    async def test_open_pages_are_notified_of_deleted_entries(
        self, listen: StreamOpener, add_entry: EntryFactory, runtime: NotificationsRuntime, clock: MovableClock
    ) -> None:
        user_id = new_id()
        id = await add_entry(user_id)
        clock.move(days=366)
        stream = await listen(user_id)
        async with runtime.database.transaction() as db:
            await retention.purge_old_entries(db, runtime)
        (event,) = await stream.wait_for("notification")
        assert (event["action"], event["ids"], event["unread_count"]) == ("deleted", [str(id)], 0)

    async def test_a_batch_of_many_inboxes_keeps_all_counters_and_revisions(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        add_entry: EntryFactory,
        read_inbox: InboxReader,
        runtime: NotificationsRuntime,
        clock: MovableClock,
        db: Session,
    ) -> None:
        user_ids = [new_id() for _ in range(3)]
        old_entry_ids = {user_id: [await add_entry(user_id) for _ in range(2)] for user_id in user_ids}
        await client.post(
            f"{URL}/{old_entry_ids[user_ids[0]][0]}/mark-read", headers=build_auth_headers(id=user_ids[0])
        )
        clock.move(days=181)
        new_entry_ids = {user_id: await add_entry(user_id) for user_id in user_ids}
        revisions_before = {user_id: (await read_inbox(user_id))["revision"] for user_id in user_ids}
        clock.move(days=185)
        async with runtime.database.transaction() as service_db:
            await retention.purge_old_entries(service_db, runtime)
        for user_id in user_ids:
            body = await read_inbox(user_id)
            assert [entry["id"] for entry in body["notifications"]] == [str(new_entry_ids[user_id])]
            assert (body["total"], body["unread_count"]) == (1, 1)
            # Each batch is one change: the read entry of the first inbox is deleted before the unread entries.
            assert body["revision"] == revisions_before[user_id] + (2 if user_id == user_ids[0] else 1)
        log_query = text("SELECT count(*), count(DISTINCT (user_id, revision)) FROM live_log")
        event_count, distinct_count = (await db.execute(log_query)).one()
        assert event_count == distinct_count

    async def test_oldest_entries_are_found_by_an_index_however_many_are_kept(
        self, db: Session, runtime: NotificationsRuntime
    ) -> None:
        insertion = text(
            "INSERT INTO notifications (id, user_id, source_id, type, title, message, data, is_read, created_at)"
            " SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'system', '', '', '{}', n % 2 = 0,"
            " :now - n * interval '1 minute' FROM generate_series(1, 5000) AS n"
        )
        await db.execute(insertion, {"now": runtime.now()})
        await db.execute(text("ANALYZE notifications"))
        for condition, index in (("is_read", "notifications_read_age"), ("NOT is_read", "notifications_unread_age")):
            conditions = f"{condition} AND created_at < :now"
            query = f"EXPLAIN SELECT id FROM notifications WHERE {conditions} ORDER BY created_at LIMIT 9"  # noqa: S608
            plan = "\n".join(await db.scalars(text(query), {"now": runtime.now()}))
            assert index in plan, plan
            assert "Sort" not in plan, plan

    def test_deletion_keeps_up_with_ten_million_notifications_a_day(self) -> None:
        """Each batch must also end in time: docs/limits.md has the measured time of a batch."""
        [job] = [job for job in JOBS if job.run is retention.purge_old_entries]
        assert timedelta(days=1) / job.every * retention.BATCH_SIZE * retention.MAX_BATCHES >= 10_000_000

    async def test_a_batch_begins_where_the_one_before_ended(
        self,
        add_entry: EntryFactory,
        runtime: NotificationsRuntime,
        clock: MovableClock,
        db: Session,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """A batch that began with the oldest time would read all rows that earlier batches have deleted, until the next
        vacuum.
        """
        monkeypatch.setattr(retention, "BATCH_SIZE", 2)
        for _ in range(5):
            await add_entry(new_id())
            clock.move(minutes=1)
        await db.execute(text("UPDATE notifications SET is_read = true"))
        times = list(await db.scalars(text("SELECT created_at FROM notifications ORDER BY created_at")))
        clock.move(days=366)
        original_list_oldest = queries.list_oldest_notifications
        start_times: list[Any] = []

        async def record_start(*arguments: Any, created_since: Any, **options: Any) -> Any:
            start_times.append(created_since)
            return await original_list_oldest(*arguments, created_since=created_since, **options)

        monkeypatch.setattr(queries, "list_oldest_notifications", record_start)
        async with runtime.database.transaction() as service_db:
            await retention.purge_old_entries(service_db, runtime)
        assert start_times == [retention.EARLIEST_TIME, times[1], times[3], retention.EARLIEST_TIME]
        assert await db.scalar(text("SELECT count(*) FROM notifications")) == 0

    async def test_a_failed_batch_keeps_the_deletions_of_earlier_batches(
        self,
        add_entry: EntryFactory,
        runtime: NotificationsRuntime,
        clock: MovableClock,
        db: Session,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Each batch is a transaction of its own: no inbox stays locked while others are being purged."""
        monkeypatch.setattr(retention, "BATCH_SIZE", 2)
        for _ in range(5):
            await add_entry(new_id())
        clock.move(days=366)
        original_purge = service.purge_entries
        purged_batches: list[Any] = []

        async def fail_after_the_second(*arguments: Any, **options: Any) -> None:
            await original_purge(*arguments, **options)
            purged_batches.append(arguments)
            if len(purged_batches) == 2:
                raise RuntimeError("before the second batch is committed")

        monkeypatch.setattr(service, "purge_entries", fail_after_the_second)
        with pytest.raises(RuntimeError):
            async with runtime.database.transaction() as service_db:
                await retention.purge_old_entries(service_db, runtime)
        assert await db.scalar(text("SELECT count(*) FROM notifications")) == 3
        monkeypatch.setattr(service, "purge_entries", original_purge)
        async with runtime.database.transaction() as service_db:
            await retention.purge_old_entries(service_db, runtime)
        assert await db.scalar(text("SELECT count(*) FROM notifications")) == 0


class TestReplayLog:
    async def test_log_keeps_one_day_and_drops_older_partitions(
        self, add_entry: EntryFactory, runtime: NotificationsRuntime, clock: MovableClock, db: Session
    ) -> None:
        user_id = new_id()
        select_oldest_revision = text("SELECT min(revision) FROM live_log")
        await live.purge_old_events(db, runtime)
        clock.freeze(clock().replace(hour=12) + timedelta(days=3))
        await add_entry(user_id)
        clock.move(hours=24)
        await add_entry(user_id)
        await live.purge_old_events(db, runtime)
        assert await db.scalar(select_oldest_revision) == 1
        clock.move(hours=13)
        await live.purge_old_events(db, runtime)
        assert await db.scalar(select_oldest_revision) == 2
