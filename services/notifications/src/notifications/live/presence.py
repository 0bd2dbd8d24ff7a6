"""Register of the streams that are open on each replica. The limit of streams of a user counts all replicas."""

from collections.abc import Sequence
from uuid import UUID

import orjson
from sqlalchemy import text

from notifications.live import queries
from notifications.live.hub import Hub
from notifications.live.publisher import Message
from notifications.live.stream import Stream
from notifications.runtime import Session

# This is much shorter than the ten seconds after which a replica counts as dead (`queries.IS_ALIVE`). A shorter time
# would cause more disk writes.
REFRESH_SECONDS = 3.0
# Returns the users with more than half of the allowed streams. A later statement, which sees the inserted rows, checks
# only these users.
INSERT_STREAMS = text("""
WITH opened AS (
    INSERT INTO open_streams (id, user_id, replica_id, opened_at)
    SELECT id, user_id, :replica, clock_timestamp() + number * interval '1 microsecond'
    FROM unnest(CAST(:ids AS uuid[]), CAST(:users AS uuid[])) WITH ORDINALITY AS new_streams(id, user_id, number)
    ON CONFLICT (id) DO NOTHING RETURNING user_id
)
SELECT user_id FROM (
    SELECT user_id FROM opened UNION ALL SELECT user_id FROM open_streams WHERE user_id = ANY(:users)
) AS streams GROUP BY user_id HAVING count(*) > :allowed / 2
""")
DELETE_STREAMS = text("DELETE FROM open_streams WHERE id = ANY(:ids)")
UPSERT_REPLICA = text(
    "INSERT INTO replicas (id, seen_at) VALUES (:id, now()) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at"
)
# A replica that is only slow must keep its streams, so they are deleted a minute after its last refresh.
PURGE_REPLICAS = text("""
WITH dead AS (DELETE FROM replicas WHERE seen_at < now() - interval '1 minute' RETURNING id)
DELETE FROM open_streams WHERE replica_id IN (SELECT id FROM dead)
""")


async def register(db: Session, hub: Hub, streams: Sequence[Stream]) -> list[tuple[UUID, UUID]]:
    """Store new streams. Returns the oldest (user, stream) pairs beyond the limit of a user."""
    stream_values = {
        "ids": [stream.id for stream in streams],
        "users": [stream.principal.id for stream in streams],
        "replica": hub.replica_id,
        "allowed": hub.settings.streams_per_user,
    }
    user_ids_near_limit = list((await db.execute(INSERT_STREAMS, stream_values)).scalars())
    if not user_ids_near_limit:
        return []
    # The streams of a replica that was too busy to refresh its row would not be counted.
    await db.execute(UPSERT_REPLICA, {"id": hub.replica_id})
    return await queries.list_surplus_streams(db, user_ids_near_limit, max_per_user=hub.settings.streams_per_user)


async def close_surplus(hub: Hub, surplus_streams: Sequence[tuple[UUID, UUID]]) -> None:
    """Close the surplus streams, on whichever replica they are."""
    if not surplus_streams:
        return
    hub.closed_ids.extend(id for _, id in surplus_streams)
    hub.runtime.publisher.enqueue([Message("live.close", orjson.dumps(surplus_streams))])


async def refresh(hub: Hub) -> None:
    """Delete the closed streams of this replica. Every few seconds, refresh its row."""
    now = hub.monotonic_seconds()
    if not hub.closed_ids and now < hub.refreshed_at + REFRESH_SECONDS:
        return
    closed_ids = hub.closed_ids
    hub.closed_ids = []
    try:
        async with hub.runtime.database.autocommit() as db:
            await db.execute(UPSERT_REPLICA, {"id": hub.replica_id})
            if closed_ids:
                await db.execute(DELETE_STREAMS, {"ids": closed_ids})
    except Exception:
        hub.closed_ids.extend(closed_ids)
        raise
    hub.refreshed_at = now


async def purge_dead_replicas(db: Session, _: object) -> None:
    await db.execute(PURGE_REPLICAS)


async def unregister_replica(hub: Hub) -> None:
    """Delete this replica and its streams at its shutdown."""
    async with hub.runtime.database.autocommit() as db:
        await db.execute(text("DELETE FROM open_streams WHERE replica_id = :id"), {"id": hub.replica_id})
        await db.execute(text("DELETE FROM replicas WHERE id = :id"), {"id": hub.replica_id})
