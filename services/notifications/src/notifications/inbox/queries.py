"""SELECTs of the inbox: what a user sees is limited to their own rows."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from chassis.features.lists import count_rows
from sqlalchemy import ColumnElement, Row, Select, and_, or_, select
from sqlmodel import col

from notifications.inbox.schemas import InboxQuery
from notifications.inbox.tables import InboxState, Notification
from notifications.runtime import Session


async def get_state(db: Session, *, user_id: UUID) -> InboxState:
    """Return the counters of an inbox, zeros for an empty one."""
    return await db.get(InboxState, user_id) or InboxState(user_id=user_id)


def _matching(user_id: UUID, query: InboxQuery) -> ColumnElement[bool]:
    rules = [col(Notification.user_id) == user_id]
    if query.type:
        rules.append(col(Notification.type) == query.type)
    if query.is_read is not None:
        rules.append(col(Notification.is_read).is_(query.is_read))
    if query.search:
        texts = (col(Notification.title), col(Notification.message))
        rules.append(or_(*(text.icontains(query.search, autoescape=True) for text in texts)))
    return and_(*rules)


async def count_total(db: Session, query: InboxQuery, *, inbox: InboxState) -> int:
    """Count the matching entries. The counters of the inbox hold the number unless a type or a search text is given."""
    if not query.type and not query.search:
        if query.is_read is None:
            return inbox.total
        return inbox.total - inbox.unread if query.is_read else inbox.unread
    return await count_rows(db, select(Notification).where(_matching(inbox.user_id, query)))


def _select_ids(user_id: UUID, query: InboxQuery, count: int) -> Select[UUID]:
    """Select the ids of one page, by the index only and from the nearer end of the list."""
    ids = select(col(Notification.id)).where(_matching(user_id, query))
    rest = count - query.offset - query.limit
    if rest < query.offset:
        length = min(query.limit, count - query.offset)
        return ids.order_by(col(Notification.id)).limit(length).offset(max(0, rest))
    return ids.order_by(col(Notification.id).desc()).limit(query.limit).offset(query.offset)


async def list_page(db: Session, query: InboxQuery, *, user_id: UUID, count: int) -> Sequence[Notification]:
    """Return one page, newest first."""
    if query.offset >= count:
        return []
    page_ids = _select_ids(user_id, query, count).subquery()
    rows = select(Notification).join(page_ids, col(Notification.id) == page_ids.c.id)
    return (await db.scalars(rows.order_by(col(Notification.id).desc()))).all()


async def count_own(db: Session, ids: Sequence[UUID], *, user_id: UUID) -> int:
    own = (col(Notification.user_id) == user_id) & col(Notification.id).in_(ids)
    return await count_rows(db, select(Notification).where(own))


async def get_by_source(db: Session, source_id: UUID, *, user_id: UUID) -> Notification | None:
    """Return the entry of one event or campaign in an inbox."""
    own = (col(Notification.user_id) == user_id) & (col(Notification.source_id) == source_id)
    return await db.scalar(select(Notification).where(own))


async def list_newest(db: Session, user_id: UUID, *, limit: int) -> Sequence[Notification]:
    own = select(Notification).where(col(Notification.user_id) == user_id)
    return (await db.scalars(own.order_by(col(Notification.id).desc()).limit(limit))).all()


async def list_oldest(
    db: Session, *, is_read: bool, created_before: datetime, created_since: datetime, limit: int
) -> Sequence[Row[UUID, UUID, datetime]]:
    """Return id, user and time of the oldest entries of all users that are read (or unread) and were created in that
    period."""
    of_kind = col(Notification.is_read) if is_read else ~col(Notification.is_read)
    created_at = col(Notification.created_at)
    oldest = select(col(Notification.id), col(Notification.user_id), created_at).where(
        of_kind, created_at >= created_since, created_at < created_before
    )
    return (await db.execute(oldest.order_by(created_at).limit(limit))).all()
