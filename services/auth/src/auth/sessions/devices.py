"""Recognition of devices, and their descriptions for users."""

import secrets
from dataclasses import dataclass
from typing import Annotated

from chassis import encryption
from chassis.web.http import ClientAddress
from chassis.web.limits import get_counted_network
from fastapi import Depends, Request

from auth.runtime import AuthRuntime, CurrentRuntime

# Longer user agents are cut.
MAX_AGENT_LENGTH = 400
# A device cookie is a random value. Another length means that the cookie is not ours.
DEVICE_COOKIE_BYTES = 32
DEVICE_COOKIE_LENGTH = 43
PROGRAM_NAMES = {"python": "Программа на Python", "curl": "curl", "okhttp": "Приложение для Android"}


@dataclass(frozen=True)
class Device:
    """The device of a request. The value of `browser_cookie` identifies a browser. A native client has none.

    `program_key` recognizes a program without cookies by its user agent and network. It only avoids an email at each
    sign-in and does not prove an identity.
    """

    name: str
    key: str
    browser_cookie: str | None
    ip: str
    is_native: bool
    program_key: str | None = None
    # The refresh token of the browser's current session, which a new sign-in ends.
    refresh_token: str | None = None


def get_cookie_name(runtime: AuthRuntime, name: str) -> str:
    """Return the name of a cookie. On https it has the prefix whose rules browsers enforce."""
    return f"__Secure-{name}" if runtime.settings.secure_cookies else name


def get_device_cookie_name(runtime: AuthRuntime) -> str:
    return get_cookie_name(runtime, "device")


def get_refresh_cookie_name(runtime: AuthRuntime) -> str:
    return get_cookie_name(runtime, "refresh")


async def describe_device(request: Request, runtime: CurrentRuntime, address: ClientAddress) -> Device:
    """Describe the device of a request. Browsers are recognized by a cookie, programs by user agent and network."""
    agent = request.headers.get("user-agent", "")[:MAX_AGENT_LENGTH]
    is_native = request.headers.get("x-client", "").lower() == "native"
    is_program = is_native or not agent.startswith("Mozilla/")
    browser_cookie = None
    refresh_token = None
    program_key = None
    if not is_native:
        browser_cookie = request.cookies.get(get_device_cookie_name(runtime), "")
        if len(browser_cookie) != DEVICE_COOKIE_LENGTH or not browser_cookie.isascii():
            browser_cookie = secrets.token_urlsafe(DEVICE_COOKIE_BYTES)
    if is_program:
        program_key = _compute_key(runtime, f"program:{agent}:{get_counted_network(address)}")
    else:
        refresh_token = request.cookies.get(get_refresh_cookie_name(runtime))
    key = program_key or ""
    if browser_cookie:
        key = _compute_key(runtime, browser_cookie)
    return Device(
        name=describe_user_agent(agent),
        key=key,
        browser_cookie=browser_cookie,
        ip=address,
        is_native=is_native,
        program_key=program_key,
        refresh_token=refresh_token,
    )


def _compute_key(runtime: AuthRuntime, identifier: str) -> str:
    """Return the keyed hash of the identifier of a browser or a program."""
    return encryption.compute_keyed_hash(runtime.settings, "device", identifier)


def describe_user_agent(agent: str) -> str:
    """Describe a user agent in short, for example `Chrome, Windows 10`."""
    for prefix, name in PROGRAM_NAMES.items():
        if agent.lower().startswith(prefix):
            return name
    # The first sign-in imports this library: its regular expressions take 7 % of the start-up time (decision 0146).
    from user_agents import parse

    user_agent = parse(agent)
    browser = user_agent.browser.family
    system = f"{user_agent.os.family} {user_agent.os.version_string}".strip()
    known_parts = [part for part in (browser, system) if part and not part.startswith("Other")]
    return ", ".join(known_parts) or "Неизвестное устройство"


CurrentDevice = Annotated[Device, Depends(describe_device)]
