"""The cookies of a browser session. On https their name prefixes make the browser enforce their attributes."""

from chassis.auth import session_cookie
from fastapi import Request, Response

from auth.runtime import Runtime
from auth.sessions.devices import Device, cookie_name, refresh_cookie

HINT = "signed_in"
REFRESH_PATH = "/api/auth"
DEVICE_SECONDS = 400 * 86400


def read_refresh(request: Request) -> str | None:
    """The refresh token in the request's cookie."""
    return request.cookies.get(refresh_cookie(request.app.state.runtime))


def set_session(response: Response, runtime: Runtime, *, access: str, refresh: str) -> None:
    """Set the session cookies; scripts can read only the hint that there is a session."""
    settings = runtime.settings
    secure, refresh_age = settings.secure_cookies, settings.refresh_ttl_seconds
    response.set_cookie(
        session_cookie(secure=secure),
        access,
        max_age=settings.access_ttl_seconds,
        httponly=True,
        secure=secure,
        samesite="lax",
    )
    response.set_cookie(
        refresh_cookie(runtime),
        refresh,
        max_age=refresh_age,
        path=REFRESH_PATH,
        httponly=True,
        secure=secure,
        samesite="lax",
    )
    response.set_cookie(HINT, "1", max_age=refresh_age, secure=secure, samesite="lax")


def set_device_mark(response: Response, runtime: Runtime, device: Device) -> None:
    """Set the cookie that identifies this browser as the same device."""
    if device.mark:
        response.set_cookie(
            cookie_name(runtime),
            device.mark,
            max_age=DEVICE_SECONDS,
            path=REFRESH_PATH,
            httponly=True,
            secure=runtime.settings.secure_cookies,
            samesite="lax",
        )


def clear_session(response: Response, runtime: Runtime) -> None:
    """Delete the session cookies; the cookie of the known device stays."""
    secure = runtime.settings.secure_cookies
    response.delete_cookie(session_cookie(secure=secure), secure=secure, httponly=True, samesite="lax")
    response.delete_cookie(refresh_cookie(runtime), path=REFRESH_PATH, secure=secure, httponly=True, samesite="lax")
    response.delete_cookie(HINT, secure=secure, samesite="lax")
