"""Copies of what another service owns, kept by its events. They may arrive out of order: the newest one wins."""

from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, func, inspect
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from chassis.database.tables import Base


async def save_newest(
    db: AsyncSession, copy: Base, *, keep: frozenset[str] = frozenset(), unless: SQLColumnExpression[bool] | None = None
) -> None:
    """Save a copy, whose `event_time` is its event's; a row that is newer, or meets `unless`, stays as it is.

    An older row gets the fields that were given, except those in `keep`; a new row gets the defaults of the others.
    """
    table: Any = inspect(type(copy)).local_table
    key = {column.name for column in table.primary_key}
    values = copy.model_dump(include=copy.model_fields_set - key - keep)
    newest: ColumnElement[bool] = func.coalesce(table.c.event_time, values["event_time"]) <= values["event_time"]
    condition = newest if unless is None else newest & ~unless
    row = insert(table).values(copy.model_dump())
    await db.execute(row.on_conflict_do_update(index_elements=list(key), set_=values, where=condition))
