"""Rows that may not be kept any longer are deleted in batches: no statement is long, no lock is held long."""

from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, delete, inspect, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from chassis.database.tables import Base

BATCH = 5000


async def delete_in_batches(
    db: AsyncSession,
    table: type[Base],
    *conditions: ColumnElement[bool],
    oldest_by: SQLColumnExpression[Any] | None = None,
) -> None:
    """Delete the rows that meet all conditions; in a job with `autocommit` each batch is a transaction of its own.

    The conditions need an index. Where millions of rows go, an index of `oldest_by` gives them in its order: without
    it each batch may read past all that the batches before it have deleted.
    """
    key = inspect(table).primary_key
    old = select(*key).where(*conditions).order_by(oldest_by).limit(BATCH)
    batch = delete(table).where(tuple_(*key).in_(old)).execution_options(synchronize_session=False)
    deleted: Any = await db.execute(batch)
    while deleted.rowcount == BATCH:
        deleted = await db.execute(batch)
