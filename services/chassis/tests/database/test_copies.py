"""The newest event wins, in whatever order the events of one copy arrive."""

from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any, ClassVar

import pytest
from chassis.database.copies import save_newest
from chassis.database.tables import Base, UtcDateTime
from chassis.runtime import AnyRuntime, AnySession
from sqlalchemy import MetaData
from sqlmodel import Field, col

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


class AccountCopy(Base, table=True):
    __tablename__ = "account_copies"
    # The fixtures empty all tables of the shared metadata. The database has no table of this class.
    metadata: ClassVar[MetaData] = MetaData()
    id: int = Field(primary_key=True)
    name: str = ""
    is_blocked: bool = False
    joined_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    event_time: datetime | None = Field(default=None, sa_type=UtcDateTime)


@pytest.fixture
async def db(runtime: AnyRuntime) -> Any:
    async with runtime.database.transaction() as session:
        connection = await session.connection()
        await connection.run_sync(AccountCopy.metadata.create_all)
        yield session
        # This also removes the table.
        await session.rollback()


@pytest.mark.parametrize("order", list(permutations(range(3))))
async def test_any_order_ends_in_the_newest_state(db: AnySession, order: tuple[int, ...]) -> None:
    for number in order:
        at = START + timedelta(seconds=number)
        await save_newest(db, AccountCopy(id=1, name=f"name {number}", event_time=at))
    assert (await db.get_one(AccountCopy, 1)).name == "name 2"


@pytest.mark.parametrize("first_time", [START, START + timedelta(days=1)])
async def test_a_time_that_must_be_the_earliest_never_becomes_later(db: AnySession, first_time: datetime) -> None:
    for joined_at in (first_time, START + timedelta(days=1), START):
        copy = AccountCopy(id=1, joined_at=joined_at, event_time=START)
        await save_newest(db, copy, earliest_fields=frozenset({"joined_at"}))
    row = await db.get_one(AccountCopy, 1)
    await db.refresh(row)
    assert row.joined_at == START


async def test_unset_fields_keep_their_values_and_a_new_row_gets_defaults(db: AnySession) -> None:
    await save_newest(db, AccountCopy(id=1, is_blocked=True, event_time=START))
    await save_newest(db, AccountCopy(id=1, name="Anna", event_time=START))
    row = await db.get_one(AccountCopy, 1)
    assert (row.name, row.is_blocked) == ("Anna", True)


async def test_a_row_that_meets_the_condition_stays(db: AnySession) -> None:
    await save_newest(db, AccountCopy(id=1, name="Anna", is_blocked=True, event_time=START))
    later_copy = AccountCopy(id=1, name="Boris", event_time=START + timedelta(days=1))
    await save_newest(db, later_copy, unchanged_if=col(AccountCopy.is_blocked))
    assert (await db.get_one(AccountCopy, 1)).name == "Anna"


async def test_a_row_without_a_time_takes_the_first_event(db: AnySession) -> None:
    db.add(AccountCopy(id=1, name="built in"))
    await db.flush()
    await save_newest(db, AccountCopy(id=1, name="Anna", event_time=START))
    row = await db.get_one(AccountCopy, 1)
    await db.refresh(row)
    assert row.name == "Anna"
