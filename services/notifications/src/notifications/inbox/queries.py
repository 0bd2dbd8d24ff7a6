"""SELECTs of the inbox. Requests of a user read only the user's own rows."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from chassis.features.lists import count_rows
from sqlalchemy import ColumnElement, Row, Select, and_, bindparam, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import col

from notifications.inbox.schemas import InboxQuery
from notifications.inbox.tables import InboxState, Notification
from notifications.runtime import Session


class InboxCounters(NamedTuple):
    """The counters of `InboxState`."""

    unread: int = 0
    total: int = 0
    revision: int = 0


COUNTERS = select(col(InboxState.unread), col(InboxState.total), col(InboxState.revision)).where(
    col(InboxState.user_id) == bindparam("user_id")
)
# The columns that `NotificationRead.of` shows.
ENTRY_COLUMNS = (
    col(Notification.id),
    col(Notification.type),
    col(Notification.title),
    col(Notification.message),
    col(Notification.is_read),
    col(Notification.read_at),
    col(Notification.created_at),
    col(Notification.user_id),
    col(Notification.data),
)
FILTERS: dict[str, ColumnElement[bool]] = {
    "type": col(Notification.type) == bindparam("type"),
    "is_read": col(Notification.is_read).is_(True),
    "is_unread": col(Notification.is_read).is_(False),
    "search": or_(
        col(Notification.title).icontains(bindparam("search"), escape="/"),
        col(Notification.message).icontains(bindparam("search"), escape="/"),
    ),
}


async def get_counters(connection: AsyncConnection, *, user_id: UUID) -> InboxCounters:
    """Return the counters of an inbox. An empty inbox has zeros."""
    row = (await connection.execute(COUNTERS, {"user_id": user_id})).one_or_none()
    return InboxCounters(*row) if row else InboxCounters()


def _read_filters(query: InboxQuery) -> dict[str, Any]:
    """Return the filters that a request has, with their parameters."""
    filters: dict[str, Any] = {}
    if query.type:
        filters["type"] = query.type
    if query.is_read is not None:
        filters["is_read" if query.is_read else "is_unread"] = None
    if query.search:
        # `%` and `_` are wildcards of LIKE, and `/` is the escape character of the filter.
        filters["search"] = re.sub("[%_/]", r"/\g<0>", query.search)
    return filters


def _build_own_entries_filter(names: Iterable[str]) -> ColumnElement[bool]:
    """Return the condition for the user's entries that match these filters."""
    return and_(col(Notification.user_id) == bindparam("user_id"), *(FILTERS[name] for name in sorted(names)))


async def count_total(connection: AsyncConnection, query: InboxQuery, *, user_id: UUID, inbox: InboxCounters) -> int:
    """Count the matching entries. The counters of the inbox hold the number unless a type or a search text is given."""
    if not query.type and not query.search:
        if query.is_read is None:
            return inbox.total
        return inbox.total - inbox.unread if query.is_read else inbox.unread
    filters = _read_filters(query)
    statement = select(func.count()).select_from(Notification).where(_build_own_entries_filter(filters))
    return await connection.scalar(statement, filters | {"user_id": user_id}) or 0


@cache
def _select_page(names: frozenset[str], *, from_oldest: bool) -> Select[*tuple[Any, ...]]:
    """Select one page, newest first. An index-only scan finds its ids, from the nearer end of the list.

    The statement is built once for each set of filters, because building it takes a sixth of a request.
    """
    id = col(Notification.id)
    ids = select(id).where(_build_own_entries_filter(names)).order_by(id if from_oldest else id.desc())
    page_ids = ids.limit(bindparam("rows")).offset(bindparam("skipped")).subquery()
    return select(*ENTRY_COLUMNS).join(page_ids, id == page_ids.c.id).order_by(id.desc())


async def list_page(
    connection: AsyncConnection, query: InboxQuery, *, user_id: UUID, count: int
) -> Sequence[Row[*tuple[Any, ...]]]:
    """Return the columns of one page, newest first. `count` is the number of the matching entries."""
    if query.offset >= count:
        return []
    filters = _read_filters(query)
    older_count = count - query.offset - query.limit
    # PostgreSQL reads all skipped rows, so a page near the end of the list is read from the oldest entry on.
    from_oldest = older_count < query.offset
    if from_oldest:
        bounds = {"rows": min(query.limit, count - query.offset), "skipped": max(0, older_count)}
    else:
        bounds = {"rows": query.limit, "skipped": query.offset}
    statement = _select_page(frozenset(filters), from_oldest=from_oldest)
    return (await connection.execute(statement, filters | bounds | {"user_id": user_id})).all()


async def count_own_notifications(db: Session, ids: Sequence[UUID], *, user_id: UUID) -> int:
    is_own = (col(Notification.user_id) == user_id) & col(Notification.id).in_(ids)
    return await count_rows(db, select(Notification).where(is_own))


async def get_by_source(db: Session, source_id: UUID, *, user_id: UUID) -> Notification | None:
    """Return the entry of one event or campaign in an inbox."""
    is_of_source = (col(Notification.user_id) == user_id) & (col(Notification.source_id) == source_id)
    return await db.scalar(select(Notification).where(is_of_source))


async def list_newest_notifications(db: Session, user_id: UUID, *, limit: int) -> Sequence[Notification]:
    statement = select(Notification).where(col(Notification.user_id) == user_id)
    return (await db.scalars(statement.order_by(col(Notification.id).desc()).limit(limit))).all()


async def list_oldest_notifications(
    db: Session, *, is_read: bool, created_before: datetime, created_since: datetime, limit: int
) -> Sequence[Row[UUID, UUID, datetime]]:
    """Return id, user and time of the oldest entries of all users that are read (or unread) and were created in that
    period."""
    is_in_state = col(Notification.is_read) if is_read else ~col(Notification.is_read)
    created_at = col(Notification.created_at)
    entries = select(col(Notification.id), col(Notification.user_id), created_at).where(
        is_in_state, created_at >= created_since, created_at < created_before
    )
    return (await db.execute(entries.order_by(created_at).limit(limit))).all()
