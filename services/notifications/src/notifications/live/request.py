"""Reads and authorizes the request for a stream."""

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from chassis.identity.tokens import Principal
from chassis.web.auth import get_session_cookie_name, parse_bearer_token, verify
from chassis.web.errors import AccountBlocked, Forbidden, TokenInvalid, Unauthorized, Unavailable
from starlette.requests import cookie_parser

if TYPE_CHECKING:
    from notifications.live.hub import Hub


PATH = "/api/sse/notifications"
# Every number of so many digits fits into PostgreSQL's bigint.
MAX_REVISION_DIGITS = 18


@dataclass(frozen=True)
class StreamRequest:
    principal: Principal
    # The revision of the last event that the client received.
    last_event_id: int | None
    request_id: str


def authorize(hub: "Hub", headers: dict[bytes, bytes], query_string: bytes) -> StreamRequest:
    """Check the caller of a stream. Raises the same errors as other routes. Header names are in lower case."""
    if hub.is_closing:
        raise Unavailable(retry_after=1)
    query = parse_qs(query_string.decode("latin-1")) if query_string else {}
    principal = verify(hub.runtime, _read_token(headers, query, secure_cookies=hub.settings.secure_cookies))
    access = hub.runtime.identity.get_access_state(principal)
    if access == "blocked":
        raise AccountBlocked
    if access != "active":
        raise TokenInvalid
    if "userId" in query and query["userId"] != [str(principal.id)]:
        raise Forbidden
    request_id = headers.get(b"x-request-id", b"").decode("latin-1")
    return StreamRequest(principal, _read_last_event_id(headers, query), request_id)


def _read_token(headers: dict[bytes, bytes], query: dict[str, list[str]], *, secure_cookies: bool) -> str:
    """Return the access token. An explicit one takes precedence over the cookie, which browsers add automatically."""
    if bearer := parse_bearer_token(headers.get(b"authorization", b"").decode("latin-1")):
        return bearer
    if "token" in query:
        return query["token"][0]
    name = get_session_cookie_name(secure=secure_cookies)
    cookie = headers.get(b"cookie", b"").decode("latin-1")
    # http.cookies is not used: it stops at the first cookie with invalid syntax, which any script may have set.
    if name in cookie and (token := cookie_parser(cookie).get(name)):
        return token
    raise Unauthorized


def _read_last_event_id(headers: dict[bytes, bytes], query: dict[str, list[str]]) -> int | None:
    """Return the last event id, from the browser's header or the page's query, or None if it is not a valid number."""
    event_id = headers.get(b"last-event-id", b"").decode("latin-1").strip()
    if not event_id and "lastEventId" in query:
        event_id = query["lastEventId"][0]
    is_number = event_id.isascii() and event_id.isdigit()
    if not is_number or len(event_id) > MAX_REVISION_DIGITS:
        return None
    return int(event_id)
