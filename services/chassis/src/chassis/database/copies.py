"""Copies of rows that another service owns, updated by its events. Events may arrive out of order: the newest wins."""

from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, func, inspect
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from chassis.database.tables import Base


async def save_newest(
    db: AsyncSession,
    copy: Base,
    *,
    earliest_fields: frozenset[str] = frozenset(),
    unchanged_if: SQLColumnExpression[bool] | None = None,
) -> None:
    """Insert or update a copy. `copy.event_time` is the time of the event that it comes from.

    A stored row stays unchanged if its event is newer, or if it meets `unchanged_if`. Otherwise it gets the fields that
    were set on `copy`. A field in `earliest_fields` keeps the earlier of its two times. A new row gets defaults for the
    fields that were not set.
    """
    table: Any = inspect(type(copy)).local_table
    key = {column.name for column in table.primary_key}
    values = copy.model_dump(include=copy.model_fields_set - key)
    earliest_values = {name: func.least(table.c[name], values[name]) for name in earliest_fields}
    is_newest: ColumnElement[bool] = func.coalesce(table.c.event_time, values["event_time"]) <= values["event_time"]
    condition = is_newest if unchanged_if is None else is_newest & ~unchanged_if
    insertion = insert(table).values(copy.model_dump())
    await db.execute(
        insertion.on_conflict_do_update(index_elements=list(key), set_=values | earliest_values, where=condition)
    )
