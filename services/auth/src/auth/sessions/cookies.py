"""The cookies of a browser session. On https browsers enforce the attributes of HttpOnly cookies by a name prefix."""

from typing import Literal, cast

from chassis.web.auth import get_session_cookie_name
from fastapi import Request, Response

from auth.runtime import AuthRuntime
from auth.sessions.devices import Device, get_device_cookie_name, get_refresh_cookie_name

HINT_COOKIE = "signed_in"
AUTH_PATH = "/api/auth"
# 400 days, the longest time for which browsers keep a cookie.
DEVICE_COOKIE_SECONDS = 400 * 86400
# The API documents write "SameSite=Lax". Starlette sends the value as it is, but its type allows lower case only.
SAME_SITE = cast("Literal['lax']", "Lax")


def read_refresh_token(request: Request) -> str | None:
    return request.cookies.get(get_refresh_cookie_name(request.app.state.runtime))


def set_session(response: Response, runtime: AuthRuntime, *, access: str, refresh: str) -> None:
    """Set the session cookies. Scripts can read only the hint that a session exists."""
    settings = runtime.settings
    is_secure = settings.secure_cookies
    refresh_age = settings.refresh_ttl_seconds
    set_http_only_cookie(
        response,
        runtime,
        get_session_cookie_name(secure=is_secure),
        access,
        seconds=settings.access_ttl_seconds,
        path="/",
    )
    set_http_only_cookie(response, runtime, get_refresh_cookie_name(runtime), refresh, seconds=refresh_age)
    response.set_cookie(HINT_COOKIE, "1", max_age=refresh_age, secure=is_secure, samesite=SAME_SITE)


def set_http_only_cookie(
    response: Response, runtime: AuthRuntime, name: str, value: str, *, seconds: int, path: str = AUTH_PATH
) -> None:
    """Set an HttpOnly cookie: no script can read it."""
    is_secure = runtime.settings.secure_cookies
    response.set_cookie(name, value, max_age=seconds, path=path, httponly=True, secure=is_secure, samesite=SAME_SITE)


def set_device_cookie(response: Response, runtime: AuthRuntime, device: Device) -> None:
    """Set the cookie that identifies this browser as the same device."""
    if device.browser_cookie:
        name = get_device_cookie_name(runtime)
        set_http_only_cookie(response, runtime, name, device.browser_cookie, seconds=DEVICE_COOKIE_SECONDS)


def clear_session(response: Response, runtime: AuthRuntime) -> None:
    """Delete the session cookies. The device cookie stays."""
    is_secure = runtime.settings.secure_cookies
    response.delete_cookie(
        get_session_cookie_name(secure=is_secure), secure=is_secure, httponly=True, samesite=SAME_SITE
    )
    response.delete_cookie(
        get_refresh_cookie_name(runtime), path=AUTH_PATH, secure=is_secure, httponly=True, samesite=SAME_SITE
    )
    response.delete_cookie(HINT_COOKIE, secure=is_secure, samesite=SAME_SITE)
