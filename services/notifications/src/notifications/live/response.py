"""A stream as an ordinary ASGI response, for a server that cannot hand over connections (docs/decisions/0051)."""

import asyncio
from typing import TYPE_CHECKING, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from notifications.live import frames
from notifications.live.request import StreamRequest, authorize
from notifications.live.stream import Stream

if TYPE_CHECKING:
    from notifications.live.hub import Hub

HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
}


class ResponseTransport:
    """The part of an asyncio transport that streams and the hub use, over an ASGI response.

    Bytes wait here until the server has taken them. Above `limit` bytes the stream is paused, as by asyncio.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._unsent: list[bytes] = []
        self._size = 0
        self._is_closing = False
        self._has_changed = asyncio.Event()
        self.aborted = asyncio.Event()
        self.stream: Stream

    def is_closing(self) -> bool:
        return self._is_closing

    def get_write_buffer_size(self) -> int:
        """Return the number of bytes that the server has not taken yet."""
        return self._size

    def write(self, framed: bytes) -> None:
        """Queue HTTP chunks. Their framing is removed, because the server adds its own."""
        if self._is_closing:
            return
        events = frames.payload(framed)
        self._unsent.append(events)
        self._size += len(events)
        self._has_changed.set()
        if self._size > self._limit and self.stream.paused_at is None:
            self.stream.pause_writing()

    def close(self) -> None:
        """End the response once all is sent."""
        self._is_closing = True
        self._has_changed.set()

    def abort(self) -> None:
        self.aborted.set()
        self.close()

    async def send_all(self, send: Send) -> None:
        """Send the queued bytes until the stream is closed."""
        while not self._is_closing or self._unsent:
            await self._has_changed.wait()
            self._has_changed.clear()
            body = b"".join(self._unsent)
            self._unsent = []
            if body:
                await send({"type": "http.response.body", "body": body, "more_body": True})
                self._size -= len(body)
            if self._size == 0 and self.stream.paused_at is not None:
                self.stream.resume_writing()


class StreamResponse(Response):
    """Sends one stream until it is closed or the client disconnects."""

    def __init__(self, hub: "Hub", request: StreamRequest) -> None:
        super().__init__()
        self._hub = hub
        self._request = request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        hub = self._hub
        transport = ResponseTransport(hub.settings.stream_unsent_bytes)
        stream = Stream(hub, cast("asyncio.Transport", transport), self._request.principal, self._request.last_event_id)
        transport.stream = stream
        raw_headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        await send({"type": "http.response.start", "status": 200, "headers": raw_headers})
        hub.connect(stream)
        waits = [transport.send_all(send), transport.aborted.wait(), _wait_disconnected(receive)]
        tasks = [asyncio.ensure_future(wait) for wait in waits]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            # The server stops and no longer waits for this response.
            farewell = hub.shutdown_event()
            await send({"type": "http.response.body", "body": frames.payload(farewell), "more_body": False})
            raise
        finally:
            transport.abort()
            stream.connection_lost(None)
            for task in tasks:
                task.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _wait_disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def open_response(hub: "Hub", request: Request) -> StreamResponse:
    """Open the requested stream. Raises the errors of `authorize`."""
    headers = dict(request.scope["headers"])
    return StreamResponse(hub, authorize(hub, headers, request.scope["query_string"]))


def answer_head(hub: "Hub", request: Request) -> Response:
    """Answer HEAD with the headers of a stream without opening it. Raises the errors of `authorize`."""
    authorize(hub, dict(request.scope["headers"]), request.scope["query_string"])
    return Response(headers=HEADERS)
