"""One open stream: an asyncio protocol of its own, which takes the connection over from uvicorn.

As an ASGI response it would cost a task, four coroutine frames and a notify-up for each event (docs/decisions/0051).
"""

import asyncio
import socket
from typing import TYPE_CHECKING
from uuid import UUID

from chassis.identity import Principal
from chassis.tables import new_id

if TYPE_CHECKING:
    from notifications.live.hub import Hub


class Stream(asyncio.Protocol):
    """Knows what it wrote last (`last`), so that nothing is written twice and a gap is seen at once.

    While `catching_up` it only notes the newest revision it heard of (`target`); the log gives it the rest.
    The answer's head and first event (`opening`) go out with what follows in the same moment, or by the next beat.
    """

    __slots__ = (
        "catching_up",
        "greeted",
        "hub",
        "id",
        "last",
        "opening",
        "paused_at",
        "principal",
        "slot",
        "target",
        "transport",
        "user",
        "wanted",
    )

    def __init__(self, hub: "Hub", transport: asyncio.Transport, principal: Principal, wanted: int | None) -> None:
        self.hub, self.transport, self.principal, self.wanted = hub, transport, principal, wanted
        self.id: UUID = new_id()
        self.opening = b""
        self.user = str(principal.id)
        self.last = self.target = 0
        self.greeted, self.catching_up = False, True
        self.paused_at: float | None = None
        self.slot = 0

    def limit_buffers(self, *, unsent: int, kernel: int) -> None:
        """Bound what a reader who does not read can make us and the kernel keep."""
        self.transport.set_write_buffer_limits(high=unsent)
        raw = self.transport.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, kernel)

    def hear(self, revision: int, chunk: bytes) -> int:
        """Write an event if it is the next one; a repeated one is dropped, a later one sends us to the log."""
        if self.catching_up:
            self.target = max(self.target, revision)
        elif revision == self.last + 1:
            self.last = revision
            self.write(chunk)
            return 1
        elif revision > self.last:
            self.fall_behind(revision)
        return 0

    def fall_behind(self, target: int) -> None:
        """Something was missed: have the log read."""
        self.target = max(self.target, target)
        if not self.catching_up:
            self.catching_up = True
            self.hub.waiting.append(self)
            self.hub.notify()

    def write(self, chunk: bytes) -> None:
        """Write at once; a reader far behind is cut off, and comes back with Last-Event-ID."""
        if self.transport.is_closing():
            return
        if self.opening:
            chunk, self.opening = self.opening + chunk, b""
        if self.transport.get_write_buffer_size() > self.hub.unsent_limit:
            self.hub.cut(self)
        else:
            self.transport.write(chunk)

    def end(self, last_words: bytes) -> None:
        """Say why, then close."""
        if not self.transport.is_closing():
            self.transport.write(self.opening + last_words)
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """A client has nothing to say on an event stream."""

    def pause_writing(self) -> None:
        self.paused_at = self.hub.seconds()

    def resume_writing(self) -> None:
        self.paused_at = None
        if self.catching_up and self.greeted:
            self.hub.waiting.append(self)
            self.hub.notify()

    def connection_lost(self, error: Exception | None) -> None:
        self.hub.leave(self)
