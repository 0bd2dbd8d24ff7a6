"""How a device is named to its owner, and how it is known again."""

import secrets
from dataclasses import dataclass
from typing import Annotated

from chassis.app import Runtime
from chassis.http import ClientAddress
from fastapi import Depends, Request
from user_agents import parse

from auth import sealing

KNOWN_PROGRAMS = {"python": "Программа на Python", "curl": "curl", "okhttp": "Приложение для Android"}
COOKIE = "device"


@dataclass(frozen=True)
class Device:
    """Where a request comes from. `mark` is what a browser keeps to be known again; programs keep nothing."""

    name: str
    key: str
    mark: str | None
    ip: str
    is_native: bool


def cookie_name(runtime: Runtime) -> str:
    return "__Secure-device" if runtime.settings.secure_cookies else COOKIE


async def this_device(request: Request, address: ClientAddress) -> Device:
    """The device behind a request: a browser by its cookie, a program by what it calls itself."""
    runtime: Runtime = request.app.state.runtime
    agent = request.headers.get("user-agent", "")[:400]
    is_native = request.headers.get("x-client", "").lower() == "native"
    mark = None
    if agent.startswith("Mozilla/") and not is_native:
        mark = request.cookies.get(cookie_name(runtime), "")
        mark = mark if len(mark) == 43 and mark.isascii() else secrets.token_urlsafe(32)
    key = sealing.fingerprint(runtime.settings, "device", mark or f"program:{agent}")
    return Device(name=describe(agent), key=key, mark=mark, ip=address, is_native=is_native)


def describe(agent: str) -> str:
    """`Chrome, Windows 10`, or the nearest honest words."""
    for sign, name in KNOWN_PROGRAMS.items():
        if agent.lower().startswith(sign):
            return name
    found = parse(agent)
    browser, system = found.browser.family, f"{found.os.family} {found.os.version_string}".strip()
    named = [part for part in (browser, system) if part and not part.startswith("Other")]
    return ", ".join(named) or "Неизвестное устройство"


ThisDevice = Annotated[Device, Depends(this_device)]
