"""Lists of records: filtered by columns, searched and sorted as the request says."""

from collections.abc import Sequence
from typing import Any, TypeVar

from chassis.paging import ordering
from persistence.search import contains_text
from records.lists import equal_filters, fetch_page
from sqlalchemy import ColumnElement, select
from sqlmodel import col

from content.records import Record
from content.runtime import Session

RecordT = TypeVar("RecordT", bound=Record)


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
