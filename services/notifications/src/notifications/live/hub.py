"""The open streams of this replica: delivery of events, heartbeats, and closing of streams."""

import asyncio
import math
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any
from uuid import UUID

import orjson
from chassis.database.tables import new_id
from chassis.web.errors import AccountBlocked, TokenExpired, TokenInvalid
from nats.aio.msg import Msg
from opentelemetry import propagate, trace

from notifications.live import frames, metrics
from notifications.live.publisher import compute_age_seconds
from notifications.live.stream import Stream
from notifications.runtime import NotificationsRuntime
from notifications.settings import Settings

tracer = trace.get_tracer("notifications.live")
STREAMS_BETWEEN_YIELDS = 500
# Changes of access within this time are checked together.
ACCESS_CHECK_DELAY_SECONDS = 0.05
# How long the last events may be written before the server stops.
SHUTDOWN_WRITE_SECONDS = 0.05
# Bounds of the random times after which clients reconnect, in milliseconds.
MIN_RETRY_MS = 1000
MAX_RETRY_MS = 2000
MIN_SHUTDOWN_RETRY_MS = 500
# At a shutdown the bounds are further apart, by a millisecond for each stream.
MIN_SHUTDOWN_SPREAD_MS = 1000
MAX_SHUTDOWN_SPREAD_MS = 10_000
ACCESS_ERRORS = {"blocked": AccountBlocked, "ended": TokenInvalid, "outdated": TokenInvalid}


