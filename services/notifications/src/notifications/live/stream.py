"""One open stream: an asyncio protocol that takes over the connection from uvicorn.

As an ASGI response it would cost a task, four coroutine frames and a task switch for each event
(docs/decisions/0051).
"""

import asyncio
import socket
from collections import deque
from collections.abc import Callable
from typing import Protocol
from uuid import UUID

from chassis.database.tables import new_id
from chassis.identity.tokens import Principal


class StreamHub(Protocol):
    """The part of the hub that a stream uses."""

    unsent_limit: int
    waiting_streams: "deque[Stream]"
    notify: Callable[[], None]
    monotonic_seconds: Callable[[], float]

    def disconnect(self, stream: "Stream") -> None: ...
    def abort_slow(self, stream: "Stream") -> None: ...


class Stream(asyncio.Protocol):
    """An open stream. It keeps the last revision written, so that it skips repeated events and detects gaps.

    While it is catching up, it only stores the newest announced revision (`target_revision`). Events come from the log.
    The response headers and the first event (`opening`) are sent with the next write, after a second at the latest.
    `slot` is the second of the heartbeat interval in which the stream gets its heartbeat and is compared.
    """

    __slots__ = (
        "hub",
        "id",
        "is_catching_up",
        "is_initialized",
        "is_queued",
        "last_event_id",
        "last_revision",
        "opening",
        "paused_at",
        "principal",
        "slot",
        "target_revision",
        "transport",
        "user",
    )

    def __init__(
        self, hub: StreamHub, transport: asyncio.Transport, principal: Principal, last_event_id: int | None
    ) -> None:
        self.hub = hub
        self.transport = transport
        self.principal = principal
        self.last_event_id = last_event_id
        self.id: UUID = new_id()
        self.opening = b""
        self.user = str(principal.id)
        self.last_revision = 0
        self.target_revision = 0
        self.is_initialized = False
        self.is_catching_up = True
        self.is_queued = False
        self.paused_at: float | None = None
        self.slot = 0

    def limit_buffers(self, *, unsent: int, kernel: int) -> None:
        """Limit the bytes that the process and the kernel buffer for a client that does not read."""
        self.transport.set_write_buffer_limits(high=unsent)
        raw_socket = self.transport.get_extra_info("socket")
        if raw_socket is not None:
            raw_socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, kernel)

    def receive(self, revision: int, chunk: bytes) -> int:
        """Write an event if it is the next one. A repeated event is ignored. After a gap the log is read."""
        if self.is_catching_up:
            self.target_revision = max(self.target_revision, revision)
        elif revision == self.last_revision + 1:
            self.last_revision = revision
            self.write(chunk)
            return 1
        elif revision > self.last_revision:
            self.fall_behind(revision)
        return 0

    def fall_behind(self, revision: int) -> None:
        """Queue this stream for a read of the log after it has missed an event."""
        self.target_revision = max(self.target_revision, revision)
        if not self.is_catching_up:
            self.is_catching_up = True
            self.enqueue()

    def enqueue(self) -> None:
        """Queue this stream to be served from the database, unless it is queued or being served already."""
        if not self.is_queued:
            self.is_queued = True
            self.hub.waiting_streams.append(self)
            self.hub.notify()

    def write(self, chunk: bytes) -> None:
        """Write at once. A client that is far behind is disconnected and resumes with Last-Event-ID."""
        if self.transport.is_closing():
            return
        if self.opening:
            chunk = self.opening + chunk
            self.opening = b""
        if self.transport.get_write_buffer_size() > self.hub.unsent_limit:
            self.hub.abort_slow(self)
        else:
            self.transport.write(chunk)

    def end(self, last_chunk: bytes) -> None:
        """Write the last event, then close."""
        if not self.transport.is_closing():
            self.transport.write(self.opening + last_chunk)
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Ignore the data: a client sends nothing on an event stream."""

    def pause_writing(self) -> None:
        self.paused_at = self.hub.monotonic_seconds()

    def resume_writing(self) -> None:
        self.paused_at = None
        if self.is_catching_up and self.is_initialized:
            self.enqueue()

    def connection_lost(self, error: Exception | None) -> None:
        self.hub.disconnect(self)
