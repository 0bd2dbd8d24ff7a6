"""Webhook endpoints that administrators register: their choice of components, secret, log and test message."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Literal
from uuid import UUID

from chassis import encryption
from chassis.database.batches import delete_in_batches
from chassis.web.errors import Invalid, NotFound, StaleVersion, check_version, raises, require_found
from chassis.web.public_endpoints import is_allowed_endpoint
from sqlmodel import col

from status.runtime import Session, StatusRuntime
from status.subscriptions.service import normalize_choice
from status.webhooks import queries
from status.webhooks.errors import TooManyWebhooks, WebhookDisabled
from status.webhooks.messages import give_up_pending, store_message
from status.webhooks.schemas import DeliveryRead, WebhookChange, WebhookCreate, WebhookRead
from status.webhooks.signatures import ENCRYPTION_PURPOSE, compute_message_id, create_secret
from status.webhooks.tables import WebhookDelivery, WebhookEndpoint, WebhookMessage

MAX_ENDPOINTS = 50
LOG_LENGTH = 50
RETENTION = timedelta(days=30)
REASON_OF_MANUAL_DISABLING = "Отключён вручную"


@raises(Invalid, TooManyWebhooks)
async def create_endpoint(db: Session, body: WebhookCreate) -> tuple[WebhookEndpoint, str]:
    """Register an endpoint. Returns it with its secret, which is never shown again."""
    _require_acceptable_url(db, body.url)
    if await queries.count_endpoints(db) >= MAX_ENDPOINTS:
        raise TooManyWebhooks
    secret = create_secret()
    endpoint = WebhookEndpoint(
        url=body.url,
        description=body.description,
        components=normalize_choice(body.components),
        secret=encryption.encrypt(db.runtime.settings, ENCRYPTION_PURPOSE, secret.encode()),
        created_at=db.now(),
    )
    db.add(endpoint)
    await db.flush()
    return endpoint, secret


def _require_acceptable_url(db: Session, url: str) -> None:
    if not is_allowed_endpoint(url, db.runtime.settings):
        raise Invalid(url="Нужен адрес https:// в открытом интернете, без имени и пароля")


@raises(NotFound, StaleVersion, Invalid)
async def change_endpoint(db: Session, id: UUID, body: WebhookChange) -> WebhookEndpoint:
    """Correct, disable or enable an endpoint."""
    endpoint = await get_endpoint(db, id, lock=True)
    check_version(body.version, endpoint.version)

    if body.url is not None:
        _require_acceptable_url(db, body.url)
        endpoint.url = body.url
    if body.description is not None:
        endpoint.description = body.description
    if body.components is not None:
        endpoint.components = normalize_choice(body.components)

    if body.enabled is False and endpoint.disabled_at is None:
        endpoint.disabled_at = db.now()
        endpoint.disabled_reason = REASON_OF_MANUAL_DISABLING
        await give_up_pending(db, endpoint.id, REASON_OF_MANUAL_DISABLING)

    if body.enabled is True:
        endpoint.disabled_at = None
        endpoint.disabled_reason = ""
        endpoint.failures = 0
        endpoint.failing_since = None

    endpoint.version += 1
    db.add(endpoint)
    return endpoint


@raises(NotFound, WebhookDisabled)
async def send_test(db: Session, id: UUID) -> None:
    """Queue a test message."""
    endpoint = await get_endpoint(db, id)
    if endpoint.disabled_at is not None:
        raise WebhookDisabled
    data = {"message": "Проверка: адрес принимает сообщения страницы статуса"}
    await store_message(db, "webhook.test", data, endpoints=[endpoint.id])


@raises(NotFound)
async def delete_endpoint(db: Session, id: UUID) -> None:
    """Delete a webhook endpoint and the log of its deliveries."""
    await db.delete(await get_endpoint(db, id, lock=True))


@raises(NotFound)
async def get_endpoint(db: Session, id: UUID, *, lock: bool = False) -> WebhookEndpoint:
    """Load an endpoint, with `lock` for a change."""
    return require_found(await db.get(WebhookEndpoint, id, with_for_update=lock or None))


@raises(NotFound)
async def list_log(db: Session, id: UUID) -> list[DeliveryRead]:
    """Return the last deliveries to an endpoint, newest first."""
    await get_endpoint(db, id)
    rows = await queries.list_deliveries(db, id, limit=LOG_LENGTH)
    return [_serialize_delivery(delivery, message) for delivery, message in rows]


def _serialize_delivery(delivery: WebhookDelivery, message: WebhookMessage) -> DeliveryRead:
    return DeliveryRead(
        **delivery.model_dump(include={"id", "state", "attempts", "last_at", "status_code", "error", "duration_ms"}),
        message_id=compute_message_id(message.id),
        type=message.type,
        created_at=message.created_at,
        next_at=delivery.due_at if delivery.state == "pending" else None,
    )


def serialize_endpoints(endpoints: Sequence[WebhookEndpoint]) -> list[WebhookRead]:
    """Return the endpoints as administrators see them, without their secrets."""
    return [serialize_endpoint(endpoint) for endpoint in endpoints]


def serialize_endpoint(endpoint: WebhookEndpoint) -> WebhookRead:
    """Return an endpoint as administrators see it, without its secret."""
    return WebhookRead(**endpoint.model_dump(exclude={"secret"}), status=_choose_status(endpoint))


def _choose_status(endpoint: WebhookEndpoint) -> Literal["enabled", "failing", "disabled"]:
    if endpoint.disabled_at is not None:
        return "disabled"
    return "failing" if endpoint.failures else "enabled"


async def purge_messages(db: Session, runtime: StatusRuntime) -> None:
    """Delete messages older than 30 days, with their deliveries."""
    await delete_in_batches(db, WebhookMessage, col(WebhookMessage.created_at) < runtime.now() - RETENTION)
