"""Pagination, filtering and sorting."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar, TypeVarTuple

from fastapi import Query
from pydantic import BaseModel, Field
from sqlalchemy import ColumnElement, Row, Select, UnaryExpression, func, inspect, select
from sqlalchemy.ext.asyncio import AsyncSession

from chassis.database.search import contains_text

R = TypeVar("R")
Ts = TypeVarTuple("Ts")
Filters = Sequence[ColumnElement[bool]]


class PageQuery(BaseModel):
    """Query parameters of a page."""

    limit: int = Field(20, ge=1, le=100)
    offset: int = Field(0, ge=0, le=1_000_000)


InQuery = Annotated[R, Query()]
Page = InQuery[PageQuery]


def ordering(fields: type | Mapping[str, Any], sort: str) -> UnaryExpression[Any]:
    """Return the ORDER BY for a `sort` parameter: `title` ascending, `-title` descending.

    `fields` is a table, or a mapping from public names to columns.
    """
    name = sort.removeprefix("-")
    field = fields[name] if isinstance(fields, Mapping) else getattr(fields, name)
    order: UnaryExpression[Any] = field.asc() if name == sort else field.desc()
    return order


def equal_filters(table: type, query: object, *names: str) -> list[ColumnElement[bool]]:
    """Return `column = value` for each named column with a value in the request. An empty string is no value."""
    values = {name: getattr(query, name, None) for name in names}
    return [getattr(table, name) == value for name, value in values.items() if value not in (None, "")]


def list_filters(table: Any, query: Any, *names: str) -> list[ColumnElement[bool]]:
    """Return `equal_filters` plus the `search` parameter, applied to the `searched` expression of the table."""
    searched = [contains_text(table.searched, query.search)] if query.search else []
    return equal_filters(table, query, *names) + searched


async def fetch_page(db: AsyncSession, statement: Select[R], page: PageQuery) -> tuple[Sequence[R], int]:
    """Return one page of a SELECT of a table, with the total count."""
    rows = (await db.scalars(statement.limit(page.limit).offset(page.offset))).all()
    return rows, await _total(db, statement, page, len(rows))


async def fetch_list(
    db: AsyncSession, table: type[R], query: Any, *names: str, filters: Filters = (), last: Any = None
) -> tuple[Sequence[R], int]:
    """Return one page of a table with its total: filtered by the columns `names`, searched, and sorted by `sort`.

    Rows with equal `sort` values are ordered by `last`, which defaults to the id.
    """
    statement = select(table).where(*list_filters(table, query, *names), *filters)
    by_id = inspect(table).local_table.c.id if last is None else last
    return await fetch_page(db, statement.order_by(ordering(table, query.sort), by_id), query)


async def fetch_rows(db: AsyncSession, statement: Select[*Ts], page: PageQuery) -> tuple[Sequence[Row[*Ts]], int]:
    """Like `fetch_page`, for a SELECT of several tables or columns."""
    rows = (await db.execute(statement.limit(page.limit).offset(page.offset))).all()
    return rows, await _total(db, statement, page, len(rows))


async def _total(db: AsyncSession, statement: Select[*tuple[Any, ...]], page: PageQuery, rows_on_page: int) -> int:
    """Return how many rows there are in all. A page that is not full is the last one, so its end is the number."""
    is_last = 0 < rows_on_page < page.limit or (rows_on_page == 0 and page.offset == 0)
    if is_last:
        return page.offset + rows_on_page
    return await count_rows(db, statement)


async def count_rows(db: AsyncSession, statement: Select[*tuple[Any, ...]]) -> int:
    """Count the rows of a SELECT without reading columns or sorting."""
    count_statement = statement.with_only_columns(func.count(), maintain_column_froms=True).order_by(None)
    return await db.scalar(count_statement) or 0
