"""Changes of an inbox. Each takes the person's `inbox_state` row first: so a change sees all that came before it,
gets the next revision, and goes into the replay log in the same transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from chassis.database import runtime_of
from chassis.tables import new_id
from sqlalchemy import Delete, Update, delete, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.inbox import queries
from notifications.inbox.errors import NoSuchNotification
from notifications.inbox.schemas import InboxChanged, InboxPage, InboxQuery, NotificationRead
from notifications.inbox.tables import InboxState, Notification
from notifications.live.announcements import Announcement, announce

NAMED_IDS = 1000


@dataclass(frozen=True)
class Arrival:
    """A new entry for one person."""

    user_id: UUID
    title: str
    message: str
    id: UUID = field(default_factory=new_id)


@dataclass(frozen=True)
class Origin:
    """What the arrivals of one fact or campaign share."""

    source_id: UUID
    type: str
    data: dict[str, Any]
    happened_at: datetime


ARRIVE = text("""
WITH given AS (
    SELECT * FROM unnest(CAST(:ids AS uuid[]), CAST(:users AS uuid[]), CAST(:titles AS text[]),
                         CAST(:messages AS text[])) AS g(id, user_id, title, message)
), fresh AS (
    INSERT INTO notifications (id, user_id, source_id, type, title, message, data, is_read, created_at)
    SELECT id, user_id, CAST(:source AS uuid), :type, title, message, CAST(:data AS jsonb), false, :now
    FROM given ORDER BY user_id
    ON CONFLICT (user_id, source_id) DO NOTHING RETURNING id, user_id
), counted AS (
    INSERT INTO inbox_state AS s (user_id, unread, total, revision)
    SELECT user_id, 1, 1, 1 FROM fresh ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET unread = s.unread + 1, total = s.total + 1, revision = s.revision + 1
    RETURNING user_id, unread, revision
)
SELECT fresh.id, unread, revision FROM counted JOIN fresh USING (user_id)
""")


async def put(db: AsyncSession, arrivals: Sequence[Arrival], origin: Origin) -> list[UUID]:
    """Put one new entry into each inbox that has none of this origin yet; returns the ids of those put."""
    now = runtime_of(db).clock()
    values = {
        "ids": [arrival.id for arrival in arrivals],
        "users": [arrival.user_id for arrival in arrivals],
        "titles": [arrival.title for arrival in arrivals],
        "messages": [arrival.message for arrival in arrivals],
        "source": origin.source_id,
        "type": origin.type,
        "data": orjson.dumps(origin.data).decode(),
        "now": now,
    }
    rows = (await db.execute(ARRIVE, values)).all()
    by_id = {arrival.id: arrival for arrival in arrivals}
    news = [_news(by_id[id], origin, now, unread, revision) for id, unread, revision in rows]
    await announce(db, news, happened_at=origin.happened_at)
    return [row.id for row in rows]


def _news(arrival: Arrival, origin: Origin, now: datetime, unread: int, revision: int) -> Announcement:
    row = Notification(
        id=arrival.id,
        user_id=arrival.user_id,
        source_id=origin.source_id,
        type=origin.type,
        title=arrival.title,
        message=arrival.message,
        data=origin.data,
        created_at=now,
    )
    body = {"action": "new", "notification": NotificationRead.of(row).model_dump(mode="json"), "unread_count": unread}
    return Announcement(arrival.user_id, revision, body)


async def page(db: AsyncSession, asked: InboxQuery, *, user_id: UUID) -> InboxPage:
    """A page of the inbox. The counters are read first: what comes in between arrives with a newer revision."""
    inbox = await queries.state(db, user_id=user_id)
    count = await queries.total(db, asked, inbox=inbox)
    rows = await queries.page(db, asked, user_id=user_id, count=count)
    entries = [NotificationRead.of(row) for row in rows]
    return InboxPage(notifications=entries, unread_count=inbox.unread, total=count, revision=inbox.revision)


async def mark_read(db: AsyncSession, ids: Sequence[UUID] | None, *, user_id: UUID) -> InboxChanged:
    """Mark these entries read, or all of them. Raises NoSuchNotification, changing nothing, if one is not his."""
    inbox = await _hold(db, user_id)
    await _must_be_own(db, ids, user_id=user_id)
    unread = update(Notification).where(col(Notification.user_id) == user_id, ~col(Notification.is_read))
    read = unread.values(is_read=True, read_at=runtime_of(db).clock())
    changed = await _changed(db, read, ids)
    if changed:
        await db.execute(SEEN, {"ids": changed})
        await _next(db, inbox, action="read", ids=changed, all=ids is None, unread=-len(changed))
    return InboxChanged(unread_count=inbox.unread, revision=inbox.revision, changed=len(changed))


SEEN = text("UPDATE deliveries SET state = 'read' WHERE id = ANY(:ids) AND state <> 'read'")


async def remove(db: AsyncSession, ids: Sequence[UUID] | None, *, user_id: UUID) -> InboxChanged:
    """Delete these entries, or all of them. Raises NoSuchNotification, changing nothing, if one is not his."""
    inbox = await _hold(db, user_id)
    await _must_be_own(db, ids, user_id=user_id)
    return await _remove(db, inbox, ids)


async def forget(db: AsyncSession, ids: Sequence[UUID], *, user_id: UUID) -> None:
    """Delete entries that have become too old; those already gone do not matter."""
    await _remove(db, await _hold(db, user_id), ids)


async def _remove(db: AsyncSession, inbox: InboxState, ids: Sequence[UUID] | None) -> InboxChanged:
    own = col(Notification.user_id) == inbox.user_id
    unread = await _changed(db, delete(Notification).where(own, ~col(Notification.is_read)), ids)
    gone = unread + await _changed(db, delete(Notification).where(own), ids)
    if gone:
        left = {"unread": -len(unread), "total": -len(gone)}
        await _next(db, inbox, action="deleted", ids=gone, all=ids is None, **left)
    return InboxChanged(unread_count=inbox.unread, revision=inbox.revision, changed=len(gone))


async def _hold(db: AsyncSession, user_id: UUID) -> InboxState:
    """Take the row that orders this inbox' changes, making it at the first."""
    row = insert(InboxState).values(user_id=user_id, unread=0, total=0, revision=0)
    held = row.on_conflict_do_update(index_elements=["user_id"], set_={"user_id": user_id}).returning(InboxState)
    return (await db.scalars(held, execution_options={"populate_existing": True})).one()


async def _must_be_own(db: AsyncSession, ids: Sequence[UUID] | None, *, user_id: UUID) -> None:
    if ids is not None and await queries.known(db, ids, user_id=user_id) != len(set(ids)):
        raise NoSuchNotification


async def _changed(db: AsyncSession, change: Update | Delete, ids: Sequence[UUID] | None) -> list[UUID]:
    if ids is not None:
        change = change.where(col(Notification.id).in_(ids))
    rows = await db.execute(change.returning(col(Notification.id)), execution_options={"synchronize_session": False})
    return list(rows.scalars())


async def _next(
    db: AsyncSession, inbox: InboxState, *, action: str, ids: list[UUID], all: bool, unread: int = 0, total: int = 0
) -> None:
    inbox.unread, inbox.total, inbox.revision = inbox.unread + unread, inbox.total + total, inbox.revision + 1
    db.add(inbox)
    await db.flush()
    body: dict[str, Any] = {"action": action, "unread_count": inbox.unread}
    if all:
        body["all"] = True
    if len(ids) <= NAMED_IDS:
        body["ids"] = [str(id) for id in ids]
    await announce(db, [Announcement(inbox.user_id, inbox.revision, body)], happened_at=runtime_of(db).clock())
