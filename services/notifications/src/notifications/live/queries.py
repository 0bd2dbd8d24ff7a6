"""SELECTs of the replay log, the inbox counters and the open streams."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from chassis.features.lists import count_rows
from sqlalchemy import Row, RowMapping, select, text
from sqlmodel import col

from notifications.live.tables import LiveLog
from notifications.runtime import Session

IS_ALIVE = "r.seen_at > now() - interval '10 seconds'"
SELECT_SURPLUS_STREAMS = text(f"""
SELECT user_id, id FROM (
    SELECT o.id, o.user_id, row_number() OVER (PARTITION BY o.user_id ORDER BY o.opened_at DESC, o.id DESC) AS age_rank
    FROM open_streams AS o JOIN replicas AS r ON r.id = o.replica_id WHERE o.user_id = ANY(:users) AND {IS_ALIVE}
) AS ranked WHERE age_rank > :max_per_user
""")  # noqa: S608
COUNT_OPEN = text(f"""
SELECT count(o.id) AS live_connections, count(DISTINCT o.user_id) AS people_online, count(DISTINCT r.id) AS replicas
FROM replicas AS r LEFT JOIN open_streams AS o ON o.replica_id = r.id WHERE {IS_ALIVE}
""")  # noqa: S608
SELECT_STATES = text("SELECT user_id, unread, revision FROM inbox_state WHERE user_id = ANY(:users)")
SELECT_MISSED = text("""
SELECT wanted.number, missed.revision, missed.body
FROM unnest(CAST(:users AS uuid[]), CAST(:last_revisions AS bigint[])) WITH ORDINALITY AS wanted(user_id, last, number)
CROSS JOIN LATERAL (
    SELECT revision, body FROM live_log
    WHERE live_log.user_id = wanted.user_id AND live_log.revision > wanted.last ORDER BY revision LIMIT :limit
) AS missed ORDER BY wanted.number, missed.revision
""")
SELECT_CHANGED_INBOXES = text("""
SELECT s.user_id, s.revision
FROM unnest(CAST(:users AS uuid[]), CAST(:last_revisions AS bigint[])) AS known(user_id, last)
JOIN inbox_state AS s USING (user_id) WHERE s.revision > known.last
""")


class InboxSnapshot(NamedTuple):
    """The unread count and the revision of one inbox, read by one statement."""

    unread: int = 0
    revision: int = 0


async def read_inbox_snapshots(db: Session, users: Collection[UUID]) -> dict[UUID, InboxSnapshot]:
    """Return the unread counts and the revisions of these users' inboxes."""
    rows = await db.execute(SELECT_STATES, {"users": list(users)})
    snapshots = dict.fromkeys(users, InboxSnapshot())
    for user_id, unread, revision in rows:
        snapshots[user_id] = InboxSnapshot(unread, revision)
    return snapshots


async def list_missed_events(
    db: Session, last_revisions: Sequence[tuple[UUID, int]], *, limit: int
) -> Sequence[Row[Any]]:
    """Return the events after the last revision of each user.

    Each row has the user's position in `last_revisions` (from 1), the revision and the body.
    """
    return (await db.execute(SELECT_MISSED, _build_parameters(last_revisions) | {"limit": limit})).all()


async def list_changed_inboxes(db: Session, last_revisions: Sequence[tuple[UUID, int]]) -> list[tuple[UUID, int]]:
    """Return user and revision of the inboxes that have changed since the given revisions."""
    rows = await db.execute(SELECT_CHANGED_INBOXES, _build_parameters(last_revisions))
    return [(user, revision) for user, revision in rows]


def _build_parameters(last_revisions: Sequence[tuple[UUID, int]]) -> dict[str, Any]:
    return {
        "users": [user for user, _ in last_revisions],
        "last_revisions": [revision for _, revision in last_revisions],
    }


async def list_surplus_streams(db: Session, users: Sequence[UUID], *, max_per_user: int) -> list[tuple[UUID, UUID]]:
    """Return user and id of the oldest open streams of users who have more than `max_per_user`."""
    parameters = {"users": users, "max_per_user": max_per_user}
    return [(user, id) for user, id in await db.execute(SELECT_SURPLUS_STREAMS, parameters)]


async def count_open_streams(db: Session) -> RowMapping:
    """Count open streams, their users and the running replicas of the whole service."""
    return (await db.execute(COUNT_OPEN)).mappings().one()


async def count_arrived_notifications(db: Session, *, since: datetime) -> int:
    """Count the inbox entries added since then. The log is counted, because it also has entries deleted later."""
    is_arrival = col(LiveLog.body).startswith('{"action":"new"')
    return await count_rows(db, select(LiveLog).where(col(LiveLog.created_at) > since, is_arrival))
