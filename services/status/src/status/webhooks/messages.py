"""Messages to webhook endpoints, stored in the transaction of the change that they are about."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal
from uuid import UUID

import orjson
from sqlalchemy import update
from sqlmodel import col

from status.runtime import Session
from status.webhooks import queries
from status.webhooks.tables import WebhookDelivery, WebhookMessage

MessageType = Literal[
    "component.changed",
    "incident.opened",
    "incident.updated",
    "incident.resolved",
    "maintenance.scheduled",
    "maintenance.changed",
    "webhook.test",
]


# The name of the worker that sends the messages.
WORKER = "webhooks"


async def queue_message(
    db: Session, type: MessageType, data: Mapping[str, object], *, affected: Collection[str]
) -> None:
    """Store a message for each enabled endpoint that chose an affected component."""
    await store_message(db, type, data, endpoints=await queries.list_interested_endpoint_ids(db, affected))


async def store_message(
    db: Session, type: MessageType, data: Mapping[str, object], *, endpoints: Sequence[UUID]
) -> None:
    """Store a message and one delivery for each endpoint. Without endpoints nothing is stored."""
    if not endpoints:
        return
    now = db.now()
    body = orjson.dumps({"type": type, "timestamp": now, "data": data}).decode()
    message = WebhookMessage(type=type, body=body, created_at=now)
    db.add(message)
    await db.flush()
    db.add_all([WebhookDelivery(message_id=message.id, endpoint_id=id, due_at=now) for id in endpoints])
    db.after_commit(db.runtime.notify, WORKER)


async def give_up_pending(db: Session, endpoint_id: UUID, reason: str) -> None:
    """Mark the pending deliveries of a disabled endpoint as failed: they would be outdated once it is enabled again."""
    is_waiting = (col(WebhookDelivery.endpoint_id) == endpoint_id) & (col(WebhookDelivery.state) == "pending")
    await db.execute(update(WebhookDelivery).where(is_waiting).values(state="failed", error=reason))
