"""Reads of the inbox: every one begins from the caller's own rows."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.inbox.schemas import InboxQuery
from notifications.inbox.tables import InboxState, Notification


async def state(db: AsyncSession, *, user_id: UUID) -> InboxState:
    """The counters of an inbox; of one that nothing ever came to, too."""
    return await db.get(InboxState, user_id) or InboxState(user_id=user_id)


def _matching(user_id: UUID, asked: InboxQuery) -> ColumnElement[bool]:
    rules = [col(Notification.user_id) == user_id]
    if asked.type:
        rules.append(col(Notification.type) == asked.type)
    if asked.is_read is not None:
        rules.append(col(Notification.is_read).is_(asked.is_read))
    if asked.search and asked.search.strip():
        words = asked.search.strip()
        rules.append(
            col(Notification.title).icontains(words, autoescape=True)
            | col(Notification.message).icontains(words, autoescape=True)
        )
    return and_(*rules)


async def total(db: AsyncSession, asked: InboxQuery, *, inbox: InboxState) -> int:
    """How many entries match; the counters know it unless a type or words are asked for."""
    if not asked.type and not (asked.search and asked.search.strip()):
        if asked.is_read is None:
            return inbox.total
        return inbox.total - inbox.unread if asked.is_read else inbox.unread
    count = select(func.count()).select_from(Notification).where(_matching(inbox.user_id, asked))
    return await db.scalar(count) or 0


def _ids(user_id: UUID, asked: InboxQuery, count: int) -> Select[UUID]:
    """The ids of one page, found in the index alone and from the nearer end of the list."""
    found = select(col(Notification.id)).where(_matching(user_id, asked))
    rest = count - asked.offset - asked.limit
    if rest < asked.offset:
        length = min(asked.limit, count - asked.offset)
        return found.order_by(col(Notification.id)).limit(length).offset(max(0, rest))
    return found.order_by(col(Notification.id).desc()).limit(asked.limit).offset(asked.offset)


async def page(db: AsyncSession, asked: InboxQuery, *, user_id: UUID, count: int) -> Sequence[Notification]:
    """One page, newest first."""
    if asked.offset >= count:
        return []
    chosen = _ids(user_id, asked, count).subquery()
    rows = select(Notification).join(chosen, col(Notification.id) == chosen.c.id)
    return (await db.scalars(rows.order_by(col(Notification.id).desc()))).all()


async def known(db: AsyncSession, ids: Sequence[UUID], *, user_id: UUID) -> int:
    """How many of these entries are this person's."""
    own = (col(Notification.user_id) == user_id) & col(Notification.id).in_(ids)
    return await db.scalar(select(func.count()).select_from(Notification).where(own)) or 0


async def of_source(db: AsyncSession, source_id: UUID, *, user_id: UUID) -> Notification | None:
    """The entry that one fact or campaign left in an inbox."""
    own = (col(Notification.user_id) == user_id) & (col(Notification.source_id) == source_id)
    return await db.scalar(select(Notification).where(own))
