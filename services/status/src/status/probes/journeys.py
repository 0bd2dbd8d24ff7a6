"""The six probes: small journeys a buyer or a letter would make, each bounded in time.

A probe answers with what it found; it never raises. What a probe cannot judge (a service that is not configured)
it does not call broken.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import aiosmtplib
import httpx2
from chassis.app import Runtime
from sqlalchemy import text

from status.board.believing import Found
from status.board.names import ServiceId
from status.settings import Settings

FAILURES = (httpx2.HTTPError, OSError, TimeoutError, ValueError, KeyError, aiosmtplib.SMTPException)


@dataclass(frozen=True)
class Finding:
    """What one probe found, and how long it took."""

    found: Found
    reason: str
    latency_ms: int


@dataclass(frozen=True)
class Surroundings:
    """What a probe works with."""

    http: httpx2.AsyncClient
    runtime: Runtime
    settings: Settings


Probe = Callable[[Surroundings], Awaitable[tuple[Found, str]]]


async def website(around: Surroundings) -> tuple[Found, str]:
    """The home page through the gateway, and that it is really ours."""
    answer = await around.http.get(f"{around.settings.site}/", headers={"Accept": "text/html"})
    if answer.status_code != 200:
        return "down", f"HTTP {answer.status_code}"
    return ("operational", "") if "app-version" in answer.text else ("down", "not our page")


async def api(around: Surroundings) -> tuple[Found, str]:
    """One cheap public call of each service through the gateway."""
    paths = ["/api/auth/turnstile-config", "/api/settings", "/api/notifications/push-key", "/api/calculator/editions"]
    return _together(await asyncio.gather(*(_answers(around, around.settings.site + path) for path in paths)))


async def database(around: Surroundings) -> tuple[Found, str]:
    """Our own database by a query, the others by what their services say of them.

    A service that does not answer says nothing about its database: that is the API's failure.
    """
    checks = {"status": await _own_database(around)}
    for name, url in around.settings.services.items():
        said = await _says_of_database(around, url)
        if said is not None:
            checks[name] = said
    return _together([(good, name) for name, good in checks.items()])


async def auth(around: Surroundings) -> tuple[Found, str]:
    """A real login of the canary account, and its logout; without one, the public keys."""
    site, settings = around.settings.site, around.settings
    if not settings.canary_email:
        return _together([await _answers(around, f"{site}/api/auth/keys")])
    pair = {"email": settings.canary_email, "password": settings.canary_password.get_secret_value()}
    headers = {"X-Client": "native"}
    answer = await around.http.post(f"{site}/api/auth/login", json=pair, headers=headers)
    if answer.status_code != 200:
        return "down", f"login HTTP {answer.status_code}"
    bearer = {"Authorization": f"Bearer {answer.json()['accessToken']}", **headers}
    left = await around.http.post(f"{site}/api/auth/logout", headers=bearer)
    return ("operational", "") if left.status_code == 200 else ("degraded", f"logout HTTP {left.status_code}")


async def storage(around: Surroundings) -> tuple[Found, str]:
    """A file written and read back by the content service, which owns the storage (its own port, not public)."""
    answer = await around.http.post(f"{around.settings.content_url}/internal/storage-check")
    return ("operational", "") if answer.status_code == 200 else ("down", f"HTTP {answer.status_code}")


async def email(around: Surroundings) -> tuple[Found, str]:
    """The mail server accepts a sender and a recipient; nothing is sent, so nobody's mailbox fills up."""
    url = urlsplit(around.settings.smtp_url.get_secret_value())
    smtp = aiosmtplib.SMTP(
        hostname=url.hostname,
        port=url.port or 25,
        timeout=around.settings.probe_timeout_seconds,
        use_tls=url.scheme == "smtps",
        start_tls=None if url.username else False,
    )
    async with smtp:
        if url.username:
            await smtp.login(url.username, url.password or "")
        await smtp.mail("probe@example.com")
        await smtp.rcpt("probe@example.com")
        await smtp.rset()
    return "operational", ""


PROBES: dict[ServiceId, Probe] = {
    "website": website,
    "api": api,
    "database": database,
    "auth": auth,
    "storage": storage,
    "email": email,
}


async def run(probe: Probe, around: Surroundings) -> Finding:
    """Run one probe within its time."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(around.settings.probe_timeout_seconds * 2):
            found, reason = await probe(around)
    except FAILURES as error:
        found, reason = "down", type(error).__name__
    return Finding(found, reason, round((time.monotonic() - began) * 1000))


def _together(checks: list[tuple[bool, str]]) -> tuple[Found, str]:
    """All good, some good, none good."""
    bad = [name for good, name in checks if not good]
    if not bad:
        return "operational", ""
    return ("down" if len(bad) == len(checks) else "degraded"), ", ".join(bad)


async def _answers(around: Surroundings, url: str) -> tuple[bool, str]:
    name = urlsplit(url).path
    try:
        answer = await around.http.get(url)
    except httpx2.HTTPError:
        return False, name
    return answer.status_code < 500, name


async def _own_database(around: Surroundings) -> bool:
    try:
        async with around.runtime.database.reading() as db:
            await db.execute(text("SELECT 1"))
    except Exception:  # whatever the reason, the database does not answer
        return False
    return True


async def _says_of_database(around: Surroundings, url: str) -> bool | None:
    try:
        return bool((await around.http.get(f"{url}/readyz")).json()["checks"]["database"])
    except (httpx2.HTTPError, ValueError, KeyError):
        return None
