"""Reads and changes of an inbox.

Each change locks the `inbox_state` row of the user and takes the next revision. It is written to the replay log in the
same transaction. A change of existing entries takes the lock first, so that it sees all earlier changes.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from chassis.database.tables import new_id
from chassis.web.errors import NotFound
from sqlalchemy import Delete, Update, delete, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import col

from notifications.inbox import queries
from notifications.inbox.schemas import InboxChanged, InboxPage, InboxQuery, NotificationRead
from notifications.inbox.tables import InboxState, Notification
from notifications.live.publisher import Change, StreamEvent, get_recorded_trace, publish
from notifications.runtime import Session
from notifications.yielding import iterate_yielding_to_loop

MAX_IDS_IN_EVENT = 1000


class NoSuchNotification(NotFound):
    """The notification is unknown, deleted or another user's. The response does not tell which."""

    message = "Такого уведомления нет"


@dataclass(frozen=True)
class Arrival:
    """A new entry for one user."""

    user_id: UUID
    title: str
    message: str
    id: UUID = field(default_factory=new_id)


@dataclass(frozen=True)
class Origin:
    """The values that all entries of one event or campaign share."""

    source_id: UUID
    type: str
    data: dict[str, Any]
    happened_at: datetime
    traceparent: str | None = field(default_factory=get_recorded_trace)


class NewEntryCounters(NamedTuple):
    """The unread count and the revision of an inbox after a new entry."""

    unread: int
    revision: int


INSERT_ENTRIES = text("""
WITH new_rows AS (
    SELECT * FROM json_to_recordset(CAST(:arrivals AS json))
        AS arrivals(origin int, id uuid, user_id uuid, title text, message text)
    JOIN json_to_recordset(CAST(:origins AS json)) AS origins(origin int, source_id uuid, type text, data jsonb)
        USING (origin)
), inserted AS (
    INSERT INTO notifications (id, user_id, source_id, type, title, message, data, is_read, created_at)
    SELECT id, user_id, source_id, type, title, message, data, false, :now FROM new_rows ORDER BY user_id, id
    ON CONFLICT (user_id, source_id) DO NOTHING RETURNING id, user_id
), counters AS (
    INSERT INTO inbox_state AS s (user_id, unread, total, revision)
    SELECT user_id, count(*), count(*), count(*) FROM inserted GROUP BY user_id ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET unread = s.unread + excluded.unread, total = s.total + excluded.total,
        revision = s.revision + excluded.revision
    RETURNING user_id, unread, revision
), numbered AS (
    SELECT id, user_id, row_number() OVER (PARTITION BY user_id ORDER BY id DESC) - 1 AS newer_count FROM inserted
)
SELECT id, unread - newer_count AS unread, revision - newer_count AS revision
FROM numbered JOIN counters USING (user_id)
""")


async def add_entries(db: Session, entries: Sequence[tuple[Origin, Sequence[Arrival]]]) -> set[UUID]:
    """Add one entry to each inbox that has none of the same origin. Returns the ids of the added entries.

    All are added in one statement. The entries of one user get revisions in the order of creation.
    """
    now = db.now()
    # One JSON text instead of an array for each column: psycopg writes arrays in Python, which took a third of a
    # campaign's time. Rows nested in their origin would be parsed twice.
    arrivals: list[dict[str, Any]] = []
    origins: list[dict[str, Any]] = []
    for number, (origin, arrivals_of_origin) in enumerate(entries):
        origins.append({"origin": number, "source_id": origin.source_id, "type": origin.type, "data": origin.data})
        async for arrival in iterate_yielding_to_loop(arrivals_of_origin):
            row = {
                "origin": number,
                "id": arrival.id,
                "user_id": arrival.user_id,
                "title": arrival.title,
                "message": arrival.message,
            }
            arrivals.append(row)
    values = {"arrivals": orjson.dumps(arrivals).decode(), "origins": orjson.dumps(origins).decode(), "now": now}
    counters_by_entry = {
        row.id: NewEntryCounters(row.unread, row.revision) for row in await db.execute(INSERT_ENTRIES, values)
    }
    changes = [
        await _build_change(origin, arrivals_of_origin, counters_by_entry, now)
        for origin, arrivals_of_origin in entries
    ]
    await publish(db, changes)
    return set(counters_by_entry)


async def _build_change(
    origin: Origin, arrivals: Sequence[Arrival], counters_by_entry: dict[UUID, NewEntryCounters], now: datetime
) -> Change:
    """Build the stream events of new entries.

    The fields that all entries share are serialized once: a model for each entry took a third of the time.
    """
    events: list[StreamEvent] = []
    common_fields: dict[str, Any] = {}
    async for entry in iterate_yielding_to_loop(arrival for arrival in arrivals if arrival.id in counters_by_entry):
        if not common_fields:
            fields: dict[str, Any] = asdict(entry) | {"source_id": origin.source_id, "type": origin.type}
            entry_preview = Notification(**fields, data=origin.data, created_at=now)
            common_fields = NotificationRead.of(entry_preview).model_dump(mode="json")
        values = {"id": str(entry.id), "user_id": str(entry.user_id), "title": entry.title, "message": entry.message}
        counters = counters_by_entry[entry.id]
        body = {"action": "new", "notification": common_fields | values, "unread_count": counters.unread}
        events.append(StreamEvent.of(entry.user_id, counters.revision, body))
    return Change(events, origin.happened_at, origin.traceparent)