class Hub:
    """Finds the streams of a user, delivers events to them, and closes streams whose access has ended."""

    def __init__(self, runtime: NotificationsRuntime, settings: Settings) -> None:
        self.runtime = runtime
        self.settings = settings
        self.replica_id = new_id()
        self.streams_by_user: dict[str, list[Stream]] = {}
        self.streams_by_session: dict[str, set[Stream]] = {}
        self.administrator_streams: set[Stream] = set()
        self.stream_count = 0
        self.waiting_streams: deque[Stream] = deque()
        self.closed_ids: list[UUID] = []
        # When `presence.refresh` last updated the row of this replica.
        self.refreshed_at = -math.inf
        self.unsent_limit = settings.stream_unsent_bytes
        self.monotonic_seconds = time.monotonic
        self.notify: Callable[[], None] = partial(runtime.notify, "streams.initialize")
        self.is_closing = False
        self.is_possibly_stale = False
        self._heartbeat_slot = 0
        self._compared_slot = 0
        self._delivered_count = 0
        self._ticked_at = self.monotonic_seconds()
        self._is_check_planned = False

    def __iter__(self) -> Iterator[Stream]:
        for streams in self.streams_by_user.values():
            yield from streams

    def connect(self, stream: Stream) -> None:
        """Add a stream and queue its initial state, which comes before any event."""
        # Browsers that lose a replica must not all reconnect at once.
        retry = random.randint(MIN_RETRY_MS, MAX_RETRY_MS)
        stream.opening += frames.encode_event(
            "connected", {"connectionId": str(stream.id), "retry": retry}, retry=retry
        )
        self.streams_by_user.setdefault(stream.user, []).append(stream)
        self.streams_by_session.setdefault(str(stream.principal.sid), set()).add(stream)
        if stream.principal.is_admin:
            self.administrator_streams.add(stream)
        self.stream_count += 1
        stream.slot = self.stream_count % self.settings.heartbeat_seconds
        stream.enqueue()

    def disconnect(self, stream: Stream) -> None:
        streams = self.streams_by_user.get(stream.user, [])
        if stream not in streams:
            return
        streams.remove(stream)
        if not streams:
            del self.streams_by_user[stream.user]
        session_streams = self.streams_by_session[str(stream.principal.sid)]
        session_streams.discard(stream)
        if not session_streams:
            del self.streams_by_session[str(stream.principal.sid)]
        self.administrator_streams.discard(stream)
        self.stream_count -= 1
        self.closed_ids.append(stream.id)

    async def on_message(self, message: Msg) -> None:
        """Deliver a message from NATS. A large list then yields to the event loop, so that other tasks run."""
        if message.headers and (context := message.headers.get("traceparent")):
            parent = propagate.extract({"traceparent": context})
            with tracer.start_as_current_span("deliver to streams", context=parent, kind=trace.SpanKind.CONSUMER):
                self.deliver(message.subject, message.data)
        else:
            self.deliver(message.subject, message.data)
        if message.subject == "live.many":
            await asyncio.sleep(0)

    def deliver(self, subject: str, payload: bytes) -> None:
        """Handle a message of the subject `live.<user>`, `live.many` or `live.close`.

        An event is encoded once for all streams of its user.
        """
        target = subject.removeprefix("live.")
        if target == "many":
            self._deliver_many(orjson.loads(payload))
        elif target == "close":
            self._close_surplus(orjson.loads(payload))
        elif streams := self.streams_by_user.get(target):
            head, _, body = payload.partition(b"\n")
            revision, _, milliseconds = head.partition(b" ")
            self._write_to(streams, int(revision), body)
            metrics.LATENCY.observe(compute_age_seconds(int(milliseconds)))

    def _deliver_many(self, message: dict[str, Any]) -> None:
        is_delivered = False
        for user, revision, body in message["rows"]:
            if streams := self.streams_by_user.get(user):
                self._write_to(streams, revision, body.encode())
                is_delivered = True
        if is_delivered:
            metrics.LATENCY.observe(compute_age_seconds(message["time"]))

    def deliver_hint(self, user: str | None, chunk: bytes) -> None:
        """Write an event without a revision to the streams of a user and of all administrators.

        A stream that is not initialized, or whose client reads slowly, is left out: its page reads the current state
        anyway.
        """
        self._write_hint(self.administrator_streams.union(self.streams_by_user.get(user or "", ())), chunk)

    def deliver_to_all(self, chunk: bytes) -> None:
        """Do the same as `deliver_hint` for all streams of this replica."""
        self._write_hint(list(self), chunk)

    def _write_hint(self, streams: Iterable[Stream], chunk: bytes) -> None:
        for stream in streams:
            if stream.is_initialized and stream.paused_at is None:
                stream.write(chunk)

    def _close_surplus(self, surplus_streams: list[list[str]]) -> None:
        """Close the streams that a replica found to exceed the limit of a user."""
        for user, id in surplus_streams:
            # Closing a stream may remove it from the list, so a copy is read.
            for stream in list(self.streams_by_user.get(user, ())):
                if str(stream.id) == id:
                    metrics.CLOSED_STREAMS.labels("too_many").inc()
                    self.close_with_error(stream, "too_many_streams", "Открыто слишком много окон: это отключено")

    def _write_to(self, streams: list[Stream], revision: int, body: bytes) -> None:
        chunk = frames.encode_notification(revision, body)
        for stream in streams:
            self._delivered_count += stream.receive(revision, chunk)

    def abort_slow(self, stream: Stream) -> None:
        """Close the connection of a client that does not read."""
        metrics.SLOW_READERS.inc()
        stream.transport.abort()

    def close_with_error(self, stream: Stream, code: str, message: str) -> None:
        stream.end(frames.encode_event("error", {"code": code, "message": message}) + frames.LAST_CHUNK)

    def on_access_change(self) -> None:
        """Check the streams soon after a change of an account or session, once for many changes."""
        if not self._is_check_planned:
            self._is_check_planned = True
            asyncio.get_running_loop().call_later(ACCESS_CHECK_DELAY_SECONDS, self._close_revoked)

    def _close_revoked(self) -> None:
        self._is_check_planned = False
        for stream in self._list_affected_streams():
            error = ACCESS_ERRORS.get(self.runtime.identity.get_access_state(stream.principal))
            if error:
                metrics.CLOSED_STREAMS.labels(error.code).inc()
                self.close_with_error(stream, error.code, error.message)

    def _list_affected_streams(self) -> list[Stream]:
        """Return the streams of ended sessions and changed accounts. One logout does not check all streams."""
        identity = self.runtime.identity
        streams: set[Stream] = set()
        for session in self.streams_by_session.keys() & identity.ended_sessions.keys():
            streams.update(self.streams_by_session[session])
        for user in self.streams_by_user.keys() & identity.accounts.keys():
            streams.update(self.streams_by_user[user])
        return list(streams)

    async def tick(self) -> bool:
        """Send due heartbeats, and close streams whose token has expired or whose client does not read.

        Runs once a second. Returns False, because no work is left until the next second.
        """
        ticks = min(int(self.monotonic_seconds() - self._ticked_at), self.settings.heartbeat_seconds)
        self._ticked_at += ticks
        next_slots = range(self._heartbeat_slot, self._heartbeat_slot + ticks)
        due_slots = {slot % self.settings.heartbeat_seconds for slot in next_slots}
        self._heartbeat_slot += ticks
        metrics.DELIVERED_EVENTS.inc(self._delivered_count)
        self._delivered_count = 0
        now = self.runtime.now()
        stuck_before = self.monotonic_seconds() - self.settings.stream_stuck_seconds
        for number, stream in enumerate(list(self)):
            # This is checked first, because a stream whose token has expired stays open until its client has read
            # everything.
            if stream.paused_at is not None and stream.paused_at < stuck_before:
                self.abort_slow(stream)
            elif stream.transport.is_closing():
                pass
            elif stream.principal.expires_at <= now:
                metrics.CLOSED_STREAMS.labels("token_expired").inc()
                self.close_with_error(stream, TokenExpired.code, TokenExpired.message)
            elif stream.opening or (stream.slot in due_slots and stream.paused_at is None):
                stream.write(frames.HEARTBEAT)
            if number % STREAMS_BETWEEN_YIELDS == STREAMS_BETWEEN_YIELDS - 1:
                await asyncio.sleep(0)
        return False

    def mark_possibly_stale(self) -> None:
        """Mark all streams as possibly stale after NATS was unreachable: each may have missed an event."""
        self.is_possibly_stale = True

    def choose_compared_slots(self) -> set[int] | None:
        """Return the slots whose streams are now compared with the database, or None for all slots."""
        if self.is_possibly_stale or not self.runtime.bus.client.is_connected:
            self.is_possibly_stale = False
            return None
        self._compared_slot = (self._compared_slot + 1) % self.settings.heartbeat_seconds
        return {self._compared_slot}

    def build_shutdown_event(self) -> bytes:
        """Build the event that makes a client reconnect after a random time. The time grows with the number of
        streams."""
        spread_ms = min(MAX_SHUTDOWN_SPREAD_MS, MIN_SHUTDOWN_SPREAD_MS + self.stream_count)
        retry_ms = random.randint(MIN_SHUTDOWN_RETRY_MS, MIN_SHUTDOWN_RETRY_MS + spread_ms)
        return frames.encode_event("server_shutdown", {"reconnect_in": retry_ms}, retry=retry_ms)

    async def shut_down(self) -> None:
        """Ask all clients to reconnect, spread over time so that the other replicas are not overloaded."""
        self.is_closing = True
        for number, stream in enumerate(list(self)):
            stream.end(self.build_shutdown_event() + frames.LAST_CHUNK)
            if number % STREAMS_BETWEEN_YIELDS == STREAMS_BETWEEN_YIELDS - 1:
                await asyncio.sleep(0)
        await asyncio.sleep(SHUTDOWN_WRITE_SECONDS)
