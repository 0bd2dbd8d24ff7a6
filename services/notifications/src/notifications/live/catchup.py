"""Greets new streams and gives those that missed something the rest from the log: many at once, a query for all."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.live import frames, measures, presence
from notifications.live.hub import Hub
from notifications.live.stream import Stream

BATCH = 500
GATHER_SECONDS, GATHER_EACH_SECONDS = 0.2, 0.01
PAGE = 200

STATES = text("SELECT user_id, unread, revision FROM inbox_state WHERE user_id = ANY(:users)")
MISSED = text("""
SELECT w.number, l.revision, l.body
FROM unnest(CAST(:users AS uuid[]), CAST(:lasts AS bigint[])) WITH ORDINALITY AS w(user_id, last, number)
CROSS JOIN LATERAL (
    SELECT revision, body FROM live_log
    WHERE live_log.user_id = w.user_id AND live_log.revision > w.last ORDER BY revision LIMIT :page
) AS l ORDER BY w.number, l.revision
""")
AHEAD = text("""
SELECT s.user_id, s.revision
FROM unnest(CAST(:users AS uuid[]), CAST(:lasts AS bigint[])) AS known(user_id, last)
JOIN inbox_state AS s USING (user_id) WHERE s.revision > known.last
""")


@dataclass(frozen=True)
class State:
    """The counters of one inbox as they were just read."""

    unread: int = 0
    revision: int = 0


async def step(hub: Hub) -> bool:
    """Serve the streams that wait; a failing database leaves them waiting."""
    streams = [hub.waiting.popleft() for _ in range(min(BATCH, len(hub.waiting)))]
    streams = [stream for stream in streams if not stream.transport.is_closing()]
    if not streams:
        return bool(hub.waiting)
    try:
        await _serve(hub, streams)
    except Exception:
        hub.waiting.extendleft(reversed(streams))
        raise
    # Who comes alone is served at once; the more there were, the longer the next gather, to be served together.
    await asyncio.sleep(min(GATHER_SECONDS, GATHER_EACH_SECONDS * len(streams)))
    return bool(hub.waiting)


async def _serve(hub: Hub, streams: list[Stream]) -> None:
    new = [stream for stream in streams if not stream.greeted]
    heard = {stream: stream.target for stream in streams}
    async with hub.runtime.database.reading() as db:
        rows = await db.execute(STATES, {"users": list({stream.principal.id for stream in streams})})
        states = {row.user_id: State(row.unread, row.revision) for row in rows}
        extra = await presence.register(db, hub, new) if new else []
        bases = {stream: _base(stream, states.get(stream.principal.id, State())) for stream in streams}
        behind = [s for s in streams if bases[s] < max(states.get(s.principal.id, State()).revision, s.target)]
        missed = await _missed(db, behind, bases) if behind else {}
    for stream in new:
        _greet(stream, states.get(stream.principal.id, State()))
    for stream in streams:
        _continue(hub, stream, missed.get(stream, []), states.get(stream.principal.id, State()), heard[stream])
    # Those that left while they were being registered.
    hub.left += [stream.id for stream in new if stream.transport.is_closing()]
    await presence.close_elsewhere(hub, extra)


def _base(stream: Stream, state: State) -> int:
    """The revision a stream goes on from: the last one its client saw, if that makes sense."""
    if stream.greeted:
        return stream.last
    return stream.wanted if stream.wanted is not None and stream.wanted <= state.revision else state.revision


async def _missed(db: AsyncSession, streams: Sequence[Stream], bases: dict[Stream, int]) -> dict[Stream, list[Any]]:
    lasts = [bases[stream] for stream in streams]
    values = {"users": [stream.principal.id for stream in streams], "lasts": lasts, "page": PAGE}
    found: dict[Stream, list[Any]] = defaultdict(list)
    for row in await db.execute(MISSED, values):
        found[streams[row.number - 1]].append(row)
    return found


def _greet(stream: Stream, state: State) -> None:
    """Tell who is signed in and how many are unread; its id lets a client that saw nothing else come back here."""
    base = _base(stream, state)
    lost = stream.wanted is not None and stream.wanted > state.revision
    if stream.wanted is not None:
        measures.REPLAYS.labels("miss" if lost else "hit").inc()
    stream.greeted, stream.last = True, base
    told = {"userId": stream.user, "unread_count": state.unread, "revision": state.revision, "resync": lost}
    stream.write(frames.event("authenticated", told, id=base))


def _continue(hub: Hub, stream: Stream, rows: list[Any], state: State, heard: int) -> None:
    """Write what was missed. A hole means that the log has forgotten: the client reads its list anew.

    What was heard before the database was read (`heard`) and is not in it has never been committed.
    """
    if stream.target == heard:
        stream.target = min(heard, max(state.revision, stream.last))
    if state.revision > stream.last and (not rows or rows[0].revision != stream.last + 1):
        _resync(stream, state)
        rows = []
    for row in rows:
        if stream.paused_at is not None:
            # The reader is slower than the log: it goes on when he has read, or is cut off when he never does.
            return
        stream.write(frames.news(row.revision, row.body.encode()))
        stream.last = row.revision
        measures.REPLAYED.inc()
    if stream.last >= stream.target and len(rows) < PAGE:
        stream.catching_up = False
    else:
        hub.waiting.append(stream)


def _resync(stream: Stream, state: State) -> None:
    measures.REPLAYS.labels("gap").inc()
    body = b'{"action":"unread_count","unread_count":%d,"revision":%d,"resync":true}' % (state.unread, state.revision)
    stream.write(frames.news(state.revision, body))
    stream.last = state.revision


async def compare(hub: Hub, slots: set[int] | None) -> None:
    """Compare what streams wrote with what the database says: a message lost on the way is found here."""
    lasts: dict[UUID, int] = {}
    for stream in list(hub):
        if not stream.catching_up and (slots is None or stream.slot in slots):
            lasts[stream.principal.id] = min(stream.last, lasts.get(stream.principal.id, stream.last))
    users = list(lasts)
    for start in range(0, len(users), BATCH):
        part = users[start : start + BATCH]
        async with hub.runtime.database.reading() as db:
            ahead = (await db.execute(AHEAD, {"users": part, "lasts": [lasts[user] for user in part]})).all()
        for user_id, revision in ahead:
            for stream in hub.by_user.get(str(user_id), ()):
                if stream.last < revision:
                    stream.fall_behind(revision)