async def get_page(connection: AsyncConnection, query: InboxQuery, *, user_id: UUID) -> InboxPage:
    """Return a page of the inbox. The counters are read first: an entry added in between has a newer revision."""
    inbox = await queries.get_counters(connection, user_id=user_id)
    count = await queries.count_total(connection, query, user_id=user_id, inbox=inbox)
    rows = await queries.list_page(connection, query, user_id=user_id, count=count)
    entries = [NotificationRead.of(row) for row in rows]
    return InboxPage(notifications=entries, unread_count=inbox.unread, total=count, revision=inbox.revision)


async def mark_read(db: Session, ids: Sequence[UUID] | None, *, user_id: UUID) -> InboxChanged:
    """Mark these entries, or all, as read. Raises NoSuchNotification, changing nothing, if one is not in the inbox."""
    inbox = await _lock(db, user_id, ids)
    is_unread = ~col(Notification.is_read)
    change = update(Notification).where(col(Notification.user_id) == user_id, is_unread)
    changed_ids = await _apply_change(db, change.values(is_read=True, read_at=db.now()), ids)
    if changed_ids:
        await db.execute(MARK_DELIVERIES_READ, {"ids": changed_ids})
    return await _save_revision(
        db, inbox, action="read", ids=changed_ids, are_all=ids is None, unread_change=-len(changed_ids)
    )


MARK_DELIVERIES_READ = text("UPDATE deliveries SET state = 'read' WHERE id = ANY(:ids) AND state <> 'read'")


async def remove(db: Session, ids: Sequence[UUID] | None, *, user_id: UUID) -> InboxChanged:
    """Delete these entries, or all. Raises NoSuchNotification, changing nothing, if one is not in the inbox."""
    inbox = await _lock(db, user_id, ids)
    is_own = col(Notification.user_id) == user_id
    deleted_unread_ids = await _apply_change(db, delete(Notification).where(is_own, ~col(Notification.is_read)), ids)
    deleted_read_ids = await _apply_change(db, delete(Notification).where(is_own), ids)
    deleted_ids = deleted_unread_ids + deleted_read_ids
    return await _save_revision(
        db,
        inbox,
        action="deleted",
        ids=deleted_ids,
        are_all=ids is None,
        unread_change=-len(deleted_unread_ids),
        total_change=-len(deleted_ids),
    )


LOCK_INBOXES = text("SELECT user_id FROM inbox_state WHERE user_id = ANY(:users) ORDER BY user_id FOR UPDATE")
PURGE_ENTRIES = text("""
WITH deleted AS (DELETE FROM notifications WHERE id = ANY(:ids) RETURNING id, user_id, is_read), counts AS (
    SELECT user_id, count(*) AS total, count(*) FILTER (WHERE NOT is_read) AS unread, array_agg(id) AS ids
    FROM deleted GROUP BY user_id
)
UPDATE inbox_state AS s SET unread = s.unread - c.unread, total = s.total - c.total, revision = s.revision + 1
FROM counts AS c WHERE s.user_id = c.user_id RETURNING s.user_id, s.unread, s.revision, c.ids
""")


async def purge_entries(db: Session, ids: Sequence[UUID], *, users: set[UUID]) -> None:
    """Delete old entries of these users in one statement. Entries deleted meanwhile are ignored.

    The inboxes are locked in the same order as for new entries, so that the two cannot deadlock.
    """
    await db.execute(LOCK_INBOXES, {"users": sorted(users)})
    events = []
    for user_id, unread, revision, deleted_ids in await db.execute(PURGE_ENTRIES, {"ids": ids}):
        body = {"action": "deleted", "unread_count": unread, "ids": [str(id) for id in deleted_ids]}
        events.append(StreamEvent.of(user_id, revision, body))
    await publish(db, [Change(events, db.now())])


async def _lock(db: Session, user_id: UUID, ids: Sequence[UUID] | None) -> InboxState:
    """Lock the row that orders the changes of this inbox. The first change creates it. Raises NoSuchNotification."""
    row = insert(InboxState).values(user_id=user_id, unread=0, total=0, revision=0)
    statement = row.on_conflict_do_update(index_elements=["user_id"], set_={"user_id": user_id}).returning(InboxState)
    inbox = (await db.scalars(statement, execution_options={"populate_existing": True})).one()
    if ids is not None and await queries.count_own_notifications(db, ids, user_id=user_id) != len(set(ids)):
        raise NoSuchNotification
    return inbox


async def _apply_change(db: Session, change: Update | Delete, ids: Sequence[UUID] | None) -> list[UUID]:
    if ids is not None:
        change = change.where(col(Notification.id).in_(ids))
    rows = await db.execute(change.returning(col(Notification.id)), execution_options={"synchronize_session": False})
    return list(rows.scalars())


async def _save_revision(
    db: Session,
    inbox: InboxState,
    *,
    action: str,
    ids: list[UUID],
    are_all: bool,
    unread_change: int,
    total_change: int = 0,
) -> InboxChanged:
    """Store and publish the counters after a change of these entries. Does nothing if none has changed."""
    if not ids:
        return InboxChanged(unread_count=inbox.unread, revision=inbox.revision, changed=0)
    inbox.unread = inbox.unread + unread_change
    inbox.total = inbox.total + total_change
    inbox.revision = inbox.revision + 1
    db.add(inbox)
    await db.flush()
    body: dict[str, Any] = {"action": action, "unread_count": inbox.unread}
    if are_all:
        body["all"] = True
    if len(ids) <= MAX_IDS_IN_EVENT:
        body["ids"] = [str(id) for id in ids]
    await publish(db, [Change([StreamEvent.of(inbox.user_id, inbox.revision, body)], db.now())])
    return InboxChanged(unread_count=inbox.unread, revision=inbox.revision, changed=len(ids))
