"""The six probes. Each makes the requests of a visitor, or of a program that sends an email, within a time limit.

`run_probe` returns the result of a probe with the failed parts, and never raises. A probe that cannot judge reports no
failure.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import aiosmtplib
import httpx2
from chassis.mail.mail_queue import build_server_options
from chassis.web.service_calls import call_service
from contracts.canary import derive_canary_address
from sqlalchemy import text

from status.components.health_state import CheckStatus, ProbeResult
from status.components.names import ServiceId
from status.http_client import get_http_client
from status.runtime import StatusRuntime

OPERATIONAL = ProbeResult("operational")
# One public call of each service. It uses no database where that is possible.
PUBLIC_CALLS = {
    "auth": "/api/auth/turnstile-config",
    "content": "/api/settings",
    "notifications": "/api/notifications/push-key",
    "calculator": "/api/calculator/editions",
}


class ProbeFailed(Exception):
    """A probe ended early with a result."""

    def __init__(self, part: str, *, is_partial: bool = False) -> None:
        status: CheckStatus = "degraded" if is_partial else "down"
        self.result = ProbeResult(status, frozenset({part}))
        super().__init__(part)


async def visit(runtime: StatusRuntime, method: str, path: str, **options: Any) -> httpx2.Response:
    """Call through the gateway. Raises ProbeFailed if the gateway accepts no connection."""
    try:
        return await get_http_client(runtime).request(method, runtime.settings.site + path, **options)
    except httpx2.ConnectError as error:
        raise ProbeFailed("gateway") from error


async def check_website(runtime: StatusRuntime) -> ProbeResult:
    """Load the home page through the gateway and check that it belongs to this site."""
    answer = await visit(runtime, "GET", "/", headers={"Accept": "text/html"})
    if answer.status_code != 200 or "app-version" not in answer.text:
        raise ProbeFailed("web")
    return OPERATIONAL


async def check_api(runtime: StatusRuntime) -> ProbeResult:
    """Call one cheap public route of each service through the gateway, and check the delivery of events."""
    checks = {part: _check_answer(runtime, path) for part, path in PUBLIC_CALLS.items()}
    checks["events"] = _check_events(runtime)
    results = await asyncio.gather(*checks.values())
    return combine_checks(dict(zip(checks, results, strict=True)))


async def check_database(runtime: StatusRuntime) -> ProbeResult:
    """Query this service's database, and request the readiness of the other services.

    A service that does not answer says nothing about its database: that is a failure of the API.
    """
    replicas = [url for urls in runtime.settings.services.values() for url in urls]
    reports = await asyncio.gather(*(_check_database_of(runtime, url) for url in replicas))
    databases_up = [await _check_own_database(runtime), *(is_up for is_up in reports if is_up is not None)]
    if all(databases_up):
        return OPERATIONAL
    raise ProbeFailed("database", is_partial=any(databases_up))


async def check_auth(runtime: StatusRuntime) -> ProbeResult:
    """Log in to the canary account and log out again. Without an account, read the public keys."""
    password = runtime.settings.canary_password.get_secret_value()
    address = derive_canary_address(runtime.settings.canary_email, password)
    if not address:
        if not await _check_answer(runtime, "/api/auth/keys"):
            raise ProbeFailed("auth")
        return OPERATIONAL

    credentials = {"email": address, "password": password}
    headers = {"X-Client": "native"}
    answer = await visit(runtime, "POST", "/api/auth/login", json=credentials, headers=headers)
    if answer.status_code == httpx2.codes.TOO_MANY_REQUESTS:
        # The service answers; whether a sign-in succeeds cannot be judged now.
        return OPERATIONAL
    if answer.status_code != 200:
        raise ProbeFailed("auth")

    bearer = {"Authorization": f"Bearer {answer.json()['accessToken']}", **headers}
    logout_answer = await visit(runtime, "POST", "/api/auth/logout", headers=bearer)
    if logout_answer.status_code != 200:
        raise ProbeFailed("auth", is_partial=True)
    return OPERATIONAL


async def check_storage(runtime: StatusRuntime) -> ProbeResult:
    """Let the content service write and read a file. The call bypasses the gateway."""
    http = get_http_client(runtime)
    urls = runtime.settings.content_url
    try:
        answer = await call_service(http, "POST", urls, "/internal/storage-check")
    except httpx2.HTTPError as error:
        raise ProbeFailed("content") from error
    if answer.status_code != 200:
        raise ProbeFailed("files")
    return OPERATIONAL


async def check_email(runtime: StatusRuntime) -> ProbeResult:
    """Check that the mail server accepts a sender and a recipient. Nothing is sent."""
    settings = runtime.settings
    try:
        async with aiosmtplib.SMTP(**build_server_options(settings), timeout=settings.probe_timeout_seconds) as smtp:
            await smtp.mail(settings.email_probe_address)
            await smtp.rcpt(settings.email_probe_address)
            await smtp.rset()
    except (aiosmtplib.SMTPException, OSError) as error:
        raise ProbeFailed("mail") from error
    return OPERATIONAL


# Each probe, and the part that is named as failed if the probe gets no answer or an unreadable one.
PROBES: dict[ServiceId, tuple[Callable[[StatusRuntime], Awaitable[ProbeResult]], str]] = {
    "website": (check_website, "web"),
    "api": (check_api, "gateway"),
    "database": (check_database, "database"),
    "auth": (check_auth, "auth"),
    "storage": (check_storage, "files"),
    "email": (check_email, "mail"),
}


async def run_probe(service: ServiceId, runtime: StatusRuntime) -> ProbeResult:
    """Run one probe within its time limit. Never raises."""
    began_at = time.monotonic()
    probe, default_part = PROBES[service]
    try:
        async with asyncio.timeout(runtime.settings.probe_timeout_seconds * 2):
            result = await probe(runtime)
    except ProbeFailed as failure:
        result = failure.result
    except (httpx2.HTTPError, OSError, TimeoutError, ValueError, KeyError):
        result = ProbeResult("down", frozenset({default_part}))
    return ProbeResult(result.status, result.failed_parts, round((time.monotonic() - began_at) * 1000))


async def run_probes(runtime: StatusRuntime) -> dict[ServiceId, ProbeResult]:
    results = await asyncio.gather(*(run_probe(service, runtime) for service in PROBES))
    return dict(zip(PROBES, results, strict=True))


def combine_checks(checks: dict[str, bool]) -> ProbeResult:
    """Return operational, degraded or down, if all, some or none of the checks succeeded."""
    failed_parts = frozenset(part for part, is_good in checks.items() if not is_good)
    if not failed_parts:
        return OPERATIONAL
    if len(failed_parts) == len(checks):
        return ProbeResult("down", failed_parts)
    return ProbeResult("degraded", failed_parts)


async def _check_answer(runtime: StatusRuntime, path: str) -> bool:
    """Return True if a path is answered without a server error.

    Raises ProbeFailed if the gateway accepts no connection.
    """
    try:
        answer = await visit(runtime, "GET", path)
    except httpx2.HTTPError:
        return False
    return answer.status_code < 500


async def _check_events(runtime: StatusRuntime) -> bool:
    """Return True if NATS answers. Without NATS, events wait in their outboxes."""
    if not runtime.bus.is_up:
        return False
    try:
        await runtime.bus.js.stream_info("EVENTS")
    except Exception:  # the client raises many types if NATS does not answer
        return False
    return True


async def _check_own_database(runtime: StatusRuntime) -> bool:
    try:
        async with runtime.database.reading() as db:
            await db.execute(text("SELECT 1"))
    except Exception:  # whatever the reason, the database does not answer
        return False
    return True


async def _check_database_of(runtime: StatusRuntime, url: str) -> bool | None:
    """Return True if this replica reaches its database, or None if it gives no readable answer."""
    try:
        answer = await get_http_client(runtime).get(f"{url}/readyz")
        return bool(answer.json()["checks"]["database"])
    except (httpx2.HTTPError, ValueError, KeyError):
        return None
