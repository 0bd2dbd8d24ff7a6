"""Lists in pages: the filters that a request gives, the rows of one page, and how many there are in all."""

from collections.abc import Sequence
from typing import Any, TypeVar

from chassis.paging import PageQuery, ordering
from persistence.search import contains_text
from sqlalchemy import ColumnElement, Select, func, select
from sqlmodel import col

from content.records import Record
from content.runtime import Session

R = TypeVar("R")
RecordT = TypeVar("RecordT", bound=Record)


def equal_filters(table: type, query: object, *names: str) -> list[ColumnElement[bool]]:
    """`column = value` for each of these columns that has a value in the request; an empty text is none."""
    values = {name: getattr(query, name, None) for name in names}
    return [getattr(table, name) == value for name, value in values.items() if value not in (None, "")]


def record_filters(table: type[Record], query: Any, *names: str) -> list[ColumnElement[bool]]:
    """`equal_filters`, and the search of the request in what the table has to be searched."""
    searched = [contains_text(table.searched, query.search)] if query.search else []
    return equal_filters(table, query, *names) + searched


async def fetch_records(
    db: Session, table: type[RecordT], query: Any, *names: str, filters: Sequence[ColumnElement[bool]] = ()
) -> tuple[Sequence[RecordT], int]:
    """A page of the records that the request filters by the columns `names` and searches, sorted by its `sort`."""
    chosen = select(table).where(*record_filters(table, query, *names), *filters)
    return await fetch_page(db, chosen.order_by(ordering(table, query.sort), col(table.id)), query)


async def fetch_page(db: Session, chosen: Select[R], page: PageQuery) -> tuple[Sequence[R], int]:
    """One page of the selected rows of a table, and how many there are in all."""
    rows = (await db.scalars(chosen.limit(page.limit).offset(page.offset))).all()
    return rows, await count_rows(db, chosen)


async def count_rows(db: Session, chosen: Select[*tuple[Any, ...]]) -> int:
    """How many rows are selected; neither their columns nor their order are read."""
    counted = chosen.with_only_columns(func.count(), maintain_column_froms=True).order_by(None)
    return await db.scalar(counted) or 0
