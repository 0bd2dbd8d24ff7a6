"""Checks the personal data of a service: user columns are registered, and an erasure handles them as registered."""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from contracts.auth import UserErased
from sqlalchemy import Column, String, TypeDecorator, column, insert, inspect, select, text
from sqlalchemy import table as sql_table
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel

from chassis.database.tables import new_id
from chassis.features.personal_data import PersonalData
from chassis.runtime import AnyRuntime

# Columns that name a user by the id of an account. Each of them must be in a `PersonalData`.
USER_ID = re.compile(r"(.+_)?(user|account|actor|editor|assignee|moderator|author|owner|subject)_id|.+_by")
# Columns that name a user by an address or a number. A column of their table must be in a `PersonalData`.
# The contact_... columns of the site settings are the company's own.
CONTACT = re.compile(r"(?!contact_)(.+_)?(email|phone|recipient)|email_key")
# Columns with a name. In a row with one user it is the name of that user.
NAME = re.compile(r"(.+_)?(first_name|last_name)|(actor|editor)_name|.+_by_name")
REQUIRED_COLUMNS = text(
    "SELECT column_name FROM information_schema.columns"
    " WHERE table_name = :table AND is_nullable = 'NO' AND column_default IS NULL"
)
EMAIL = "gone@example.com"
USER_NAME = "Кузьма"


def list_tables(service: str) -> Iterator[type[Any]]:
    """Yield the table classes that the modules of a service define."""
    for mapper in SQLModel._sa_registry.mappers:
        if mapper.class_.__module__.partition(".")[0] == service:
            yield mapper.class_


def find_unregistered(service: str, features: Sequence[PersonalData]) -> list[str]:
    """Return the columns that name a user and are in no `PersonalData` of the service, one sentence each."""
    declared_columns = {_get_column(attribute) for feature in features for attribute in _list_columns(feature)}
    tables = {column.table for column in declared_columns}
    problems = []
    for table in (inspect(kind).local_table for kind in list_tables(service)):
        ids = [column for column in table.columns if USER_ID.fullmatch(column.name)]
        problems += [
            f"{column} is in the PersonalData of no feature" for column in ids if column not in declared_columns
        ]
        if table not in tables and not ids and any(CONTACT.fullmatch(column.name) for column in table.columns):
            problems.append(f"{table} is in the PersonalData of no feature")
    return sorted(problems)


async def find_erasure_differences(
    runtime: AnyRuntime,
    features: Sequence[PersonalData],
    *,
    user_id: UUID,
    values_of_tables: dict[type[Any], dict[str, Any]],
    erase: Callable[[], Awaitable[object]],
) -> list[str]:
    """Insert a row for each registered column, erase the user, and compare. Returns the differences, one sentence each.

    `values_of_tables` are the rows of the account itself, by which the service knows its address (`EMAIL`).
    """
    kept_columns = {_get_column(attribute) for feature in features for attribute in feature.kept}
    tables = {inspect(kind).local_table for kind in values_of_tables}
    registered_columns = [_get_column(attribute) for feature in features for attribute in _list_columns(feature)]
    checked_columns = [
        column
        for column in registered_columns
        if column.table not in tables and not (column in kept_columns and CONTACT.fullmatch(column.name))
    ]
    keys: list[tuple[Column[Any], Any]] = []
    async with runtime.database.transaction() as db:
        # The session acts as a replica: no foreign key is checked, so a row needs no others.
        await db.execute(text("SET LOCAL session_replication_role = replica"))
        for kind, values in values_of_tables.items():
            await _insert(db, inspect(kind).local_table, values)
        for checked_column in checked_columns:
            values = {checked_column.name: _make_user_value(checked_column, user_id)}
            values |= _make_name_values(checked_column.table)
            keys.append((checked_column, await _insert(db, checked_column.table, values)))
    await erase()
    differences = []
    async with runtime.database.reading() as db:
        for column, key in keys:
            row = (await db.execute(_select_by_key(column.table, key))).one_or_none()
            for difference in _compare(column, row, user_id, is_kept=column in kept_columns):
                differences.append(f"{column}: {difference}")
    return differences


