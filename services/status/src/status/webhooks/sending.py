"""Sends due messages to webhook endpoints, retries them with growing delays, and disables endpoints that stay down.

A delivery is claimed in one transaction and its result is saved in another: no connection is held while an external
server answers.
"""

import asyncio
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import httpx2
import pyseto
import structlog
from chassis import encryption
from chassis.events import outbox
from chassis.retries import compute_next_attempt
from chassis.web.http import create_external_client
from chassis.web.public_endpoints import resolve_target
from chassis.workers import Worker
from contracts.status import WebhookEndpointDisabled
from prometheus_client import Counter

from status.runtime import StatusRuntime
from status.webhooks import queries
from status.webhooks.messages import WORKER, give_up_pending
from status.webhooks.signatures import ENCRYPTION_PURPOSE, compute_message_id, sign
from status.webhooks.tables import WebhookDelivery, WebhookEndpoint

log = structlog.get_logger()
WEBHOOK_RESULTS = Counter("status_webhooks_total", "Attempts to deliver a webhook message", ["result"])
# The schedule that Standard Webhooks recommends, limited to a day, because an older message is of no use.
RETRIES = [
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
]
TIMEOUT_SECONDS = 10.0
BATCH_SIZE = 20
# After this time another replica may take a claimed delivery over.
LEASE = timedelta(seconds=60)
# An endpoint is disabled after MAX_FAILURES failures in a row, if the first of them is older than DISABLED_AFTER.
MAX_FAILURES = 20
DISABLED_AFTER = timedelta(days=1)
GONE_STATUS = 410


@dataclass(frozen=True)
class Attempt:
    """A message with its address and secret."""

    delivery_id: UUID
    endpoint_id: UUID
    url: str
    stored_secret: str
    message_id: str
    body: str


@dataclass(frozen=True)
class Outcome:
    """The status of the answer, or why there was none."""

    status_code: int | None
    error: str
    duration_ms: int

    @property
    def is_accepted(self) -> bool:
        return self.status_code is not None and 200 <= self.status_code < 300


def create_webhook_worker(runtime: StatusRuntime) -> Worker:
    """Return a worker that sends the due messages, also while NATS is down: a message may be about that outage."""

    async def send_one_batch() -> bool:
        async with create_external_client(timeout=TIMEOUT_SECONDS) as client:
            return await send_due_deliveries(runtime, client)

    return Worker(WORKER, send_one_batch, every=runtime.settings.idle_poll_seconds, needs_nats=False)


async def send_due_deliveries(runtime: StatusRuntime, client: httpx2.AsyncClient) -> bool:
    """Send the due messages of one batch at the same time. Returns whether there were any."""
    attempts = await _claim(runtime)
    outcomes = await asyncio.gather(*(_send(runtime, client, attempt) for attempt in attempts))
    for attempt, outcome in zip(attempts, outcomes, strict=True):
        await _save_outcome(runtime, attempt, outcome)
    return bool(attempts)


async def _claim(runtime: StatusRuntime) -> list[Attempt]:
    """Take the next due deliveries, so that no other replica sends them during the lease."""
    now = runtime.now()
    attempts = []
    async with runtime.database.transaction() as db:
        for delivery, message, endpoint in await queries.lock_due_deliveries(db, now, limit=BATCH_SIZE):
            delivery.due_at = now + LEASE
            db.add(delivery)
            attempts.append(
                Attempt(
                    delivery_id=delivery.id,
                    endpoint_id=endpoint.id,
                    url=endpoint.url,
                    stored_secret=endpoint.secret,
                    message_id=compute_message_id(message.id),
                    body=message.body,
                )
            )
    return attempts


async def _send(runtime: StatusRuntime, client: httpx2.AsyncClient, attempt: Attempt) -> Outcome:
    """POST a message to a public address. A redirect is not an acceptance. The body of the answer is not read."""
    began_at = time.monotonic()
    status_code = None
    error = ""
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            status_code = await _post(runtime, client, attempt)
        if status_code is None:
            error = "Адрес ведёт не в открытый интернет"
    except (TimeoutError, httpx2.TimeoutException):
        error = "Нет ответа за 10 секунд"
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError):
        error = "Соединиться не удалось"
    except pyseto.PysetoError:
        error = "Секрет не читается: создайте адрес заново"

    return Outcome(status_code, error, round((time.monotonic() - began_at) * 1000))


