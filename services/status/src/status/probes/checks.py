"""The six probes: each does what a visitor or an email would do, within a time limit.

A probe returns its result and the parts that failed; it never raises. Where it cannot judge, it reports no failure.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

import aiosmtplib
import httpx2
from contracts.addresses import call_service
from sqlalchemy import text

from status.components.health_state import ProbeResult
from status.components.names import ServiceId
from status.http_client import http_client_of
from status.runtime import Runtime
from status.settings import Settings

GOOD = ProbeResult("operational")
# Public calls, one for each service; without a database where that is possible.
PUBLIC_CALLS = {
    "auth": "/api/auth/turnstile-config",
    "content": "/api/settings",
    "notifications": "/api/notifications/push-key",
    "calculator": "/api/calculator/editions",
}


class ProbeFailed(Exception):
    """A probe ended early, with its result: the part that failed."""

    def __init__(self, part: str, *, partly: bool = False) -> None:
        self.result = ProbeResult("degraded" if partly else "down", frozenset({part}))
        super().__init__(part)


@dataclass(frozen=True)
class ProbeContext:
    """What a probe works with. Calls go through the gateway (`visit`) or to the services' own ports (`http`)."""

    http: httpx2.AsyncClient
    runtime: Runtime
    settings: Settings

    async def visit(self, method: str, path: str, **options: Any) -> httpx2.Response:
        """A call through the gateway. Raises ProbeFailed when the gateway itself takes no connection."""
        try:
            return await self.http.request(method, self.settings.site + path, **options)
        except httpx2.ConnectError as error:
            raise ProbeFailed("gateway") from error


Probe = Callable[[ProbeContext], Awaitable[ProbeResult]]


async def website(context: ProbeContext) -> ProbeResult:
    """The home page through the gateway, and that it is this site's page."""
    answer = await context.visit("GET", "/", headers={"Accept": "text/html"})
    is_ours = answer.status_code == 200 and "app-version" in answer.text
    return GOOD if is_ours else ProbeResult("down", frozenset({"web"}))


async def api(context: ProbeContext) -> ProbeResult:
    """One cheap public call of each service through the gateway, and the delivery of events between the services."""
    checks = [_check_answer(context, part, path) for part, path in PUBLIC_CALLS.items()]
    return combine_checks(dict(await asyncio.gather(*checks, _check_events(context))))


async def database(context: ProbeContext) -> ProbeResult:
    """This service's database by a query, the others by their services' readiness.

    A service that does not answer shows nothing about its database: that is a failure of the API.
    """
    replicas = [url for urls in context.settings.services.values() for url in urls]
    reported = await asyncio.gather(*(_check_database_of(context, url) for url in replicas))
    answers = [await _check_own_database(context), *(is_up for is_up in reported if is_up is not None)]
    if all(answers):
        return GOOD
    return ProbeResult("degraded" if any(answers) else "down", frozenset({"database"}))


async def auth(context: ProbeContext) -> ProbeResult:
    """A real login of the canary account, and its logout; without one, the public keys."""
    settings = context.settings
    if not settings.canary_email:
        return combine_checks(dict([await _check_answer(context, "auth", "/api/auth/keys")]))
    pair = {"email": settings.canary_email, "password": settings.canary_password.get_secret_value()}
    headers = {"X-Client": "native"}
    answer = await context.visit("POST", "/api/auth/login", json=pair, headers=headers)
    if answer.status_code != 200:
        raise ProbeFailed("auth")
    bearer = {"Authorization": f"Bearer {answer.json()['accessToken']}", **headers}
    logout = await context.visit("POST", "/api/auth/logout", headers=bearer)
    if logout.status_code != 200:
        raise ProbeFailed("auth", partly=True)
    return GOOD


