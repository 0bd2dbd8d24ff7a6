"""All streams of this replica by person, and the beat that keeps them honest."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import orjson
from chassis.app import Runtime
from chassis.errors import AccountBlocked, TokenExpired, TokenInvalid
from chassis.tables import new_id
from nats.aio.msg import Msg
from opentelemetry import propagate, trace

from notifications.live import frames, measures
from notifications.live.announcements import age_seconds
from notifications.live.stream import Stream
from notifications.settings import Settings

tracer = trace.get_tracer("notifications.live")
SLICE = 500
STANDINGS = {"blocked": AccountBlocked, "ended": TokenInvalid, "outdated": TokenInvalid}


class Hub:
    """Finds the streams of a person, gives them what arrives, ends those that may not go on."""

    def __init__(self, runtime: Runtime, settings: Settings) -> None:
        self.runtime, self.settings = runtime, settings
        self.replica_id = new_id()
        self.by_user: dict[str, list[Stream]] = {}
        self.count = 0
        self.waiting: deque[Stream] = deque()
        self.left: list[UUID] = []
        self.unsent_limit = settings.stream_unsent_bytes
        self.seconds = time.monotonic
        self.notify = lambda: None
        self.closing = False
        self.distrusted = False
        self._slot = self._compared = self._delivered = 0
        self._beat_at = self.seconds()
        self._check_planned = False

    def __iter__(self) -> Iterator[Stream]:
        for streams in self.by_user.values():
            yield from streams

    def join(self, stream: Stream) -> None:
        """A new stream; it hears nothing until it has been greeted."""
        self.by_user.setdefault(stream.user, []).append(stream)
        self.count += 1
        stream.slot = self.count % self.settings.heartbeat_seconds
        self.waiting.append(stream)
        self.notify()

    def leave(self, stream: Stream) -> None:
        """The connection is gone."""
        streams = self.by_user.get(stream.user, [])
        if stream not in streams:
            return
        streams.remove(stream)
        if not streams:
            del self.by_user[stream.user]
        self.count -= 1
        self.left.append(stream.id)

    async def on_message(self, message: Msg) -> None:
        """What NATS brings; between large lists other work gets its turn."""
        if message.headers and (context := message.headers.get("traceparent")):
            parent = propagate.extract({"traceparent": context})
            with tracer.start_as_current_span("deliver to streams", context=parent, kind=trace.SpanKind.CONSUMER):
                self.hear(message.subject, message.data)
        else:
            self.hear(message.subject, message.data)
        if message.subject == "live.many":
            await asyncio.sleep(0)

    def hear(self, subject: str, payload: bytes) -> None:
        """Give each event to all streams of its person, encoded once."""
        target = subject[5:]
        if target == "many":
            self._hear_many(orjson.loads(payload))
        elif target == "close":
            self._hear_close(orjson.loads(payload))
        elif streams := self.by_user.get(target):
            head, _, body = payload.partition(b"\n")
            revision, _, ms = head.partition(b" ")
            self._give(streams, int(revision), body)
            measures.LATENCY.observe(age_seconds(int(ms)))

    def _hear_many(self, message: dict[str, Any]) -> None:
        heard = False
        for user, revision, body in message["rows"]:
            if streams := self.by_user.get(user):
                self._give(streams, revision, body.encode())
                heard = True
        if heard:
            measures.LATENCY.observe(age_seconds(message["time"]))

    def _hear_close(self, pairs: list[list[str]]) -> None:
        """Some replica found that these streams are too many for one person."""
        for user, id in pairs:
            for stream in [stream for stream in self.by_user.get(user, ()) if str(stream.id) == id]:
                measures.REFUSED.labels("too_many").inc()
                self.refuse(stream, "too_many_streams", "Открыто слишком много окон: это отключено")

    def _give(self, streams: list[Stream], revision: int, body: bytes) -> None:
        chunk = frames.news(revision, body)
        for stream in streams:
            self._delivered += stream.hear(revision, chunk)

    def cut(self, stream: Stream) -> None:
        """The reader does not read."""
        measures.SLOW.inc()
        stream.transport.abort()

    def refuse(self, stream: Stream, code: str, message: str) -> None:
        """End one stream with the reason."""
        stream.end(frames.event("error", {"code": code, "message": message}) + frames.END)

    def standing_changed(self) -> None:
        """An account or session changed somewhere: look soon, once for many changes."""
        if not self._check_planned:
            self._check_planned = True
            asyncio.get_running_loop().call_later(0.05, self._check_standings)

    def _check_standings(self) -> None:
        self._check_planned = False
        for stream in list(self):
            error = STANDINGS.get(self.runtime.identity.access_state(stream.principal))
            if error:
                measures.REFUSED.labels(error.code).inc()
                self.refuse(stream, error.code, error.message)

    async def beat(self) -> bool:
        """Once a second: heartbeats to the streams whose turn it is, an end to those whose token ran out."""
        beats = min(int(self.seconds() - self._beat_at), self.settings.heartbeat_seconds)
        self._beat_at += beats
        due = {(self._slot + n) % self.settings.heartbeat_seconds for n in range(beats)}
        self._slot += beats
        measures.DELIVERED.inc(self._delivered)
        self._delivered = 0
        now, stuck = self.runtime.clock(), self.seconds() - self.settings.stream_stuck_seconds
        for number, stream in enumerate(list(self)):
            if stream.principal.expires_at <= now:
                measures.REFUSED.labels("token_expired").inc()
                self.refuse(stream, TokenExpired.code, TokenExpired.message)
            elif stream.paused_at is not None and stream.paused_at < stuck:
                self.cut(stream)
            elif stream.opening or (stream.slot in due and stream.paused_at is None):
                stream.write(frames.HEARTBEAT)
            if number % SLICE == SLICE - 1:
                await asyncio.sleep(0)
        return False

    def distrust(self) -> None:
        """NATS was away: every stream may have missed something."""
        self.distrusted = True

    def next_compared(self) -> set[int] | None:
        """The slots whose streams are compared with the database now; None means all."""
        if self.distrusted or not self.runtime.bus.client.is_connected:
            self.distrusted = False
            return None
        self._compared = (self._compared + 1) % self.settings.heartbeat_seconds
        return {self._compared}

    async def shut_down(self) -> None:
        """Send everybody elsewhere, spread over time so that the others are not overrun."""
        self.closing = True
        spread = min(10_000, 1000 + self.count)
        for number, stream in enumerate(list(self)):
            wait = random.randint(500, 500 + spread)
            stream.end(frames.event("server_shutdown", {"reconnect_in": wait}, retry=wait) + frames.END)
            if number % SLICE == SLICE - 1:
                await asyncio.sleep(0)
        await asyncio.sleep(0.05)
