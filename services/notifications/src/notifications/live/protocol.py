"""Opens streams before the application sees the request, so that an open stream keeps no ASGI task in memory."""

import random
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from chassis import telemetry
from chassis.auth import session_cookie
from chassis.errors import AccountBlocked, Forbidden, ServiceError, TokenInvalid, Unauthorized, Unavailable
from chassis.identity import Principal
from starlette.requests import cookie_parser
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from notifications.live import frames
from notifications.live.stream import Stream

if TYPE_CHECKING:
    from fastapi import FastAPI

    from notifications.live.hub import Hub

PATH = b"/api/sse/notifications"


@dataclass(frozen=True)
class StreamRequest:
    """An authorized request for a stream."""

    principal: Principal
    last_event_id: int | None
    """The revision of the last event that the client received."""
    request_id: str


class StreamProtocol(HttpToolsProtocol):
    """The HTTP protocol of one connection: opens streams; all other requests and refusals go to the application.

    uvicorn creates one for each connection, with the arguments of its own protocol.
    """

    def __init__(self, hub: "Hub", **options: Any) -> None:
        super().__init__(**options)
        self._hub = hub
        self._stream_request: StreamRequest | None = None

    def on_headers_complete(self) -> None:
        """Check the caller; an authorized request for a stream does not reach the application."""
        if self._stream_request is not None:
            return  # A request after that for a stream is ignored.
        if self._is_stream_request():
            try:
                self._stream_request = self._check()
            except ServiceError as refusal:
                self.scope["refusal"] = refusal  # type: ignore[typeddict-unknown-key]
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
        """False while an earlier request of the connection is being answered: the stream would break that answer."""
        is_free = self.cycle is None or self.cycle.response_complete
        return is_free and self.parser.get_method() == b"GET" and self.url.partition(b"?")[0] == PATH

    def _check(self) -> StreamRequest:
        """Authorize the request; raises the errors that any other route raises."""
        if self._hub.closing:
            raise Unavailable(retry_after=1)
        headers, sent = dict(self.headers), self.url.partition(b"?")[2]
        query = parse_qs(sent.decode("latin-1")) if sent else {}
        identity = self._hub.runtime.identity
        principal = identity.verify(self._token(headers, query))
        access = identity.access_state(principal)
        if access != "active":
            raise AccountBlocked if access == "blocked" else TokenInvalid
        if "userId" in query and query["userId"] != [str(principal.id)]:
            raise Forbidden
        return StreamRequest(
            principal, _last_event_id(headers, query), headers.get(b"x-request-id", b"").decode("latin-1")
        )

    def _token(self, headers: dict[bytes, bytes], query: dict[str, list[str]]) -> str:
        """The access token: an explicit one goes before the cookie, which the browser adds by itself."""
        scheme, _, bearer = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        if scheme.lower() == "bearer" and bearer:
            return bearer.strip()
        if "token" in query:
            return query["token"][0]
        name = session_cookie(secure=self._hub.settings.secure_cookies)
        cookie = headers.get(b"cookie", b"").decode("latin-1")
        # Not http.cookies: it stops at the first cookie of another site's script that breaks the grammar.
        if name in cookie and (token := cookie_parser(cookie).get(name)):
            return token
        raise Unauthorized

    def _open(self, request: StreamRequest) -> None:
        """Make a stream the protocol of this connection; uvicorn no longer tracks it.

        uvicorn passes a connection on in the same way when a WebSocket begins (docs/decisions/0051).
        """
        hub, transport = self._hub, self.transport
        stream = Stream(hub, transport, request.principal, request.last_event_id)
        stream.limit_buffers(unsent=hub.settings.stream_unsent_bytes, kernel=hub.settings.stream_send_buffer)
        self.connections.discard(self)
        transport.set_protocol(stream)
        # The parser and this object refer to each other: without this only the garbage collector would free them.
        self.parser = None  # type: ignore[assignment]
        id = str(stream.id)
        request_id = request.request_id if telemetry.VALID_REQUEST_ID.fullmatch(request.request_id) else id
        # Browsers that lose a replica must not reconnect all at once.
        retry = random.randint(1000, 2000)
        connected = frames.event("connected", {"connectionId": id, "retry": retry}, retry=retry)
        stream.opening = frames.HEAD % request_id.encode() + connected
        hub.connect(stream)


def _last_event_id(headers: dict[bytes, bytes], query: dict[str, list[str]]) -> int | None:
    """The last event id, from the header of a browser or the query of a page; None when it is not a number."""
    sent = headers.get(b"last-event-id", b"").decode("latin-1").strip() or query.get("lastEventId", [""])[0]
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 19 else None


def install(app: "FastAPI", hub: "Hub") -> None:
    """Make uvicorn use this protocol. The URL is not logged or traced: it may hold a token."""
    telemetry.QUIET.add(PATH.decode())
    app.state.runtime.protocol = partial(StreamProtocol, hub)
