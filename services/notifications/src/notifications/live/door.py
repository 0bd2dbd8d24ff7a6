"""Who may open a stream. The outermost layer of the application, so that a stream costs nothing but itself."""

import random
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from chassis import telemetry
from chassis.auth import session_cookie
from chassis.errors import AccountBlocked, Forbidden, ServiceError, TokenInvalid, Unauthorized, Unavailable
from chassis.identity import Principal
from chassis.tables import new_id
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from notifications.live import frames
from notifications.live.stream import Stream, take_over

if TYPE_CHECKING:
    from fastapi import FastAPI

    from notifications.live.hub import Hub

PATH = "/api/sse/notifications"


class StreamDoor:
    """Lets streams in; everything else, and every refusal, goes on to the application."""

    def __init__(self, app: ASGIApp, hub: "Hub") -> None:
        self._app, self._hub = app, hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == PATH and scope["method"] == "GET":
            try:
                principal, wanted = self._admitted(scope)
            except ServiceError as refusal:
                scope["refusal"] = refusal
            else:
                self._open(scope, send, principal, wanted)
                return
        await self._app(scope, receive, send)

    def _admitted(self, scope: Scope) -> tuple[Principal, int | None]:
        """The caller and the last event he saw. Raises what every other route would raise."""
        if self._hub.closing:
            raise Unavailable(retry_after=1)
        headers = dict(scope["headers"])
        query = parse_qs(scope["query_string"].decode("latin-1")) if scope["query_string"] else {}
        identity = self._hub.runtime.identity
        principal = identity.verify(self._token(headers, query))
        standing = identity.standing(principal)
        if standing != "good":
            raise AccountBlocked if standing == "blocked" else TokenInvalid
        if "userId" in query and query["userId"] != [str(principal.id)]:
            raise Forbidden
        return principal, _last_event(headers, query)

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

    def _open(self, scope: Scope, send: Any, principal: Principal, wanted: int | None) -> None:
        hub = self._hub

        def stream_of(transport: Any) -> Stream:
            stream = Stream(hub, transport, principal, wanted)
            stream.limit_buffers(unsent=hub.settings.stream_unsent_bytes, kernel=hub.settings.stream_send_buffer)
            return stream

        stream = take_over(send, stream_of)
        # Browsers that lose a replica must not come back in one wave.
        retry = random.randint(1000, 2000)
        connected = frames.event("connected", {"connectionId": str(stream.id), "retry": retry}, retry=retry)
        stream.write(frames.HEAD % _request_id(scope) + connected)
        hub.join(stream)


def _last_event(headers: dict[bytes, bytes], query: dict[str, list[str]]) -> int | None:
    """The id a browser kept, or the one a page passes on when it opens a stream anew. Anything else counts as none."""
    sent = headers.get(b"last-event-id", b"").decode("latin-1").strip() or query.get("lastEventId", [""])[0]
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 19 else None


def _request_id(scope: Scope) -> bytes:
    sent = next((value for key, value in scope["headers"] if key == b"x-request-id"), b"").decode("latin-1")
    return (sent if telemetry.VALID_REQUEST_ID.fullmatch(sent) else str(new_id())).encode()


def install(app: "FastAPI", hub: "Hub") -> None:
    """Put the door in front of the application; the framework's own tracing must not wrap what it takes over."""
    telemetry.QUIET.add(PATH)
    build = app.build_middleware_stack
    app.build_middleware_stack = lambda: StreamDoor(build(), hub)  # type: ignore[method-assign]
