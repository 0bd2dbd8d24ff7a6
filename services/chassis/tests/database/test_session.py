"""The pool of database connections, and the hooks that a transaction runs at its end."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import psycopg
import pytest
from chassis.runtime import AnyRuntime, AnySession
from chassis.testing.fixture_types import ApiClient
from chassis.testing.plans import count_open_transactions_on
from chassis.testing.plugin import wait_for
from sample.notes.tables import Note
from sqlalchemy import event, text

SELECT_OTHER_CONNECTIONS = (
    "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
)
COUNT_CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE pid = ANY(%s)"


class TestClosedConnections:
    async def test_after_a_restart_of_the_database_the_first_request_succeeds(
        self, client: ApiClient, runtime: AnyRuntime
    ) -> None:
        assert (await client.get("/api/sample/notes")).status_code == 200
        url = runtime.settings.database_url.get_secret_value().replace("+psycopg", "")
        with psycopg.connect(url, autocommit=True) as operator:
            closed_pids = [pid for (pid,) in operator.execute(SELECT_OTHER_CONNECTIONS)]
            assert closed_pids
            operator.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s::int[]) AS pid", [closed_pids])
            await wait_for(lambda: operator.execute(COUNT_CONNECTIONS, [closed_pids]).fetchone() == (0,))
        assert (await client.get("/api/sample/notes")).status_code == 200

    async def test_an_open_connection_is_used_again(self, client: ApiClient, runtime: AnyRuntime) -> None:
        opened_connections: list[object] = []
        await client.get("/api/sample/notes")
        event.listen(runtime.engine.sync_engine, "connect", lambda *arguments: opened_connections.append(arguments))
        for _ in range(4 * runtime.settings.database_pool):
            assert (await client.get("/api/sample/notes")).status_code == 200
        assert len(opened_connections) <= 2 * runtime.settings.database_pool

    async def test_connections_of_a_burst_are_closed_once_unused(self, runtime: AnyRuntime) -> None:
        count = runtime.settings.database_pool

        async def run_burst(*, unused_milliseconds: int | None = None) -> list[int]:
            async with AsyncExitStack() as taken_connections:
                connections = [
                    await taken_connections.enter_async_context(runtime.engine.connect()) for _ in range(count)
                ]
                limits = {await connection.scalar(text("SHOW idle_session_timeout")) for connection in connections}
                assert limits == {"5min"}
                processes = [await connection.scalar(text("SELECT pg_backend_pid()")) for connection in connections]
                if unused_milliseconds is not None:
                    for connection in connections:
                        # This has the effect of five minutes without a statement. No statement may follow, because the
                        # server may close the connection at any moment.
                        await connection.execute(text(f"SET idle_session_timeout = {unused_milliseconds}"))
                        await connection.commit()
                return processes

        first_pids = await run_burst(unused_milliseconds=100)
        url = runtime.settings.database_url.get_secret_value().replace("+psycopg", "")
        with psycopg.connect(url, autocommit=True) as operator:
            await wait_for(lambda: operator.execute(COUNT_CONNECTIONS, [first_pids]).fetchone() == (0,))
        # These connections stay in the pool, so they keep the limit of the settings.
        assert not set(await run_burst()) & set(first_pids)

    async def test_requests_one_after_another_leave_the_other_connections_unused(self, runtime: AnyRuntime) -> None:
        count = runtime.settings.database_pool
        async with AsyncExitStack() as taken_connections:
            for _ in range(count):
                await taken_connections.enter_async_context(runtime.engine.connect())
        used_pids: set[int] = set()
        for _ in range(3 * count):
            async with runtime.engine.connect() as connection:
                used_pids.add(await connection.scalar(text("SELECT pg_backend_pid()")))
        # Workers of the service use a connection from time to time.
        assert len(used_pids) <= count // 2


class TestOpenTransactions:
    """The tests of jobs use `count_open_transactions_on` to detect waits inside a transaction."""

    async def test_an_open_transaction_is_counted_until_it_ends(self, runtime: AnyRuntime) -> None:
        async with runtime.database.transaction() as db:
            await db.execute(text("SELECT 1 FROM outbox LIMIT 1"))
            assert await count_open_transactions_on(runtime, "outbox") == 1
        assert await count_open_transactions_on(runtime, "outbox") == 0


class TestEndOfTransaction:
    async def test_a_hook_runs_once_with_all_its_items_before_the_commit(self, runtime: AnyRuntime) -> None:
        calls: list[Any] = []

        async def record_call(db: AnySession, items: list[int]) -> None:
            calls.append((items, db.in_transaction()))

        async with runtime.database.transaction() as db:
            for item in (1, 2, 3):
                db.before_commit(record_call, item)
            db.after_commit(calls.append, "committed")
            assert calls == []
        assert calls == [([1, 2, 3], True), "committed"]

    async def test_a_failed_hook_undoes_the_transaction_and_a_failed_transaction_runs_no_hook(
        self, runtime: AnyRuntime
    ) -> None:
        calls: list[Any] = []

        async def fail(db: AnySession, items: list[str]) -> None:
            calls.append(items)
            raise LookupError

        async def count(db: AnySession) -> int:
            return int(await db.scalar(text("SELECT count(*) FROM notes WHERE text = 'undone'")))

        async def write(item: str, error: Exception | None = None) -> None:
            async with runtime.database.transaction() as db:
                db.add(Note(text="undone"))
                db.before_commit(fail, item)
                if error:
                    raise error

        with pytest.raises(LookupError):
            await write("ran")
        with pytest.raises(ZeroDivisionError):
            await write("never", ZeroDivisionError())
        async with runtime.database.reading() as db:
            assert calls == [["ran"]]
            assert await count(db) == 0


async def test_connection_whose_task_is_cancelled_before_the_first_statement_is_closed(
    runtime: AnyRuntime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its mode is unknown, so the pool must not reuse the connection. It must not stay open either."""
    set_autocommit = psycopg.AsyncConnection.set_autocommit
    used_connections: list[psycopg.AsyncConnection[Any]] = []

    async def cancel_and_set(connection: psycopg.AsyncConnection[Any], value: bool) -> None:
        used_connections.append(connection)
        task = asyncio.current_task()
        assert task
        task.cancel()
        await set_autocommit(connection, value)

    async def read_in_transaction() -> object:
        async with runtime.database.transaction() as db:
            return await db.scalar(text("SELECT 1"))

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.AsyncConnection, "set_autocommit", cancel_and_set)
        with pytest.raises(asyncio.CancelledError):
            await asyncio.create_task(read_in_transaction())
    assert used_connections[0].closed
    assert await read_in_transaction() == 1
