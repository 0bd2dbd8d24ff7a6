"""Deletion of expired rows in batches, so that statements and locks stay short."""

from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, delete, inspect, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from chassis.database.tables import Base

BATCH_SIZE = 5000


async def delete_in_batches(
    db: AsyncSession,
    table: type[Base],
    *conditions: ColumnElement[bool],
    oldest_by: SQLColumnExpression[Any] | None = None,
) -> None:
    """Delete the rows that meet all conditions. In a job with `autocommit` each batch is its own transaction.

    The conditions need an index. For millions of rows pass an indexed column as `oldest_by`: the batches then follow
    its order. Without it each batch may scan past the rows that earlier batches have deleted.
    """
    key = inspect(table).primary_key
    oldest_keys = select(*key).where(*conditions).order_by(oldest_by).limit(BATCH_SIZE)
    batch = delete(table).where(tuple_(*key).in_(oldest_keys)).execution_options(synchronize_session=False)
    deletion: Any = await db.execute(batch)
    while deletion.rowcount == BATCH_SIZE:
        deletion = await db.execute(batch)
