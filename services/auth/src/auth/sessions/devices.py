"""How a device is described to the user and recognized again."""

import secrets
from dataclasses import dataclass
from typing import Annotated

from chassis.web.http import ClientAddress
from chassis.web.limits import counted_network
from fastapi import Depends, Request

from auth import encryption
from auth.runtime import Rt, Runtime

PROGRAM_NAMES = {"python": "Программа на Python", "curl": "curl", "okhttp": "Приложение для Android"}


@dataclass(frozen=True)
class Device:
    """The device of a request. `mark` is the cookie value that identifies a browser; a native client has none.

    `program_key` recognizes a program that keeps no cookies, by its user agent and its network: that spares its owner
    an email at each sign-in, and proves nothing.
    """

    name: str
    key: str
    mark: str | None
    ip: str
    is_native: bool
    program_key: str | None = None
    # The refresh token of the browser's present session: a new sign-in ends it.
    refresh_token: str | None = None


def cookie_name(runtime: Runtime, name: str = "device") -> str:
    """The name of a cookie: on https the browser itself guards its prefix."""
    return f"__Secure-{name}" if runtime.settings.secure_cookies else name


def refresh_cookie(runtime: Runtime) -> str:
    return cookie_name(runtime, "refresh")


async def this_device(request: Request, runtime: Rt, address: ClientAddress) -> Device:
    """The device of a request: whatever keeps cookies is recognized by its cookie, other programs by their user agent
    and network."""
    agent = request.headers.get("user-agent", "")[:400]
    is_native = request.headers.get("x-client", "").lower() == "native"
    is_program = is_native or not agent.startswith("Mozilla/")
    mark = refresh_token = program_key = None
    if not is_native:
        mark = request.cookies.get(cookie_name(runtime), "")
        mark = mark if len(mark) == 43 and mark.isascii() else secrets.token_urlsafe(32)
    if is_program:
        program_key = _key(runtime, f"program:{agent}:{counted_network(address)}")
    else:
        refresh_token = request.cookies.get(refresh_cookie(runtime))
    return Device(
        name=describe(agent),
        key=_key(runtime, mark) if mark else program_key or "",
        mark=mark,
        ip=address,
        is_native=is_native,
        program_key=program_key,
        refresh_token=refresh_token,
    )


def _key(runtime: Runtime, mark: str) -> str:
    return encryption.keyed_hash(runtime.settings, "device", mark)


def describe(agent: str) -> str:
    """A short description of a user agent, such as `Chrome, Windows 10`."""
    for sign, name in PROGRAM_NAMES.items():
        if agent.lower().startswith(sign):
            return name
    # Imported by the first sign-in: its expressions are 7 % of a service's start (docs/decisions/0146).
    from user_agents import parse

    found = parse(agent)
    browser = found.browser.family
    system = f"{found.os.family} {found.os.version_string}".strip()
    named = [part for part in (browser, system) if part and not part.startswith("Other")]
    return ", ".join(named) or "Неизвестное устройство"


ThisDevice = Annotated[Device, Depends(this_device)]
