"""What a service asks of its database in a test, and by which indexes the database would answer."""

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.app import Runtime

Asked = tuple[str, Any]
ours: ContextVar[bool] = ContextVar("ours", default=False)


@contextmanager
def statements(runtime: Runtime) -> Iterator[list[Asked]]:
    """What this test's own requests asked and deleted; the service's workers ask for their own things meanwhile."""
    seen: list[Asked] = []
    token = ours.set(True)

    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if ours.get() and statement.lstrip().upper().startswith(("SELECT", "WITH", "DELETE")):
            seen.append((statement, parameters))

    event.listen(runtime.engine.sync_engine, "before_cursor_execute", note)
    yield seen
    ours.reset(token)
    event.remove(runtime.engine.sync_engine, "before_cursor_execute", note)


async def plan(connection: AsyncConnection, asked: Asked, *, how: str = "FORMAT JSON") -> dict[str, Any]:
    """How the database would answer."""
    statement, parameters = asked
    found = (await connection.exec_driver_sql(f"EXPLAIN ({how}) {statement}", parameters)).scalar_one()
    root: dict[str, Any] = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    return root


def scanned(plan: dict[str, Any]) -> set[str]:
    """The tables that a plan reads from end to end."""
    here = {plan["Relation Name"]} if plan["Node Type"] == "Seq Scan" else set()
    return here.union(*(scanned(part) for part in plan.get("Plans", [])))


def used(plan: dict[str, Any]) -> set[str]:
    """The indexes that a plan takes."""
    here = {plan["Index Name"]} if "Index Name" in plan else set()
    return here.union(*(used(part) for part in plan.get("Plans", [])))


def repeats(plan: dict[str, Any]) -> list[int]:
    """How often each query inside the query was run."""
    here = [plan["Actual Loops"]] if plan.get("Parent Relationship") == "SubPlan" else []
    return here + [times for part in plan.get("Plans", []) for times in repeats(part)]


async def without_index(runtime: Runtime, seen: list[Asked], *, small: Collection[str] = ()) -> dict[str, set[str]]:
    """The statements that read a table from end to end, with those tables; `small` ones may be read so.

    A table is read whole where most of it is wanted, even if an index fits; forbidden to, the planner shows whether
    one does.
    """
    missing = {}
    async with runtime.engine.connect() as connection:
        await connection.execute(text("SET enable_seqscan = off"))
        for asked in seen:
            if tables := scanned(await plan(connection, asked)).difference(small):
                missing[asked[0]] = tables
        await connection.execute(text("RESET enable_seqscan"))
    return missing


async def indexes(runtime: Runtime, seen: list[Asked]) -> list[set[str]]:
    """The indexes that the database takes by itself for each statement."""
    async with runtime.engine.connect() as connection:
        return [used(await plan(connection, asked)) for asked in seen]
