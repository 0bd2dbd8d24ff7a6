"""Which streams are open on which replica: the limit of six a person holds over all of them."""

from collections.abc import Sequence
from uuid import UUID

import orjson
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.live.announcements import Message
from notifications.live.hub import Hub
from notifications.live.stream import Stream

ALIVE = "r.seen_at > now() - interval '10 seconds'"

# Also names those who come near the limit; only for them the streams are ranked, after this insertion is visible.
OPENED = text("""
WITH opened AS (
    INSERT INTO open_streams (id, user_id, replica_id, opened_at)
    SELECT id, user_id, :replica, clock_timestamp() + number * interval '1 microsecond'
    FROM unnest(CAST(:ids AS uuid[]), CAST(:users AS uuid[])) WITH ORDINALITY AS g(id, user_id, number)
    ON CONFLICT (id) DO NOTHING RETURNING user_id
)
SELECT user_id FROM (
    SELECT user_id FROM opened UNION ALL SELECT user_id FROM open_streams WHERE user_id = ANY(:users)
) AS streams GROUP BY user_id HAVING count(*) > :allowed / 2
""")
EXTRA = text(f"""
SELECT id, user_id FROM (
    SELECT o.id, o.user_id, row_number() OVER (PARTITION BY o.user_id ORDER BY o.opened_at DESC, o.id DESC) AS place
    FROM open_streams AS o JOIN replicas AS r ON r.id = o.replica_id WHERE o.user_id = ANY(:users) AND {ALIVE}
) AS ranked WHERE place > :allowed
""")  # noqa: S608
CLOSED = text("DELETE FROM open_streams WHERE id = ANY(:ids)")
SEEN = text(
    "INSERT INTO replicas (id, seen_at) VALUES (:id, now()) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at"
)
# A replica may only have been slow: it is given a minute before its streams are forgotten.
BURY = text("""
WITH dead AS (DELETE FROM replicas WHERE seen_at < now() - interval '1 minute' RETURNING id)
DELETE FROM open_streams WHERE replica_id IN (SELECT id FROM dead)
""")
COUNT = text(f"""
SELECT count(o.id) AS streams, count(DISTINCT o.user_id) AS people, count(DISTINCT r.id) AS replicas
FROM replicas AS r LEFT JOIN open_streams AS o ON o.replica_id = r.id WHERE {ALIVE}
""")  # noqa: S608


async def register(db: AsyncSession, hub: Hub, streams: Sequence[Stream]) -> list[tuple[UUID, UUID]]:
    """Count new streams; returns those (person, stream) that are now too many, the oldest ones."""
    opened = {
        "ids": [stream.id for stream in streams],
        "users": [stream.principal.id for stream in streams],
        "replica": hub.replica_id,
        "allowed": hub.settings.streams_per_user,
    }
    many = list((await db.execute(OPENED, opened)).scalars())
    if not many:
        return []
    # A replica that was too busy to say that it lives would not be counted.
    await db.execute(SEEN, {"id": hub.replica_id})
    extra = await db.execute(EXTRA, {"users": many, "allowed": hub.settings.streams_per_user})
    return [(row.user_id, row.id) for row in extra]


async def close_elsewhere(hub: Hub, extra: Sequence[tuple[UUID, UUID]]) -> None:
    """Have the surplus closed, wherever it is."""
    if not extra:
        return
    pairs = [[str(user), str(id)] for user, id in extra]
    hub.left.extend(id for _, id in extra)
    hub.runtime.state["announcer"].tell([Message("live.close", orjson.dumps(pairs))])


async def keep(hub: Hub) -> None:
    """Say that this replica lives and which of its streams have ended."""
    left, hub.left = hub.left, []
    try:
        async with hub.runtime.database.reading() as db:
            await db.execute(SEEN, {"id": hub.replica_id})
            if left:
                await db.execute(CLOSED, {"ids": left})
    except Exception:
        hub.left.extend(left)
        raise


async def bury(db: AsyncSession, _: object) -> None:
    """Forget replicas that died without a word, and their streams."""
    await db.execute(BURY)


async def depart(hub: Hub) -> None:
    """This replica goes away."""
    async with hub.runtime.database.reading() as db:
        await db.execute(text("DELETE FROM open_streams WHERE replica_id = :id"), {"id": hub.replica_id})
        await db.execute(text("DELETE FROM replicas WHERE id = :id"), {"id": hub.replica_id})


async def counted(db: AsyncSession) -> dict[str, int]:
    """Open streams, people behind them and living replicas, over the whole service."""
    row = (await db.execute(COUNT)).one()
    return {"streams": row.streams, "people": row.people, "replicas": row.replicas}
