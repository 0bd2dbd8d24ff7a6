"""Opens streams before the application sees the request, so that an open stream keeps no ASGI task in memory."""

from typing import TYPE_CHECKING, Any

from chassis.web import telemetry
from chassis.web.errors import ServiceError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from notifications.live import frames
from notifications.live.request import PATH, StreamRequest, authorize
from notifications.live.stream import Stream

if TYPE_CHECKING:
    from notifications.live.hub import Hub

STREAM_PATH = PATH.encode()


class StreamProtocol(HttpToolsProtocol):
    """The HTTP protocol of one connection. It opens streams and passes all other requests to the application.

    uvicorn creates one for each connection, with the arguments of its own protocol.
    """

    def __init__(self, hub: "Hub", **options: Any) -> None:
        super().__init__(**options)
        self._hub = hub
        self._stream_request: StreamRequest | None = None

    def on_headers_complete(self) -> None:
        """Check the caller. An authorized request for a stream does not reach the application."""
        if self._stream_request is not None:
            return  # A request that follows the request for a stream is ignored.
        if self._is_stream_request():
            try:
                self._stream_request = self._authorize()
            except ServiceError as refusal:
                self.scope["refusal"] = refusal  # type: ignore[typeddict-unknown-key]  # not a key of ASGI
        if self._stream_request is None:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self._stream_request is None:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self._stream_request is None:
            super().on_message_complete()
        elif self.transport.get_protocol() is self:
            self._open(self._stream_request)

    def _is_stream_request(self) -> bool:
        """Return True if a stream may be opened.

        Returns False while an earlier request is being answered: the stream would break its response.
        """
        is_free = self.cycle is None or self.cycle.response_complete
        return is_free and self.parser.get_method() == b"GET" and self.url.partition(b"?")[0] == STREAM_PATH

    def _authorize(self) -> StreamRequest:
        return authorize(self._hub, dict(self.headers), self.url.partition(b"?")[2])

    def _open(self, request: StreamRequest) -> None:
        """Make a stream the protocol of this connection. uvicorn no longer tracks the connection.

        uvicorn hands over a connection in the same way for WebSockets (docs/decisions/0051).
        """
        hub = self._hub
        transport = self.transport
        stream = Stream(hub, transport, request.principal, request.last_event_id)
        stream.limit_buffers(unsent=hub.settings.stream_unsent_bytes, kernel=hub.settings.stream_send_buffer)
        self.connections.discard(self)
        transport.set_protocol(stream)
        # The parser and this object refer to each other: without this only the garbage collector would free them.
        self.parser = None  # type: ignore[assignment]  # uvicorn declares no None here
        is_valid = telemetry.VALID_REQUEST_ID.fullmatch(request.request_id)
        stream.opening = frames.RESPONSE_HEAD % (request.request_id if is_valid else str(stream.id)).encode()
        hub.connect(stream)