async def find_differences_after_event(
    runtime: AnyRuntime,
    features: Sequence[PersonalData],
    deliver: Callable[[UserErased], Awaitable[object]],
    make_account_rows: Callable[[UUID], dict[type[Any], dict[str, Any]]] | None = None,
) -> list[str]:
    """Like `find_erasure_differences`, for an erasure that an event requests.

    `make_account_rows` returns the rows of the account with this id, if the service stores accounts.
    """
    user_id = new_id()
    event = UserErased(user_id=user_id, erasure_id=new_id())
    account_rows = make_account_rows(user_id) if make_account_rows else {}
    return await find_erasure_differences(
        runtime, features, user_id=user_id, values_of_tables=account_rows, erase=lambda: deliver(event)
    )


def _compare(column: Column[Any], row: Any, user_id: UUID, *, is_kept: bool) -> Iterator[str]:
    values = row._mapping if row is not None else {}
    has_user = values.get(column.name) == _make_user_value(column, user_id)
    if is_kept and not has_user:
        yield "registered as kept, but erased"
    if has_user and not is_kept:
        yield "the user is still there"
    if USER_NAME in values.values():
        yield "the user's name is still there"


def _list_columns(feature: PersonalData) -> tuple[Any, ...]:
    return feature.deleted + feature.cleared + feature.handled + feature.kept


def _get_column(attribute: Any) -> Column[Any]:
    column: Column[Any] = attribute.property.columns[0]
    return column


def _select_by_key(table: Any, key: Any) -> Any:
    return select(table).where(*[key_column == value for key_column, value in zip(table.primary_key, key, strict=True)])


def _make_user_value(column: Column[Any], user_id: UUID) -> UUID | str:
    if CONTACT.fullmatch(column.name):
        return EMAIL
    return user_id if _get_python_type(column) is UUID else str(user_id)


def _make_name_values(table: Any) -> dict[str, str]:
    """Return the user's name for each column with a name, if a row of the table names only one user."""
    users = [column for column in table.columns if USER_ID.fullmatch(column.name) or CONTACT.fullmatch(column.name)]
    return {column.name: USER_NAME for column in table.columns if NAME.fullmatch(column.name) and len(users) == 1}


async def _insert(db: AsyncSession, table: Any, values: dict[str, Any]) -> Any:
    """Insert a row with these values, and any values in the other required columns. Returns the primary key."""
    needed_columns = [
        column
        for column in table.columns
        if not column.nullable and column.computed is None and column.name not in values
    ]
    row = {column.name: _make_value(_get_python_type(column)) for column in needed_columns} | values
    # A renamed column has its old name too, until no running release uses that (docs/decisions/0079).
    required_columns = await db.scalars(REQUIRED_COLUMNS, {"table": table.name})
    old_values = {name: "" for name in required_columns if name not in table.columns}
    columns = [column(declared.name, declared.type) for declared in table.columns]
    columns += [column(name, String) for name in old_values]
    insertion = insert(sql_table(table.name, *columns)).values(row | old_values)
    return (await db.execute(insertion.returning(*table.primary_key))).one()


def _get_python_type(declared: Column[Any]) -> type[Any]:
    kind = declared.type
    return kind.impl_instance.python_type if isinstance(kind, TypeDecorator) else kind.python_type


def _make_value(kind: type) -> Any:
    random_id = new_id()
    values: dict[type, Any] = {
        UUID: random_id,
        str: str(random_id),
        bytes: random_id.bytes,
        datetime: datetime.now(UTC),
        date: date(2026, 1, 1),
        Decimal: Decimal(1),
        int: 1,
        bool: False,
        list: [],
        # JSON may be of any type.
        object: {},
    }
    return values[kind]
