"""From a change of an inbox to the streams: into the replay log at once, over core NATS after the commit.

A lost message costs nothing but time: streams compare revisions with the database and read what they miss.
Subjects: `live.<user id>` carries `<revision> <event time, ms>\\n<body>`; `live.many` a list for many people.
"""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from chassis.app import Runtime
from chassis.database import after_commit, runtime_of
from chassis.telemetry import traceparent
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

MANY = 500


@dataclass(frozen=True)
class Announcement:
    """One event of one person's stream."""

    user_id: UUID
    revision: int
    body: dict[str, Any]


@dataclass(frozen=True)
class Message:
    """What goes over NATS."""

    subject: str
    payload: bytes
    traceparent: str | None = None


LOG = text("""
INSERT INTO live_log (user_id, revision, body, created_at)
SELECT user_id, revision, body, :now
FROM unnest(CAST(:users AS uuid[]), CAST(:revisions AS bigint[]), CAST(:bodies AS text[]))
     AS g(user_id, revision, body)
""")


async def announce(db: AsyncSession, news: Sequence[Announcement], *, happened_at: datetime) -> None:
    """Log the events in this transaction and tell the streams once it is committed."""
    if not news:
        return
    runtime = runtime_of(db)
    told = [(one.user_id, one.revision, orjson.dumps(one.body | {"revision": one.revision}).decode()) for one in news]
    columns = {"users": [t[0] for t in told], "revisions": [t[1] for t in told], "bodies": [t[2] for t in told]}
    await db.execute(LOG, columns | {"now": runtime.clock()})
    messages = _messages(told, int(happened_at.timestamp() * 1000))
    announcer: Announcer = runtime.state["announcer"]
    after_commit(db, lambda: announcer.tell(messages))


def _messages(told: list[tuple[UUID, int, str]], ms: int) -> list[Message]:
    context = traceparent(if_recorded=True)
    if len(told) == 1:
        user_id, revision, body = told[0]
        return [Message(f"live.{user_id}", b"%d %d\n%b" % (revision, ms, body.encode()), context)]
    rows = [[str(user_id), revision, body] for user_id, revision, body in told]
    parts = [rows[start : start + MANY] for start in range(0, len(rows), MANY)]
    return [Message("live.many", orjson.dumps({"time": ms, "rows": part}), context) for part in parts]


class Announcer:
    """Sends committed announcements on, in order; a worker, so that no request waits for NATS."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._waiting: deque[Message] = deque()
        self.notify = lambda: None

    def tell(self, messages: Sequence[Message]) -> None:
        self._waiting.extend(messages)
        self.notify()

    async def step(self) -> bool:
        """Publish what waits. While NATS is away only our own streams hear it; the others read the log."""
        hub = self._runtime.state["hub"]
        while self._waiting:
            message = self._waiting.popleft()
            if self._runtime.bus.client.is_connected:
                headers = {"traceparent": message.traceparent} if message.traceparent else None
                await self._runtime.bus.client.publish(message.subject, message.payload, headers=headers)
            else:
                hub.hear(message.subject, message.payload)
        return False


def age_seconds(ms: int) -> float:
    """How long ago that was, by the wall clock that wrote it."""
    return max(0.0, time.time() - ms / 1000)
