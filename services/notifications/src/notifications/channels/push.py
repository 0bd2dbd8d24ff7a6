"""Web Push (RFC 8030, 8291): one encrypted message to each browser of a user."""

import asyncio
import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr
from uuid import UUID

import httpx2
import orjson
import structlog
from chassis.app import Runtime
from chassis.http import external_client
from sqlalchemy import delete, select
from sqlmodel import col

from notifications.channels import metrics, queries, vapid
from notifications.channels.encryption import ROOM, encrypt_message
from notifications.channels.tables import Delivery, PushSubscription, VapidKey
from notifications.inbox.kinds import is_urgent
from notifications.settings import Settings

log = structlog.get_logger()
BATCH = 20
MESSAGE_LENGTH = 500
GONE = {404, 410}
PUSH_TIMEOUT_SECONDS = 10.0


@dataclass(frozen=True)
class Outcome:
    """What a push service answered; `retry_after` is set where trying again makes sense."""

    status: int
    reason: str = ""
    retry_after: float | None = None

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        return self.status in GONE


async def step(runtime: Runtime) -> bool:
    """Send the next due messages; true when there were any."""
    settings = runtime.settings
    assert isinstance(settings, Settings)
    async with runtime.database.transaction() as db:
        due = await queries.take_due(db, "push", runtime.clock(), limit=BATCH)
        if not due:
            return False
        rows = select(PushSubscription).where(col(PushSubscription.user_id).in_([one.user_id for one in due]))
        browsers: dict[UUID, list[PushSubscription]] = {}
        for row in await db.scalars(rows):
            browsers.setdefault(row.user_id, []).append(row)
        key = await vapid.get_key(db)
        async with external_client(timeout=8) as http:
            sender = Sender(http, key, settings, runtime.clock())
            results = await asyncio.gather(*(sender.send(one, browsers.get(one.user_id, [])) for one in due))
        dead = [browser.id for result in results for browser, outcome in result if outcome.is_gone]
        for one, result in zip(due, results, strict=True):
            _save_outcome(one, [outcome for _, outcome in result], settings, runtime.clock())
            db.add(one)
        if dead:
            metrics.RESULTS.labels("push", "subscription_gone").inc(len(dead))
            await db.execute(delete(PushSubscription).where(col(PushSubscription.id).in_(dead)))
    if any(one.is_bulk for one in due):
        await asyncio.sleep(len(due) / settings.pushes_per_second)
    return True


def _save_outcome(one: Delivery, outcomes: Sequence[Outcome], settings: Settings, now: datetime) -> None:
    """Store the result: one browser that took the message is enough; a temporary failure is retried, ever later."""
    one.attempts += 1
    waits = [outcome.retry_after for outcome in outcomes if outcome.retry_after is not None]
    if any(outcome.is_taken for outcome in outcomes):
        one.state, one.finished_at, one.reason = "sent", now, None
    elif waits and one.attempts <= len(settings.delivery_retry_seconds):
        pause = max(settings.delivery_retry_seconds[one.attempts - 1], *waits)
        one.due_at, one.reason = now + timedelta(seconds=pause), outcomes[0].reason
        metrics.RESULTS.labels("push", "retried").inc()
        return
    else:
        alive = [outcome for outcome in outcomes if not outcome.is_gone]
        one.state, one.finished_at = "failed", now
        one.reason = alive[0].reason if alive else "no_subscription"
    one.title = one.message = ""
    metrics.RESULTS.labels("push", one.state).inc()


class Sender:
    """Sends to push services with one connection pool and one key."""

    def __init__(self, http: httpx2.AsyncClient, key: VapidKey, settings: Settings, now: datetime) -> None:
        self._http, self._key, self._settings, self._now = http, key, settings, now

    async def send(self, one: Delivery, browsers: Sequence[PushSubscription]) -> list[tuple[PushSubscription, Outcome]]:
        """Send one notification to all browsers of its user."""
        outcomes = await asyncio.gather(*(self._to(browser, one) for browser in browsers))
        return list(zip(browsers, outcomes, strict=True))

    async def _to(self, browser: PushSubscription, one: Delivery) -> Outcome:
        if not await is_allowed(browser.endpoint, self._settings):
            return Outcome(410, "endpoint_forbidden")
        try:
            body, headers = self._message(browser, one)
        except ValueError as error:
            return Outcome(410, f"bad_keys {type(error).__name__}")
        try:
            # A client names the address: it may answer drop by drop, or with a body without an end, which nobody reads.
            async with (
                asyncio.timeout(PUSH_TIMEOUT_SECONDS),
                self._http.stream("POST", browser.endpoint, content=body, headers=headers) as answer,
            ):
                return self._outcome(answer)
        except (httpx2.HTTPError, TimeoutError) as error:
            return Outcome(0, type(error).__name__, retry_after=0)

    @staticmethod
    def _outcome(answer: httpx2.Response) -> Outcome:
        if answer.status_code == 429 or answer.status_code >= 500:
            return Outcome(answer.status_code, f"http_{answer.status_code}", retry_after=_retry_after(answer))
        return Outcome(answer.status_code, f"http_{answer.status_code}")

    def _message(self, browser: PushSubscription, one: Delivery) -> tuple[bytes, dict[str, str]]:
        body = encrypt_message(_payload(one), p256dh=browser.p256dh, auth=browser.auth)
        subject = "mailto:" + (parseaddr(self._settings.mail_from)[1] or "noreply@example.com")
        return body, {
            **vapid.headers(self._key, browser.endpoint, subject=subject, now=self._now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(self._settings.push_ttl_seconds),
            "Urgency": "high" if is_urgent(one.type) else "normal",
        }


def _payload(one: Delivery) -> bytes:
    """What the browser shows, shortened: push services take 4096 bytes at most (RFC 8030, section 7.2)."""
    content = {"id": str(one.source_id), "type": one.type, "title": one.title, "url": one.link or "/notifications"}
    message = one.message if len(one.message) <= MESSAGE_LENGTH else one.message[: MESSAGE_LENGTH - 1].rstrip() + "…"
    body = orjson.dumps(content | {"message": message})
    return body if len(body) <= ROOM else orjson.dumps(content | {"message": message, "url": "/notifications"})


def _retry_after(answer: httpx2.Response) -> float:
    sent = answer.headers.get("retry-after", "")
    return min(float(sent), 86_400) if sent.isdecimal() else 0


def _read(endpoint: str) -> httpx2.URL | None:
    """The address as the client that will call it understands it, if it does."""
    try:
        url = httpx2.URL(endpoint)
    except (httpx2.InvalidURL, ValueError):
        return None
    # It writes signs that no name holds as %XX instead of refusing them.
    return url if url.host and "%" not in url.host else None


LOCAL = {"127.0.0.1", "localhost"}


async def is_allowed(endpoint: str, settings: Settings) -> bool:
    """Whether we may call this address: a client names it, so it must not lead into our own network.

    Push services speak https; a developer's own machine may play one over plain http.
    """
    url = _read(endpoint)
    if url is None or url.userinfo or (url.port or 443) > 65_535:
        return False
    if settings.environment != "production" and url.scheme == "http" and url.host in LOCAL:
        return True
    if url.scheme != "https":
        return False
    try:
        found = await asyncio.get_running_loop().getaddrinfo(url.host, 443, type=socket.SOCK_STREAM)
    except UnicodeError:
        return False
    except OSError:
        # An unreachable name server must not delete a subscription: the call itself fails and is retried.
        return True
    return all(ipaddress.ip_address(str(address[4][0]).partition("%")[0]).is_global for address in found)
