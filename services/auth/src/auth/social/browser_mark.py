"""The cookie that binds a social sign-in to the browser in which it began.

Without the cookie, anyone who obtains the provider's redirect could finish the sign-in (RFC 9700, section 4.7).
"""

import secrets
from typing import Annotated

from fastapi import Depends, Request, Response

from auth.runtime import AuthRuntime, CurrentRuntime
from auth.sessions.cookies import set_http_only_cookie
from auth.sessions.devices import get_cookie_name

COOKIE = "social_attempt"
MARK_BYTES = 32


async def _read_browser_mark(request: Request, runtime: CurrentRuntime) -> str:
    return request.cookies.get(get_cookie_name(runtime, COOKIE), "")


BrowserMark = Annotated[str, Depends(_read_browser_mark)]


def mark_browser(response: Response, runtime: AuthRuntime, mark: str) -> str:
    """Set the cookie. A current value is kept, because one browser may have several sign-ins in progress."""
    mark = mark or secrets.token_urlsafe(MARK_BYTES)
    seconds = runtime.settings.social_state_ttl_seconds
    set_http_only_cookie(response, runtime, get_cookie_name(runtime, COOKIE), mark, seconds=seconds)
    return mark
