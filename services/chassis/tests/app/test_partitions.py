"""Partitions by time: a table is converted while it is in use, old partitions are dropped, new ones are created in
time.
"""

import asyncio
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from alembic import command
from chassis import retention
from chassis.database import partitions
from chassis.database.partitions import PartitionedTable, make_first_id
from chassis.database.tables import new_id
from chassis.migrate import build_configuration, upgrade
from chassis.retention import MAIL_OUTBOX, OUTBOX, SEEN_EVENTS
from chassis.runtime import AnyRuntime
from chassis.settings import CommonSettings
from chassis.testing.plugin import MovableClock, wait_for
from chassis.testing.servers import Postgres
from psycopg.rows import TupleRow
from sqlalchemy.exc import OperationalError

Connection = psycopg.Connection[TupleRow]
INSERT_OUTBOX_EVENT = "INSERT INTO outbox (id, type, body, created_at, published_at) VALUES (%s, 'x', '', now(), %s)"
INSERT_SEEN_EVENT = "INSERT INTO seen_events (id, seen_at) VALUES (%s, %s) ON CONFLICT DO NOTHING RETURNING id"
INSERT_EMAIL = (
    "INSERT INTO mail_outbox (id, kind, recipient, subject, text, headers, created_at, due_at, attempts)"
    " VALUES (%s, '', '', '', '', '{}', %s, now(), 0)"
)
SELECT_PARTITIONS = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = %s::regclass ORDER BY 1"


async def maintain(separate_runtime: AnyRuntime, partitioned_table: PartitionedTable) -> None:
    await partitions.maintain(separate_runtime.database, separate_runtime.now(), partitioned_table)


def connect(url: str) -> Connection:
    return psycopg.connect(url.replace("+psycopg", ""), autocommit=True)


def read_value(db: Connection, statement: str, *values: object) -> Any:
    row = db.execute(statement.encode(), values).fetchone()
    return row[0] if row else None


@pytest.fixture
def url(postgres_server: Postgres) -> str:
    return str(postgres_server.create("partitions"))


@pytest.fixture
async def separate_runtime(url: str, anyio_backend: object) -> Any:
    """A service with a database and a clock that no other test uses."""
    upgrade("sample", url)
    runtime = AnyRuntime("sample", CommonSettings(environment="test", database_url=url), now=MovableClock())
    yield runtime
    await runtime.engine.dispose()


@pytest.fixture
def db(url: str, separate_runtime: AnyRuntime) -> Iterator[Connection]:
    with connect(url) as connection:
        yield connection


class TestConversion:
    def test_a_release_that_writes_continuously_is_not_disturbed(self, url: str) -> None:
        command.upgrade(build_configuration("sample", url), "0001")
        written_ids: list[UUID] = []
        is_over = threading.Event()

        def write() -> None:
            with connect(url) as db:
                while not is_over.is_set():
                    id = new_id()
                    db.execute(INSERT_OUTBOX_EVENT, [id, None])
                    db.execute(INSERT_SEEN_EVENT, [id, datetime.now(UTC)])
                    written_ids.append(id)

        with connect(url) as db:
            db.execute("INSERT INTO seen_events SELECT gen_random_uuid(), now() FROM generate_series(1, 500)")
        writer = threading.Thread(target=write)
        writer.start()
        upgrade("sample", url)
        expected_count = len(written_ids) + 100
        while len(written_ids) < expected_count and writer.is_alive():
            is_over.wait(0.01)
        is_over.set()
        writer.join()
        assert len(written_ids) >= expected_count, "the writer failed"
        with connect(url) as db:
            assert read_value(db, "SELECT count(*) FROM outbox") == len(written_ids)
            assert read_value(db, "SELECT count(DISTINCT position) FROM outbox") == len(written_ids)
            assert read_value(db, "SELECT count(*) FROM seen_events") == len(written_ids) + 500
            assert db.execute(INSERT_SEEN_EVENT, [written_ids[0], datetime.now(UTC)]).fetchone() is None
            assert read_value(db, "SELECT count(*) FROM pg_constraint WHERE conname LIKE '%%_ends'") == 0

    async def test_the_statements_of_the_previous_release_still_work(self, db: Connection) -> None:
        insert = "INSERT INTO outbox (id, type, body, created_at) VALUES (%s, 'x', '', now()) RETURNING position"
        first_position = read_value(db, insert, new_id())
        second_position = read_value(db, insert, new_id())
        assert first_position < second_position
        db.execute(
            "UPDATE outbox SET published_at = now() WHERE position = ANY(%s)", [[first_position, second_position]]
        )
        db.execute("DELETE FROM outbox WHERE (position) IN (SELECT position FROM outbox ORDER BY position LIMIT 1)")
        assert read_value(db, "SELECT position FROM outbox") == second_position

    async def test_a_repeated_conversion_changes_nothing(
        self, url: str, separate_runtime: AnyRuntime, db: Connection
    ) -> None:
        partitions_before = db.execute(SELECT_PARTITIONS, ["outbox"]).fetchall()
        db.execute("UPDATE alembic_version SET version_num = '0001'")
        # Only this migration is repeated: later ones need not be repeatable.
        command.upgrade(build_configuration("sample", url), "0002")
        assert db.execute(SELECT_PARTITIONS, ["outbox"]).fetchall() == partitions_before


