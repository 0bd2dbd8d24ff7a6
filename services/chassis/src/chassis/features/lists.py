"""Pagination, filtering and sorting."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar, TypeVarTuple

from fastapi import Query
from pydantic import BaseModel, Field
from sqlalchemy import (
    ClauseElement,
    ColumnElement,
    Executable,
    Row,
    Select,
    UnaryExpression,
    func,
    inspect,
    literal_column,
    select,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from chassis.database.search import contains_text

R = TypeVar("R")
Columns = TypeVarTuple("Columns")
Filters = Sequence[ColumnElement[bool]]

# Counting takes time in proportion to the rows: 2 ms for ten thousand, 0.1 s for a million.
MAX_EXACT_COUNT = 10_000


class PageQuery(BaseModel):
    """Query parameters of a page."""

    limit: int = Field(20, ge=1, le=100)
    offset: int = Field(0, ge=0, le=1_000_000)


# A model whose fields are query parameters of an endpoint: `query: QueryParameters[CarQuery]`.
QueryParameters = Annotated[R, Query()]
Page = QueryParameters[PageQuery]


def build_order_by(fields: type | Mapping[str, Any], sort: str) -> UnaryExpression[Any]:
    """Return the ORDER BY for a `sort` parameter: `title` ascending, `-title` descending.

    `fields` is a table, or a mapping from public names to columns.
    """
    name = sort.removeprefix("-")
    field = fields[name] if isinstance(fields, Mapping) else getattr(fields, name)
    order: UnaryExpression[Any] = field.asc() if name == sort else field.desc()
    return order


def match_equal(table: type, query: object, *names: str) -> list[ColumnElement[bool]]:
    """Return `column = value` for each named column with a value in the request. An empty string is not a value."""
    values = {name: getattr(query, name, None) for name in names}
    return [getattr(table, name) == value for name, value in values.items() if value not in (None, "")]


def list_filters(table: Any, query: Any, *names: str) -> list[ColumnElement[bool]]:
    """Return `match_equal` plus the `search` parameter, applied to the `searched` expression of the table."""
    search_filters = [contains_text(table.searched, query.search)] if query.search else []
    return match_equal(table, query, *names) + search_filters


async def fetch_page(db: AsyncSession, statement: Select[R], page: PageQuery) -> tuple[Sequence[R], int]:
    """Return one page of a SELECT of a table, with the total count."""
    rows = (await db.scalars(statement.limit(page.limit).offset(page.offset))).all()
    return rows, await fetch_total(db, statement, page, rows_on_page=len(rows))


async def fetch_list(
    db: AsyncSession, table: type[R], query: Any, *names: str, filters: Filters = (), tie_breaker: Any = None
) -> tuple[Sequence[R], int]:
    """Return one page of a table with its total: filtered by the columns `names`, searched, and sorted by `sort`.

    Rows with equal `sort` values are ordered by `tie_breaker`, which defaults to the id.
    """
    statement = select(table).where(*list_filters(table, query, *names), *filters)
    second_order = inspect(table).local_table.c.id if tie_breaker is None else tie_breaker
    return await fetch_page(db, statement.order_by(build_order_by(table, query.sort), second_order), query)


async def fetch_rows(
    db: AsyncSession, statement: Select[*Columns], page: PageQuery
) -> tuple[Sequence[Row[*Columns]], int]:
    """Like `fetch_page`, for a SELECT of several tables or columns."""
    rows = (await db.execute(statement.limit(page.limit).offset(page.offset))).all()
    return rows, await fetch_total(db, statement, page, rows_on_page=len(rows))


async def fetch_total(
    db: AsyncSession, statement: Select[*tuple[Any, ...]], page: PageQuery, *, rows_on_page: int
) -> int:
    """Return the total number of rows: exact up to `MAX_EXACT_COUNT`, the planner's estimate above it.

    A page that is not full is the last one, so its end is the total. After a full page the estimate is larger than the
    end of the page, so that a client requests the next page.
    """
    end = page.offset + rows_on_page
    is_last = 0 < rows_on_page < page.limit or end == 0
    if is_last:
        return end
    # An empty page begins after the end of the list, so the list has at most `offset` rows.
    max_count = MAX_EXACT_COUNT if rows_on_page else max(MAX_EXACT_COUNT, page.offset)
    counted_rows = await count_rows(db, statement.limit(max_count + 1))
    if counted_rows <= max_count:
        return counted_rows
    return max(await _estimate_rows(db, statement), counted_rows, end + 1)


async def count_rows(db: AsyncSession, statement: Select[*tuple[Any, ...]]) -> int:
    """Count the rows of a SELECT without reading columns or sorting, at most as many as its LIMIT."""
    rows: Select[int] = statement.with_only_columns(literal_column("1"), maintain_column_froms=True).order_by(None)
    return await db.scalar(select(func.count()).select_from(rows.subquery())) or 0


class _Plan(Executable, ClauseElement):
    """EXPLAIN of a SELECT, which does not run it."""

    inherit_cache = False

    def __init__(self, statement: Select[*tuple[Any, ...]]) -> None:
        self.statement = statement


@compiles(_Plan)
def _compile_plan(element: _Plan, compiler: SQLCompiler, **options: Any) -> str:
    return f"EXPLAIN (FORMAT JSON) {compiler.process(element.statement, **options)}"


async def _estimate_rows(db: AsyncSession, statement: Select[*tuple[Any, ...]]) -> int:
    """Return how many rows the planner expects from a SELECT, by the statistics of its tables."""
    plan = await db.scalar(_Plan(statement.order_by(None)))
    return int(plan[0]["Plan"]["Plan Rows"])
