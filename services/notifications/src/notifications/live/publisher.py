"""Publishes changes of inboxes to the streams: to the replay log in the transaction, over core NATS after the commit.

A lost message only causes a delay: streams compare revisions with the database and read the missed events.
The subject `live.<user id>` carries `<revision> <event time, ms>\\n<body>`, and `live.many` a list for many users.
`live.close` carries the surplus streams, which their replicas close (`live.presence`).
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self
from uuid import UUID

import orjson
from chassis.events.tracing import get_traceparent
from sqlalchemy import text

from notifications.runtime import NotificationsRuntime, Session

EVENTS_PER_MESSAGE = 500


@dataclass(frozen=True)
class StreamEvent:
    """One event of the stream of one user. `body` is JSON."""

    user_id: UUID
    revision: int
    body: str

    @classmethod
    def of(cls, user_id: UUID, revision: int, body: dict[str, Any]) -> Self:
        return cls(user_id, revision, orjson.dumps(body | {"revision": revision}).decode())


def get_recorded_trace() -> str | None:
    """Return the traceparent of the current trace if it is recorded."""
    return get_traceparent(if_recorded=True)


@dataclass(frozen=True)
class Change:
    """The stream events that have one cause: an event, a campaign or a request."""

    events: Sequence[StreamEvent]
    happened_at: datetime
    traceparent: str | None = field(default_factory=get_recorded_trace)


@dataclass(frozen=True)
class Message:
    subject: str
    payload: bytes
    traceparent: str | None = None


INSERT_EVENTS = text("""
INSERT INTO live_log (user_id, revision, body, created_at)
SELECT user_id, revision, body, :now
FROM json_to_recordset(CAST(:rows AS json)) AS events(user_id uuid, revision bigint, body text)
""")


async def publish(db: Session, changes: Sequence[Change]) -> None:
    """Write the events to the log in this transaction, and send them to the streams after the commit."""
    changes = [change for change in changes if change.events]
    if not changes:
        return
    events: list[StreamEvent] = []
    messages: list[Message] = []
    for change in changes:
        events.extend(change.events)
        messages.extend(_build_messages(change))
    await db.execute(INSERT_EVENTS, {"rows": orjson.dumps(events).decode(), "now": db.now()})
    publisher = db.runtime.publisher
    db.after_commit(lambda: publisher.enqueue(messages))


def _build_messages(change: Change) -> list[Message]:
    traceparent = change.traceparent
    milliseconds = int(change.happened_at.timestamp() * 1000)
    if len(change.events) == 1:
        event = change.events[0]
        content = b"%d %d\n%b" % (event.revision, milliseconds, event.body.encode())
        return [Message(f"live.{event.user_id}", content, traceparent)]
    items = [[str(item.user_id), item.revision, item.body] for item in change.events]
    parts = [items[start : start + EVENTS_PER_MESSAGE] for start in range(0, len(items), EVENTS_PER_MESSAGE)]
    return [Message("live.many", orjson.dumps({"time": milliseconds, "rows": part}), traceparent) for part in parts]


class Publisher:
    """Sends committed events in order, in a worker, so that no request waits for NATS."""

    def __init__(self, runtime: NotificationsRuntime, deliver: Callable[[str, bytes], None]) -> None:
        """`deliver` gives a message to the streams of this replica."""
        self._runtime = runtime
        self._deliver = deliver
        self._waiting_messages: deque[Message] = deque()

    def enqueue(self, messages: Sequence[Message]) -> None:
        self._waiting_messages.extend(messages)
        self._runtime.notify("streams.publish")

    async def step(self) -> bool:
        """Publish the queue. Without NATS only the streams of this replica get it; other replicas read the log."""
        while self._waiting_messages:
            message = self._waiting_messages.popleft()
            if self._runtime.bus.client.is_connected:
                headers = {"traceparent": message.traceparent} if message.traceparent else None
                await self._runtime.bus.client.publish(message.subject, message.payload, headers=headers)
            else:
                self._deliver(message.subject, message.payload)
        return False


def compute_age_seconds(milliseconds: int) -> float:
    """Return the seconds since a time in milliseconds, by the wall clock."""
    return max(0.0, time.time() - milliseconds / 1000)