class TestMaintain:
    async def test_rows_of_the_next_days_have_a_partition_and_old_partitions_are_dropped(
        self, separate_runtime: AnyRuntime, db: Connection
    ) -> None:
        await maintain(separate_runtime, SEEN_EVENTS)
        now = separate_runtime.now()
        ids = [make_first_id(now + timedelta(days=days)) for days in (0, 2, 3)]
        for id in ids:
            db.execute(INSERT_SEEN_EVENT, [id, now])
        assert read_value(db, "SELECT count(*) FROM seen_events_other") == 0
        assert read_value(db, "SELECT count(DISTINCT tableoid) FROM seen_events") == 3
        separate_runtime.now.move(days=34)  # type: ignore[attr-defined]
        await maintain(separate_runtime, SEEN_EVENTS)
        assert [row[0] for row in db.execute("SELECT id FROM seen_events ORDER BY id").fetchall()] == ids[2:]
        assert ("seen_events_before",) not in db.execute(SELECT_PARTITIONS, ["seen_events"]).fetchall()

    async def test_events_that_wait_or_can_never_be_published_outlive_their_partition(
        self, separate_runtime: AnyRuntime, db: Connection
    ) -> None:
        waiting_id = new_id()
        unpublishable_id = new_id()
        published_id = new_id()
        for id, published_at in (
            (waiting_id, None),
            (unpublishable_id, "9999-01-01Z"),
            (published_id, separate_runtime.now()),
        ):
            db.execute(INSERT_OUTBOX_EVENT, [id, published_at])
        separate_runtime.now.move(days=10)  # type: ignore[attr-defined]
        await maintain(separate_runtime, OUTBOX)
        assert ("outbox_before",) not in db.execute(SELECT_PARTITIONS, ["outbox"]).fetchall()
        moved_ids = {row[0] for row in db.execute("SELECT id FROM outbox_other").fetchall()}
        assert moved_ids == {waiting_id, unpublishable_id}
        db.execute("UPDATE outbox SET published_at = %s WHERE id = %s", [separate_runtime.now(), waiting_id])
        separate_runtime.now.move(days=8)  # type: ignore[attr-defined]
        await maintain(separate_runtime, OUTBOX)
        assert [row[0] for row in db.execute("SELECT id FROM outbox").fetchall()] == [unpublishable_id]

    async def test_a_partition_full_of_events_that_wait_stays(
        self, separate_runtime: AnyRuntime, db: Connection, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(partitions, "MAX_MOVED_ROWS", 5)
        for _ in range(6):
            db.execute(INSERT_OUTBOX_EVENT, [new_id(), None])
        separate_runtime.now.move(days=10)  # type: ignore[attr-defined]
        await maintain(separate_runtime, OUTBOX)
        assert read_value(db, "SELECT count(*) FROM outbox_before") == 6

    async def test_emails_are_kept_for_at_most_thirty_days(self, separate_runtime: AnyRuntime, db: Connection) -> None:
        for _ in range(30):
            await maintain(separate_runtime, MAIL_OUTBOX)
            db.execute(INSERT_EMAIL, [make_first_id(separate_runtime.now()), separate_runtime.now()])
            assert read_value(db, "SELECT count(*) FROM mail_outbox_other") == 0
            separate_runtime.now.move(days=2)  # type: ignore[attr-defined]
        await maintain(separate_runtime, MAIL_OUTBOX)
        age = separate_runtime.now() - read_value(db, "SELECT min(created_at) FROM mail_outbox")
        # A partition has the emails of a week, and an email is written every second day.
        assert timedelta(days=30) - timedelta(days=7) - timedelta(days=2) < age <= timedelta(days=30)


class TestLateJob:
    async def test_rows_without_a_partition_are_stored_and_a_period_that_has_begun_gets_none(
        self, separate_runtime: AnyRuntime, db: Connection
    ) -> None:
        separate_runtime.now.move(days=20)  # type: ignore[attr-defined]
        late_id = make_first_id(separate_runtime.now())
        db.execute(INSERT_SEEN_EVENT, [late_id, separate_runtime.now()])
        await maintain(separate_runtime, SEEN_EVENTS)
        assert read_value(db, "SELECT id FROM seen_events_other") == late_id
        next_days_id = make_first_id(separate_runtime.now() + timedelta(days=1))
        db.execute(INSERT_SEEN_EVENT, [next_days_id, separate_runtime.now()])
        assert read_value(db, "SELECT count(*) FROM seen_events_other") == 1
        separate_runtime.now.move(days=33)  # type: ignore[attr-defined]
        await maintain(separate_runtime, SEEN_EVENTS)
        assert read_value(db, "SELECT count(*) FROM seen_events_other") == 0

    async def test_a_row_of_a_wrong_clock_blocks_only_its_own_partition(
        self, separate_runtime: AnyRuntime, db: Connection
    ) -> None:
        time_ahead = SEEN_EVENTS.find_start(separate_runtime.now()) + timedelta(days=2, hours=1)
        db.execute(INSERT_SEEN_EVENT, [make_first_id(time_ahead), time_ahead])
        await maintain(separate_runtime, SEEN_EVENTS)
        names = {name for (name,) in db.execute(SELECT_PARTITIONS, ["seen_events"]).fetchall()}
        assert f"seen_events_{time_ahead:%Y%m%d}" not in names
        assert f"seen_events_{time_ahead + timedelta(days=1):%Y%m%d}" in names
        assert db.execute(INSERT_SEEN_EVENT, [make_first_id(time_ahead), time_ahead]).fetchone() is None

    async def test_ids_that_carry_no_time_are_deleted_in_batches(
        self, separate_runtime: AnyRuntime, db: Connection, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(partitions, "BATCH_SIZE", 10)
        for age in [timedelta(days=40)] * 25 + [timedelta()] * 3:
            # The first digit f makes the id greater than every UUIDv7 of this age, so no partition has its range.
            id_without_time = UUID(int=uuid4().int | 0xF << 124)
            db.execute(INSERT_SEEN_EVENT, [id_without_time, separate_runtime.now() - age])
        await maintain(separate_runtime, SEEN_EVENTS)
        assert read_value(db, "SELECT count(*) FROM seen_events") == 3


class TestLocks:
    async def test_a_lock_that_is_not_free_fails_the_job_and_blocks_no_insert(
        self, separate_runtime: AnyRuntime, db: Connection, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(partitions, "MAX_ATTEMPTS", 1)
        monkeypatch.setattr(partitions, "LOCK_TIMEOUT", "200ms")
        separate_runtime.now.move(days=10)  # type: ignore[attr-defined]
        with connect(url) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM outbox")
            with pytest.raises(OperationalError, match="lock timeout"):
                await maintain(separate_runtime, OUTBOX)
            db.execute("SET statement_timeout = '60s'")
            db.execute(INSERT_OUTBOX_EVENT, [new_id(), None])
        await maintain(separate_runtime, OUTBOX)
        assert ("outbox_before",) not in db.execute(SELECT_PARTITIONS, ["outbox"]).fetchall()

    async def test_a_partition_that_cannot_be_attached_in_time_does_not_stop_the_deletion_of_expired_rows(
        self, separate_runtime: AnyRuntime, db: Connection, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(partitions, "LOCK_TIMEOUT", "60s")
        monkeypatch.setattr(partitions, "ATTACH_TIMEOUT", "200ms")
        # The first digit f makes the id greater than every UUIDv7 of this age, so the row is in `_other`.
        id_without_time = UUID(int=uuid4().int | 0xF << 124)
        db.execute(INSERT_SEEN_EVENT, [id_without_time, separate_runtime.now() - timedelta(days=40)])
        partitions_before = db.execute(SELECT_PARTITIONS, ["seen_events"]).fetchall()
        with connect(url) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM seen_events_other")
            await maintain(separate_runtime, SEEN_EVENTS)
            assert db.execute(SELECT_PARTITIONS, ["seen_events"]).fetchall() == partitions_before
            assert read_value(db, "SELECT count(*) FROM seen_events_other") == 0
        await maintain(separate_runtime, SEEN_EVENTS)
        assert len(db.execute(SELECT_PARTITIONS, ["seen_events"]).fetchall()) > len(partitions_before)

    async def test_handling_an_old_event_does_not_deadlock_with_dropping_its_partition(
        self, separate_runtime: AnyRuntime, db: Connection, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Handling and dropping both lock the table before its partition. In another order they would deadlock."""
        monkeypatch.setattr(partitions, "MAX_ATTEMPTS", 1)
        monkeypatch.setattr(partitions, "LOCK_TIMEOUT", "60s")
        id = new_id()
        separate_runtime.now.move(days=40)  # type: ignore[attr-defined]
        with connect(url) as handler:
            handler.execute("BEGIN")
            handler.execute("LOCK TABLE ONLY seen_events IN ROW EXCLUSIVE MODE")
            drop_task = asyncio.create_task(maintain(separate_runtime, SEEN_EVENTS))
            select_waiting_count = (
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'seen_events'::regclass"
            )
            await wait_for(lambda: read_value(db, select_waiting_count))
            handler.execute("SET statement_timeout = '60s'")
            handler.execute(INSERT_SEEN_EVENT, [id, separate_runtime.now()])
            handler.execute("COMMIT")
            await drop_task
        assert read_value(db, "SELECT id FROM seen_events_other") == id
        assert ("seen_events_before",) not in db.execute(SELECT_PARTITIONS, ["seen_events"]).fetchall()

    async def test_purge_maintains_every_table(self, separate_runtime: AnyRuntime, db: Connection) -> None:
        separate_runtime.now.move(days=80)  # type: ignore[attr-defined]
        async with separate_runtime.database.reading() as session:
            await retention.purge(session, separate_runtime)
        for table in ("outbox", "seen_events", "mail_outbox"):
            names = {name for (name,) in db.execute(SELECT_PARTITIONS, [table]).fetchall()}
            assert f"{table}_before" not in names
            assert f"{table}_other" in names
