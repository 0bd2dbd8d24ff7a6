"""Web Push (RFC 8030, 8291): one encrypted message to each browser of a user."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import NamedTuple
from uuid import UUID

import httpx2
import orjson
import structlog
from chassis.web.http import create_external_client
from chassis.web.public_endpoints import resolve_target
from sqlalchemy import delete
from sqlmodel import col

from notifications.channels import metrics, queries, stored_secrets, vapid
from notifications.channels.encryption import MAX_MESSAGE_BYTES, encrypt_message
from notifications.channels.sending import LEASE, MessagesInFlight, finish, lock_queued
from notifications.channels.tables import Delivery, PushSubscription
from notifications.inbox.kinds import is_urgent
from notifications.runtime import NotificationsRuntime
from notifications.settings import Settings

log = structlog.get_logger()
MAX_MESSAGE_LENGTH = 500
GONE_STATUSES = {404, 410}
# The number of messages that a replica sends at a time.
MAX_IN_FLIGHT = 20
# The first limit is for one message, the second for each connection, read and write of its HTTP request.
PUSH_TIMEOUT_SECONDS = 10.0
HTTP_TIMEOUT_SECONDS = 8.0
MAX_RETRY_AFTER_SECONDS = 86_400


@dataclass(frozen=True)
class PushResult:
    """The result of an attempt: the status of the response, 0 without a response, or 410 for an unusable subscription.

    `retry_after` is set, in seconds, if another attempt makes sense.
    """

    status: int
    reason: str = ""
    retry_after: float | None = None

    @property
    def is_accepted(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        return self.status in GONE_STATUSES


class PushClaim(NamedTuple):
    """A claimed delivery, the browsers that it is sent to, and the sender."""

    sender: "Sender"
    delivery: Delivery
    browsers: list[PushSubscription]


class PushQueue:
    """Sends due messages, at most `MAX_IN_FLIGHT` at a time, so that a slow push service does not delay the others.

    A delivery is claimed in one transaction and its result is stored in another: no connection is held while sending.
    """

    def __init__(self, runtime: NotificationsRuntime) -> None:
        settings = runtime.settings
        self._runtime = runtime
        self._settings = settings
        self._in_flight = MessagesInFlight(MAX_IN_FLIGHT)

    async def step(self) -> bool:
        """Start sending the next due messages. Returns True if there were any."""
        if not self._in_flight.free_slots:
            await self._in_flight.wait_for_one()
            return True
        claims = await self._claim(self._in_flight.free_slots)
        for claim in claims:
            self._in_flight.start(self._send(claim))
        bulk_count = sum(claim.delivery.is_bulk for claim in claims)
        if bulk_count:
            await asyncio.sleep(bulk_count / self._settings.pushes_per_second)
        return bool(claims)

    async def close(self) -> None:
        """Wait briefly for messages being sent, then stop. Another replica sends the others when their lease ends."""
        await self._in_flight.close()

    async def _claim(self, limit: int) -> list[PushClaim]:
        """Claim the next deliveries and count an attempt of each before it is sent, so that a crash counts too."""
        if self._runtime.http_client is None:
            self._runtime.http_client = create_external_client(timeout=HTTP_TIMEOUT_SECONDS)
        client = self._runtime.http_client
        async with self._runtime.database.transaction() as db:
            now = self._runtime.now()
            due_deliveries = await queries.lock_due_deliveries(db, "push", now, limit=limit)
            if not due_deliveries:
                return []
            browsers: dict[UUID, list[PushSubscription]] = {}
            for row in await queries.list_browsers(db, [delivery.user_id for delivery in due_deliveries]):
                browsers.setdefault(row.user_id, []).append(row)
            for delivery in due_deliveries:
                delivery.attempts = delivery.attempts + 1
                delivery.due_at = now + LEASE
                db.add(delivery)
            sender = Sender(client, await vapid.get_key(db, self._settings), self._settings, now)
        return [PushClaim(sender, delivery, browsers.get(delivery.user_id, [])) for delivery in due_deliveries]

    async def _send(self, claim: PushClaim) -> None:
        """Send one message and store the result. An error counts as a failed attempt of this message only."""
        delivery = claim.delivery
        browsers = claim.browsers
        try:
            results = await asyncio.gather(*(claim.sender.send(delivery, browser) for browser in browsers))
            expired_ids = [browser.id for browser, result in zip(browsers, results, strict=True) if result.is_gone]
        except Exception as error:
            log.error("push_failed", delivery_id=delivery.id, exc_info=error)
            results = [PushResult(0, type(error).__name__, retry_after=0)]
            expired_ids = []
        try:
            await self._save(delivery, results, expired_ids)
        except Exception as error:
            # The lease ends and the message is sent again.
            log.warning("push_result_lost", delivery_id=delivery.id, error=type(error).__name__)

    async def _save(self, delivery: Delivery, results: Sequence[PushResult], expired_ids: Sequence[UUID]) -> None:
        """Store the result of a delivery, and delete the subscriptions that have expired."""
        async with self._runtime.database.transaction() as db:
            if expired_ids:
                metrics.RESULTS.labels("push", "subscription_gone").inc(len(expired_ids))
                await db.execute(delete(PushSubscription).where(col(PushSubscription.id).in_(expired_ids)))
            queued_delivery = await lock_queued(db, delivery.id)
            if queued_delivery is not None:
                _apply_results(queued_delivery, results, self._settings, self._runtime.now())
                db.add(queued_delivery)


def _apply_results(delivery: Delivery, results: Sequence[PushResult], settings: Settings, now: datetime) -> None:
    """Set the result of a delivery. One browser that accepted the message is enough.

    A temporary failure is retried with growing delays.
    """
    temporary_failures = [result for result in results if result.retry_after is not None]
    retry_at = settings.retry_at(delivery.attempts, now)
    if any(result.is_accepted for result in results):
        finish(delivery, "sent", None, now)
    elif temporary_failures and retry_at:
        longest_wait = max(result.retry_after or 0 for result in temporary_failures)
        delivery.due_at = max(retry_at, now + timedelta(seconds=longest_wait))
        delivery.reason = temporary_failures[0].reason
        metrics.RESULTS.labels("push", "retried").inc()
    else:
        refusals = [result for result in results if not result.is_gone]
        finish(delivery, "failed", refusals[0].reason if refusals else "no_subscription", now)


class Sender:
    """Sends to push services with one connection pool and one key."""

    def __init__(self, http: httpx2.AsyncClient, key: vapid.KeyPair, settings: Settings, now: datetime) -> None:
        self._http = http
        self._key = key
        self._settings = settings
        self._now = now

    async def send(self, delivery: Delivery, browser: PushSubscription) -> PushResult:
        # The address comes from a client, so its name server and server may answer slowly or endlessly.
        try:
            async with asyncio.timeout(PUSH_TIMEOUT_SECONDS):
                return await self._call(browser, delivery)
        except (httpx2.HTTPError, OSError, TimeoutError) as error:
            return PushResult(0, type(error).__name__, retry_after=0)

    async def _call(self, browser: PushSubscription, delivery: Delivery) -> PushResult:
        target = await resolve_target(browser.endpoint, self._settings)
        if target is None:
            return PushResult(410, "endpoint_forbidden")
        try:
            body, headers = self._build_message(browser, delivery)
        except ValueError as error:
            return PushResult(410, f"bad_keys {type(error).__name__}")
        request = self._http.build_request(
            "POST", target.url, content=body, headers=headers | target.headers, extensions=target.extensions
        )
        answer = await self._http.send(request, stream=True)
        await answer.aclose()
        status = answer.status_code
        retry_after = None
        if status == 429 or status >= 500:
            retry_after = _read_retry_after(answer)
        return PushResult(status, f"http_{status}", retry_after=retry_after)

    def _build_message(self, browser: PushSubscription, delivery: Delivery) -> tuple[bytes, dict[str, str]]:
        auth = stored_secrets.decrypt(self._settings, browser.auth, purpose=stored_secrets.PUSH_AUTH)
        body = encrypt_message(_build_payload(delivery), p256dh=browser.p256dh, auth=auth)
        _, sender_address = parseaddr(self._settings.mail_from)
        subject = "mailto:" + (sender_address or "noreply@example.com")
        return body, {
            **vapid.build_headers(self._key, browser.endpoint, subject=subject, now=self._now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(self._settings.push_ttl_seconds),
            "Urgency": "high" if is_urgent(delivery.type) else "normal",
        }


def _build_payload(delivery: Delivery) -> bytes:
    """Build the text that the browser shows. Push services accept at most 4096 bytes (RFC 8030, section 7.2)."""
    content = {
        "id": str(delivery.source_id),
        "type": delivery.type,
        "title": delivery.title,
        "url": delivery.link or "/notifications",
    }
    message = delivery.message
    if len(message) > MAX_MESSAGE_LENGTH:
        message = message[: MAX_MESSAGE_LENGTH - 1].rstrip() + "…"
    body = orjson.dumps(content | {"message": message})
    if len(body) <= MAX_MESSAGE_BYTES:
        return body
    return orjson.dumps(content | {"message": message, "url": "/notifications"})


def _read_retry_after(answer: httpx2.Response) -> float:
    """Return the seconds that the push service asks to wait, at most a day. A date instead of seconds counts as 0."""
    header = answer.headers.get("retry-after", "")
    if not header.isdecimal():
        return 0
    return min(float(header), MAX_RETRY_AFTER_SECONDS)