async def storage(context: ProbeContext) -> ProbeResult:
    """A file written and read back by the content service, which owns the storage (its own port, not public)."""
    try:
        answer = await call_service(context.http, "POST", context.settings.content_url, "/internal/storage-check")
    except httpx2.HTTPError as error:
        raise ProbeFailed("content") from error
    return GOOD if answer.status_code == 200 else ProbeResult("down", frozenset({"files"}))


async def email(context: ProbeContext) -> ProbeResult:
    """The mail server accepts a sender and a recipient; nothing is sent, so nobody's mailbox fills up."""
    url = urlsplit(context.settings.smtp_url.get_secret_value())
    smtp = aiosmtplib.SMTP(
        hostname=url.hostname,
        port=url.port or 25,
        timeout=context.settings.probe_timeout_seconds,
        use_tls=url.scheme == "smtps",
        start_tls=None if url.username else False,
    )
    try:
        async with smtp:
            if url.username:
                await smtp.login(unquote(url.username), unquote(url.password or ""))
            await smtp.mail(context.settings.probe_mail)
            await smtp.rcpt(context.settings.probe_mail)
            await smtp.rset()
    except (aiosmtplib.SMTPException, OSError) as error:
        raise ProbeFailed("mail") from error
    return GOOD


PROBES: dict[ServiceId, Probe] = {
    "website": website,
    "api": api,
    "database": database,
    "auth": auth,
    "storage": storage,
    "email": email,
}
# The part that failed when a probe ends in an unexpected way: no answer, or one that cannot be read.
DEFAULT_CAUSES = {
    "website": "web",
    "api": "gateway",
    "database": "database",
    "auth": "auth",
    "storage": "files",
    "email": "mail",
}


async def run_probe(service: ServiceId, context: ProbeContext) -> ProbeResult:
    """Run one probe within its time limit. Never raises."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(context.settings.probe_timeout_seconds * 2):
            result = await PROBES[service](context)
    except ProbeFailed as failure:
        result = failure.result
    except (httpx2.HTTPError, OSError, TimeoutError, ValueError, KeyError):
        result = ProbeResult("down", frozenset({DEFAULT_CAUSES[service]}))
    return ProbeResult(result.status, result.parts, round((time.monotonic() - began) * 1000))


async def run_probes(runtime: Runtime) -> dict[ServiceId, ProbeResult]:
    """All six probes at once."""
    context = ProbeContext(http_client_of(runtime), runtime, runtime.settings)
    results = await asyncio.gather(*(run_probe(service, context) for service in PROBES))
    return dict(zip(PROBES, results, strict=True))


def combine_checks(checks: dict[str, bool]) -> ProbeResult:
    """Operational, degraded or down: all checks are good, some, or none."""
    failed = frozenset(part for part, is_good in checks.items() if not is_good)
    if not failed:
        return GOOD
    return ProbeResult("down" if len(failed) == len(checks) else "degraded", failed)


async def _check_answer(context: ProbeContext, part: str, path: str) -> tuple[str, bool]:
    """The part, and whether it answers. Raises ProbeFailed when the gateway takes no connection."""
    try:
        answer = await context.visit("GET", path)
    except httpx2.HTTPError:
        return part, False
    return part, answer.status_code < 500


async def _check_events(context: ProbeContext) -> tuple[str, bool]:
    """Whether NATS answers: without it events wait in their outboxes."""
    bus = context.runtime.bus
    if not bus.is_up:
        return "events", False
    try:
        await bus.js.stream_info("EVENTS")
    except Exception:  # the client has an error of its own for each way of not answering
        return "events", False
    return "events", True


async def _check_own_database(context: ProbeContext) -> bool:
    try:
        async with context.runtime.database.reading() as db:
            await db.execute(text("SELECT 1"))
    except Exception:  # whatever the reason, the database does not answer
        return False
    return True


async def _check_database_of(context: ProbeContext, url: str) -> bool | None:
    try:
        return bool((await context.http.get(f"{url}/readyz")).json()["checks"]["database"])
    except (httpx2.HTTPError, ValueError, KeyError):
        return None
