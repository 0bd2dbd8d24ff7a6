"""The six probes: small journeys a buyer or a letter would make, each bounded in time.

A probe answers with what it found and which parts failed; it never raises. What a probe cannot judge it does not
call broken.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

import aiosmtplib
import httpx2
from chassis.app import Runtime
from sqlalchemy import text

from status.board.names import ServiceId
from status.probes.finding import Finding
from status.settings import Settings

GOOD = Finding("operational")
# What each service answers to anybody, without a database where that is possible.
PUBLIC_CALLS = {
    "auth": "/api/auth/turnstile-config",
    "content": "/api/settings",
    "notifications": "/api/notifications/push-key",
    "calculator": "/api/calculator/editions",
}


class Failure(Exception):
    """A journey ended early: what it found, and the part it blames."""

    def __init__(self, part: str, *, partly: bool = False) -> None:
        self.finding = Finding("degraded" if partly else "down", frozenset({part}))
        super().__init__(part)


@dataclass(frozen=True)
class Surroundings:
    """What a probe works with. `site` is the gateway, `services` are asked on their own ports."""

    http: httpx2.AsyncClient
    runtime: Runtime
    settings: Settings

    async def visit(self, method: str, path: str, **options: object) -> httpx2.Response:
        """A call through the gateway. Raises Failure when the gateway itself takes no connection."""
        try:
            return await self.http.request(method, self.settings.site + path, **options)  # type: ignore[arg-type]
        except httpx2.ConnectError as error:
            raise Failure("gateway") from error


Probe = Callable[[Surroundings], Awaitable[Finding]]


async def website(around: Surroundings) -> Finding:
    """The home page through the gateway, and that it is really ours."""
    answer = await around.visit("GET", "/", headers={"Accept": "text/html"})
    return GOOD if answer.status_code == 200 and "app-version" in answer.text else Finding("down", frozenset({"web"}))


async def api(around: Surroundings) -> Finding:
    """One cheap public call of each service through the gateway, and facts on their way between the services."""
    checks = [_answers(around, part, path) for part, path in PUBLIC_CALLS.items()]
    return together(dict(await asyncio.gather(*checks, _events(around))))


async def database(around: Surroundings) -> Finding:
    """Our own database by a query, the others by what their services say of them.

    A service that does not answer says nothing about its database: that is the API's failure.
    """
    said = await asyncio.gather(*(_says_of_database(around, url) for url in around.settings.services.values()))
    answers = [await _own_database(around), *(good for good in said if good is not None)]
    if all(answers):
        return GOOD
    return Finding("degraded" if any(answers) else "down", frozenset({"database"}))


async def auth(around: Surroundings) -> Finding:
    """A real login of the canary account, and its logout; without one, the public keys."""
    settings = around.settings
    if not settings.canary_email:
        return together(dict([await _answers(around, "auth", "/api/auth/keys")]))
    pair = {"email": settings.canary_email, "password": settings.canary_password.get_secret_value()}
    headers = {"X-Client": "native"}
    answer = await around.visit("POST", "/api/auth/login", json=pair, headers=headers)
    if answer.status_code != 200:
        raise Failure("auth")
    bearer = {"Authorization": f"Bearer {answer.json()['accessToken']}", **headers}
    left = await around.visit("POST", "/api/auth/logout", headers=bearer)
    if left.status_code != 200:
        raise Failure("auth", partly=True)
    return GOOD


async def storage(around: Surroundings) -> Finding:
    """A file written and read back by the content service, which owns the storage (its own port, not public)."""
    try:
        answer = await around.http.post(f"{around.settings.content_url}/internal/storage-check")
    except httpx2.HTTPError as error:
        raise Failure("content") from error
    return GOOD if answer.status_code == 200 else Finding("down", frozenset({"files"}))


async def email(around: Surroundings) -> Finding:
    """The mail server accepts a sender and a recipient; nothing is sent, so nobody's mailbox fills up."""
    url = urlsplit(around.settings.smtp_url.get_secret_value())
    smtp = aiosmtplib.SMTP(
        hostname=url.hostname,
        port=url.port or 25,
        timeout=around.settings.probe_timeout_seconds,
        use_tls=url.scheme == "smtps",
        start_tls=None if url.username else False,
    )
    try:
        async with smtp:
            if url.username:
                await smtp.login(unquote(url.username), unquote(url.password or ""))
            await smtp.mail(around.settings.probe_mail)
            await smtp.rcpt(around.settings.probe_mail)
            await smtp.rset()
    except (aiosmtplib.SMTPException, OSError) as error:
        raise Failure("mail") from error
    return GOOD


PROBES: dict[ServiceId, Probe] = {
    "website": website,
    "api": api,
    "database": database,
    "auth": auth,
    "storage": storage,
    "email": email,
}
# Whom a probe blames that ended in a way it has no words for: silence, an answer that is none.
BLAMED = {
    "website": "web",
    "api": "gateway",
    "database": "database",
    "auth": "auth",
    "storage": "files",
    "email": "mail",
}


async def run(service: ServiceId, around: Surroundings) -> Finding:
    """Run one probe within its time."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(around.settings.probe_timeout_seconds * 2):
            finding = await PROBES[service](around)
    except Failure as failure:
        finding = failure.finding
    except (httpx2.HTTPError, OSError, TimeoutError, ValueError, KeyError):
        finding = Finding("down", frozenset({BLAMED[service]}))
    return Finding(finding.found, finding.parts, round((time.monotonic() - began) * 1000))


async def look_around(runtime: Runtime) -> dict[ServiceId, Finding]:
    """All six probes at once."""
    settings: Settings = runtime.settings  # type: ignore[assignment]
    timeout = httpx2.Timeout(settings.probe_timeout_seconds)
    async with httpx2.AsyncClient(timeout=timeout, headers={"User-Agent": "meridian-probe"}) as http:
        around = Surroundings(http, runtime, settings)
        found = await asyncio.gather(*(run(service, around) for service in PROBES))
    return dict(zip(PROBES, found, strict=True))


def together(checks: dict[str, bool]) -> Finding:
    """All good, some good, none good."""
    bad = frozenset(part for part, good in checks.items() if not good)
    if not bad:
        return GOOD
    return Finding("down" if len(bad) == len(checks) else "degraded", bad)


async def _answers(around: Surroundings, part: str, path: str) -> tuple[str, bool]:
    """Whether the part answers. A gateway that takes no connection ends the whole journey: nothing is reachable."""
    try:
        answer = await around.visit("GET", path)
    except httpx2.HTTPError:
        return part, False
    return part, answer.status_code < 500


async def _events(around: Surroundings) -> tuple[str, bool]:
    """Whether the bus takes and answers messages: without it facts wait in their outboxes."""
    bus = around.runtime.bus
    if not bus.is_up:
        return "events", False
    try:
        await bus.js.stream_info("EVENTS")
    except Exception:  # the client has an error of its own for each way of not answering
        return "events", False
    return "events", True


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
