"""Lists in pages: the filters that a request gives, the rows of one page, and how many there are in all."""

from collections.abc import Sequence
from typing import Any, TypeVar, TypeVarTuple

from chassis.paging import PageQuery
from sqlalchemy import ColumnElement, Row, Select, func
from sqlalchemy.ext.asyncio import AsyncSession

R = TypeVar("R")
Ts = TypeVarTuple("Ts")


def equal_filters(table: type, query: object, *names: str) -> list[ColumnElement[bool]]:
    """`column = value` for each of these columns that has a value in the request; an empty text is none."""
    values = {name: getattr(query, name, None) for name in names}
    return [getattr(table, name) == value for name, value in values.items() if value not in (None, "")]


async def fetch_page(db: AsyncSession, chosen: Select[R], page: PageQuery) -> tuple[Sequence[R], int]:
    """One page of the selected rows of a table, and how many there are in all."""
    rows = (await db.scalars(chosen.limit(page.limit).offset(page.offset))).all()
    return rows, await count_rows(db, chosen)


async def fetch_rows(db: AsyncSession, chosen: Select[*Ts], page: PageQuery) -> tuple[Sequence[Row[*Ts]], int]:
    """The same for a selection of several tables or columns."""
    rows = (await db.execute(chosen.limit(page.limit).offset(page.offset))).all()
    return rows, await count_rows(db, chosen)


async def count_rows(db: AsyncSession, chosen: Select[*tuple[Any, ...]]) -> int:
    """How many rows are selected; neither their columns nor their order are read."""
    counted = chosen.with_only_columns(func.count(), maintain_column_froms=True).order_by(None)
    return await db.scalar(counted) or 0
