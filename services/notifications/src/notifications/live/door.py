"""Who may open a stream. It stands before the application, so that a stream costs nothing but itself."""

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
class Guest:
    """Whoever may open a stream, and what his request said."""

    principal: Principal
    wanted: int | None
    """The last event he saw."""
    request_id: str


class StreamDoor(HttpToolsProtocol):
    """A connection of this service: lets streams in; everything else, and every refusal, goes on to the application.

    One for each connection, made by uvicorn; `hub` comes first, the rest is what uvicorn gives its own protocol.
    """

    def __init__(self, hub: "Hub", **given: Any) -> None:
        super().__init__(**given)
        self._hub = hub
        self._admitted: Guest | None = None

    def on_headers_complete(self) -> None:
        """Check the caller; who is admitted never meets the application."""
        if self._admitted is not None:
            return  # sent after the request for a stream: nobody listens
        if self._asks_for_stream():
            try:
                self._admitted = self._check()
            except ServiceError as refusal:
                self.scope["refusal"] = refusal  # type: ignore[typeddict-unknown-key]
        if self._admitted is None:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self._admitted is None:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self._admitted is None:
            super().on_message_complete()
        elif self.transport.get_protocol() is self:
            self._open(self._admitted)

    def _asks_for_stream(self) -> bool:
        """A request behind one that is still being answered does not: its stream would break into that answer."""
        is_free = self.cycle is None or self.cycle.response_complete
        return is_free and self.parser.get_method() == b"GET" and self.url.partition(b"?")[0] == PATH

    def _check(self) -> Guest:
        """Raises what every other route would raise."""
        if self._hub.closing:
            raise Unavailable(retry_after=1)
        headers, sent = dict(self.headers), self.url.partition(b"?")[2]
        query = parse_qs(sent.decode("latin-1")) if sent else {}
        identity = self._hub.runtime.identity
        principal = identity.verify(self._token(headers, query))
        standing = identity.access_state(principal)
        if standing != "active":
            raise AccountBlocked if standing == "blocked" else TokenInvalid
        if "userId" in query and query["userId"] != [str(principal.id)]:
            raise Forbidden
        return Guest(principal, _last_event(headers, query), headers.get(b"x-request-id", b"").decode("latin-1"))

    def _token(self, headers: dict[bytes, bytes], query: dict[str, list[str]]) -> str:
        """What was sent on purpose goes before the cookie, which the browser adds by itself."""
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

    def _open(self, guest: Guest) -> None:
        """Make a stream the protocol of this connection; uvicorn, which neither answers nor waits for it, forgets it.

        uvicorn hands connections over in the same way when a WebSocket begins (docs/decisions/0051).
        """
        hub, transport = self._hub, self.transport
        stream = Stream(hub, transport, guest.principal, guest.wanted)
        stream.limit_buffers(unsent=hub.settings.stream_unsent_bytes, kernel=hub.settings.stream_send_buffer)
        self.connections.discard(self)
        transport.set_protocol(stream)
        # The parser and this door hold each other: without this only the garbage collector would part them.
        self.parser = None  # type: ignore[assignment]
        id = str(stream.id)
        request_id = guest.request_id if telemetry.VALID_REQUEST_ID.fullmatch(guest.request_id) else id
        # Browsers that lose a replica must not come back in one wave.
        retry = random.randint(1000, 2000)
        connected = frames.event("connected", {"connectionId": id, "retry": retry}, retry=retry)
        stream.opening = frames.HEAD % request_id.encode() + connected
        hub.join(stream)


def _last_event(headers: dict[bytes, bytes], query: dict[str, list[str]]) -> int | None:
    """The id a browser kept, or the one a page passes on when it opens a stream anew. Anything else counts as none."""
    sent = headers.get(b"last-event-id", b"").decode("latin-1").strip() or query.get("lastEventId", [""])[0]
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 19 else None


def install(app: "FastAPI", hub: "Hub") -> None:
    """Have uvicorn give every connection this door. The address stays out of logs and traces: a token may be in it."""
    telemetry.QUIET.add(PATH.decode())
    app.state.runtime.protocol = partial(StreamDoor, hub)