async def _post(runtime: StatusRuntime, client: httpx2.AsyncClient, attempt: Attempt) -> int | None:
    """Return the status of the answer; None if the address must not be called."""
    target = await resolve_target(attempt.url, runtime.settings)
    if target is None:
        return None
    timestamp = int(runtime.now().timestamp())
    secret = encryption.decrypt(runtime.settings, ENCRYPTION_PURPOSE, attempt.stored_secret).decode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "meridian-webhooks",
        "webhook-id": attempt.message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": sign(secret, attempt.message_id, timestamp, attempt.body),
        **target.headers,
    }
    request = client.build_request(
        "POST", target.url, content=attempt.body.encode(), headers=headers, extensions=dict(target.extensions)
    )
    answer = await client.send(request, stream=True, follow_redirects=False)
    await answer.aclose()
    return answer.status_code


async def _save_outcome(runtime: StatusRuntime, attempt: Attempt, outcome: Outcome) -> None:
    """Save the result of an attempt and the time of the next one."""
    now = runtime.now()
    async with runtime.database.transaction() as db:
        # The endpoint is locked first, as `change_endpoint` does, so that two transactions cannot deadlock.
        endpoint = await db.get(WebhookEndpoint, attempt.endpoint_id, with_for_update=True)
        delivery = await db.get(WebhookDelivery, attempt.delivery_id, with_for_update=True)
        if endpoint is None or delivery is None:
            return

        delivery.attempts += 1
        delivery.last_at = now
        delivery.status_code = outcome.status_code
        delivery.error = outcome.error
        delivery.duration_ms = outcome.duration_ms
        db.add(delivery)

        was_disabled = endpoint.disabled_at is not None
        _apply_outcome(delivery, endpoint, outcome, now)
        db.add(endpoint)

        if endpoint.disabled_at is not None and not was_disabled:
            log.warning("webhook_disabled", endpoint_id=str(endpoint.id))
            await db.flush()
            await give_up_pending(db, endpoint.id, "Адрес отключён")
            event = WebhookEndpointDisabled(
                endpoint_id=endpoint.id, host=httpx2.URL(endpoint.url).host, reason=endpoint.disabled_reason
            )
            await outbox.record(db, event)


def _apply_outcome(delivery: WebhookDelivery, endpoint: WebhookEndpoint, outcome: Outcome, now: datetime) -> None:
    """Apply the outcome of an attempt to the delivery and its endpoint."""
    if outcome.is_accepted:
        WEBHOOK_RESULTS.labels("delivered").inc()
        delivery.state = "delivered"
        endpoint.failures = 0
        endpoint.failing_since = None
        return

    endpoint.failures += 1
    endpoint.failing_since = endpoint.failing_since or now

    due_at = compute_next_attempt(RETRIES, attempts=delivery.attempts, now=now)
    if due_at is None or endpoint.disabled_at is not None:
        WEBHOOK_RESULTS.labels("failed").inc()
        delivery.state = "failed"
    else:
        WEBHOOK_RESULTS.labels("retried").inc()
        delivery.due_at = due_at

    if endpoint.disabled_at is not None:
        return
    if outcome.status_code == GONE_STATUS:
        _disable(delivery, endpoint, "Сервер ответил, что адреса больше нет (410)", now)
    elif endpoint.failures >= MAX_FAILURES and now - endpoint.failing_since >= DISABLED_AFTER:
        _disable(delivery, endpoint, f"Больше суток без успеха, попыток подряд: {endpoint.failures}", now)


def _disable(delivery: WebhookDelivery, endpoint: WebhookEndpoint, reason: str, now: datetime) -> None:
    endpoint.disabled_at = now
    endpoint.disabled_reason = reason
    endpoint.version += 1
    delivery.state = "failed"
