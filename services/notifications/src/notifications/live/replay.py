"""Sends new streams their initial state, and all streams the events they missed. A batch of streams shares queries."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from notifications.live import frames, metrics, presence, queries
from notifications.live.hub import Hub
from notifications.live.queries import InboxSnapshot
from notifications.live.stream import Stream
from notifications.runtime import Session

BATCH_SIZE = 500
MAX_GATHER_SECONDS = 0.2
GATHER_SECONDS_PER_STREAM = 0.01
EVENTS_PER_READ = 200


async def serve_next_batch(hub: Hub) -> bool:
    """Serve the next batch of waiting streams. Returns True if others wait. If the database fails, all stay queued."""
    waiting_streams = [hub.waiting_streams.popleft() for _ in range(min(BATCH_SIZE, len(hub.waiting_streams)))]
    streams = [stream for stream in waiting_streams if not stream.transport.is_closing()]
    # A failed attempt may have registered streams that are closed by now.
    hub.closed_ids += [stream.id for stream in waiting_streams if stream.transport.is_closing()]
    if not streams:
        return bool(hub.waiting_streams)
    try:
        await _serve_batch(hub, streams)
    except Exception:
        hub.waiting_streams.extendleft(reversed(streams))
        raise
    # A single stream is served at once. The pause that collects the next batch grows with the number of streams.
    await asyncio.sleep(min(MAX_GATHER_SECONDS, GATHER_SECONDS_PER_STREAM * len(streams)))
    return bool(hub.waiting_streams)


async def _serve_batch(hub: Hub, streams: list[Stream]) -> None:
    new_streams = [stream for stream in streams if not stream.is_initialized]
    targets = {stream: stream.target_revision for stream in streams}
    async with hub.runtime.database.autocommit() as db:
        snapshots_by_user = await queries.read_inbox_snapshots(db, {stream.principal.id for stream in streams})
        states = {stream: snapshots_by_user[stream.principal.id] for stream in streams}
        surplus_streams = await presence.register(db, hub, new_streams) if new_streams else []
        resume_revisions = {stream: _choose_resume_revision(stream, state) for stream, state in states.items()}
        outdated_streams = [
            stream
            for stream in streams
            if resume_revisions[stream] < max(states[stream].revision, stream.target_revision)
        ]
        missed_events = await _read_missed_events(db, outdated_streams, resume_revisions) if outdated_streams else {}
    for stream in new_streams:
        _send_initial_state(stream, states[stream], resume_revisions[stream])
    for stream in streams:
        _write_missed_events(stream, missed_events.get(stream, []), states[stream], targets[stream])
    # Streams that disconnected while they were being registered.
    hub.closed_ids += [stream.id for stream in new_streams if stream.transport.is_closing()]
    await presence.close_surplus(hub, surplus_streams)


def _choose_resume_revision(stream: Stream, state: InboxSnapshot) -> int:
    """Return the revision after which a stream continues: the last one of its client, at most the inbox's."""
    if stream.is_initialized:
        return stream.last_revision
    if stream.last_event_id is None:
        return state.revision
    return min(stream.last_event_id, state.revision)


async def _read_missed_events(
    db: Session, streams: Sequence[Stream], resume_revisions: dict[Stream, int]
) -> dict[Stream, list[Any]]:
    """Return the next events, at most EVENTS_PER_READ, that each stream missed after its resume revision."""
    missed_events: dict[Stream, list[Any]] = defaultdict(list)
    last_revisions = [(stream.principal.id, resume_revisions[stream]) for stream in streams]
    for row in await queries.list_missed_events(db, last_revisions, limit=EVENTS_PER_READ):
        missed_events[streams[row.number - 1]].append(row)
    return missed_events


def _send_initial_state(stream: Stream, state: InboxSnapshot, resume_revision: int) -> None:
    """Send the user and the number of unread entries. The id of this event is a resume point."""
    is_unknown = stream.last_event_id is not None and stream.last_event_id > state.revision
    if stream.last_event_id is not None:
        metrics.REPLAYS.labels("miss" if is_unknown else "hit").inc()
    stream.is_initialized = True
    stream.last_revision = resume_revision
    data = {"userId": stream.user, "unread_count": state.unread, "revision": state.revision, "resync": is_unknown}
    stream.write(frames.encode_event("authenticated", data, id=resume_revision))


def _write_missed_events(stream: Stream, rows: list[Any], state: InboxSnapshot, target_before: int) -> None:
    """Write the missed events. A gap means that the log no longer has them: the client reloads its list.

    If a revision was announced before the database was read (`target_before`) but is not in the database, the stream no
    longer waits for it.
    """
    stream.is_queued = False
    if stream.target_revision == target_before:
        stream.target_revision = min(target_before, max(state.revision, stream.last_revision))
    if state.revision > stream.last_revision and (not rows or rows[0].revision != stream.last_revision + 1):
        _resync(stream, state)
        rows = []
    for row in rows:
        if stream.paused_at is not None:
            # The client reads too slowly. It continues when its buffer is empty, or is disconnected.
            return
        stream.write(frames.encode_notification(row.revision, row.body.encode()))
        stream.last_revision = row.revision
        metrics.REPLAYED_EVENTS.inc()
    if stream.last_revision >= stream.target_revision and len(rows) < EVENTS_PER_READ:
        stream.is_catching_up = False
    else:
        stream.enqueue()


def _resync(stream: Stream, state: InboxSnapshot) -> None:
    """Tell the client to reload its list, because the log no longer has all the events that it missed."""
    metrics.REPLAYS.labels("gap").inc()
    body = b'{"action":"unread_count","unread_count":%d,"revision":%d,"resync":true}' % (state.unread, state.revision)
    stream.write(frames.encode_notification(state.revision, body))
    stream.last_revision = state.revision


async def detect_lost_messages(hub: Hub, slots: set[int] | None) -> None:
    """Compare the revisions of the streams in these heartbeat slots, or of all streams, with the database."""
    last_revisions: dict[UUID, int] = {}
    for stream in list(hub):
        if not stream.is_catching_up and (slots is None or stream.slot in slots):
            user_id = stream.principal.id
            last_revisions[user_id] = min(stream.last_revision, last_revisions.get(user_id, stream.last_revision))
    users = list(last_revisions)
    for start in range(0, len(users), BATCH_SIZE):
        user_batch = users[start : start + BATCH_SIZE]
        async with hub.runtime.database.reading() as db:
            revisions_of_batch = [(user, last_revisions[user]) for user in user_batch]
            changed_inboxes = await queries.list_changed_inboxes(db, revisions_of_batch)
        for user_id, revision in changed_inboxes:
            for stream in hub.streams_by_user.get(str(user_id), ()):
                if stream.last_revision < revision:
                    stream.fall_behind(revision)
