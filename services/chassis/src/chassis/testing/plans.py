"""The SQL statements of a service in a test, and the indexes that PostgreSQL would use for them."""

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.runtime import AnyRuntime
from chassis.testing.plugin import wait_for

Statement = tuple[str, Any]
is_recording: ContextVar[bool] = ContextVar("is_recording", default=False)
EXPLAINED_VERBS = ("SELECT", "WITH", "UPDATE", "DELETE")


@contextmanager
def record_statements(runtime: AnyRuntime) -> Iterator[list[Statement]]:
    """Record the statements of this test's own requests, except INSERT. Statements of workers are not recorded."""
    statements: list[Statement] = []
    token = is_recording.set(True)

    def record(_: Any, __: Any, statement: str, parameters: Any, ___: Any, is_repeated: bool) -> None:
        # A statement that is repeated for many rows has no single plan.
        if is_recording.get() and not is_repeated and statement.lstrip().upper().startswith(EXPLAINED_VERBS):
            statements.append((statement, parameters))

    event.listen(runtime.engine.sync_engine, "before_cursor_execute", record)
    yield statements
    is_recording.reset(token)
    event.remove(runtime.engine.sync_engine, "before_cursor_execute", record)


async def count_open_transactions_on(runtime: AnyRuntime, table: str) -> int:
    """Return the number of transactions that stay open with a lock on this table: each statement takes a lock until the
    commit.

    The locks are read several times. A transaction of a worker that ends meanwhile is not counted, nor is PostgreSQL's
    own analysis of the table.
    """
    select_holders = text(
        "SELECT a.pid, a.xact_start FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
        " WHERE l.locktype = 'relation' AND l.granted AND a.backend_type = 'client backend'"
        " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        " AND l.relation = CAST(:table AS regclass) AND pid <> pg_backend_pid()"
    )
    samples: list[set[Any]] = []
    async with runtime.engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        for _ in range(20):
            samples.append({tuple(row) for row in await connection.execute(select_holders, {"table": table})})
            if not set.intersection(*samples):
                return 0
            await asyncio.sleep(0.05)
    return len(set.intersection(*samples))


async def wait_until_blocked(runtime: AnyRuntime) -> None:
    """Wait until a statement in this database waits for a lock that another transaction holds."""
    select_waiting_count = text(
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )

    async def is_blocked() -> bool:
        async with runtime.database.reading() as db:
            return bool(await db.scalar(select_waiting_count))

    await wait_for(is_blocked)


async def explain_query(
    connection: AsyncConnection, statement: Statement, *, options: str = "FORMAT JSON"
) -> dict[str, Any]:
    """Return the query plan."""
    sql, parameters = statement
    explanation = (await connection.exec_driver_sql(f"EXPLAIN ({options}) {sql}", parameters)).scalar_one()
    root: dict[str, Any] = explanation[0]["Plan"]
    return root


def list_scanned_tables(plan: dict[str, Any]) -> set[str]:
    """Return the tables that a plan scans sequentially."""
    own_tables = {plan["Relation Name"]} if plan["Node Type"] == "Seq Scan" else set()
    return own_tables.union(*(list_scanned_tables(part) for part in plan.get("Plans", [])))


def list_used_indexes(plan: dict[str, Any]) -> set[str]:
    """Return the indexes that a plan uses."""
    own_indexes = {plan["Index Name"]} if "Index Name" in plan else set()
    return own_indexes.union(*(list_used_indexes(part) for part in plan.get("Plans", [])))


def list_subquery_runs(plan: dict[str, Any]) -> list[int]:
    """Return the number of runs of each subquery. The plan must come from EXPLAIN with ANALYZE."""
    own_runs = [plan["Actual Loops"]] if plan.get("Parent Relationship") == "SubPlan" else []
    return own_runs + [runs for part in plan.get("Plans", []) for runs in list_subquery_runs(part)]


async def find_unindexed(
    runtime: AnyRuntime, statements: list[Statement], *, small_tables: Collection[str] = ()
) -> dict[str, set[str]]:
    """Return the statements that scan a table sequentially, with the scanned tables; `small_tables` may be scanned.

    The planner scans a table when most of its rows are needed, even if an index fits. So sequential scans are disabled
    here: a plan then has one only if no index fits.
    """
    tables_by_statement = {}
    async with runtime.engine.connect() as connection:
        await connection.execute(text("SET enable_seqscan = off"))
        for statement in statements:
            plan = await explain_query(connection, statement)
            tables = list_scanned_tables(plan).difference(small_tables)
            if tables:
                tables_by_statement[statement[0]] = tables
        await connection.execute(text("RESET enable_seqscan"))
    return tables_by_statement


async def find_used_indexes(runtime: AnyRuntime, statements: list[Statement]) -> list[set[str]]:
    """Return the indexes that the planner chooses for each statement."""
    async with runtime.engine.connect() as connection:
        return [list_used_indexes(await explain_query(connection, statement)) for statement in statements]
