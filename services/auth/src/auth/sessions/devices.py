"""How a device is described to the user and recognized again."""

import ipaddress
import secrets
from dataclasses import dataclass
from typing import Annotated

from chassis.web.http import ClientAddress
from fastapi import Depends, Request

from auth import encryption
from auth.runtime import Rt, Runtime

PROGRAM_NAMES = {"python": "Программа на Python", "curl": "curl", "okhttp": "Приложение для Android"}


@dataclass(frozen=True)
class Device:
    """The device of a request. `mark` is the cookie value that identifies a browser; other programs have none."""

    name: str
    key: str
    mark: str | None
    ip: str
    is_native: bool
    # The refresh token of the browser's present session: a new sign-in ends it.
    refresh_token: str | None = None


def cookie_name(runtime: Runtime, name: str = "device") -> str:
    """The name of a cookie: on https the browser itself guards its prefix."""
    return f"__Secure-{name}" if runtime.settings.secure_cookies else name


def refresh_cookie(runtime: Runtime) -> str:
    return cookie_name(runtime, "refresh")


def _network(address: str) -> str:
    """The network of a client: an IPv4 /24 or an IPv6 /64."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((ip, 24 if ip.version == 4 else 64), strict=False))


async def this_device(request: Request, runtime: Rt, address: ClientAddress) -> Device:
    """The device of a request: a browser is recognized by its cookie.

    Another program keeps no cookie: it is recognized by its user agent and its network.
    """
    agent = request.headers.get("user-agent", "")[:400]
    is_native = request.headers.get("x-client", "").lower() == "native"
    mark = refresh_token = None
    if agent.startswith("Mozilla/") and not is_native:
        mark = request.cookies.get(cookie_name(runtime), "")
        refresh_token = request.cookies.get(refresh_cookie(runtime))
        mark = mark if len(mark) == 43 and mark.isascii() else secrets.token_urlsafe(32)
    key = encryption.keyed_hash(runtime.settings, "device", mark or f"program:{agent}:{_network(address)}")
    return Device(
        name=describe(agent), key=key, mark=mark, ip=address, is_native=is_native, refresh_token=refresh_token
    )


def describe(agent: str) -> str:
    """A short description of a user agent, such as `Chrome, Windows 10`."""
    for sign, name in PROGRAM_NAMES.items():
        if agent.lower().startswith(sign):
            return name
    # Imported by the first sign-in: its expressions are 7 % of a service's start (docs/decisions/0146).
    from user_agents import parse

    found = parse(agent)
    browser, system = found.browser.family, f"{found.os.family} {found.os.version_string}".strip()
    named = [part for part in (browser, system) if part and not part.startswith("Other")]
    return ", ".join(named) or "Неизвестное устройство"


ThisDevice = Annotated[Device, Depends(this_device)]
