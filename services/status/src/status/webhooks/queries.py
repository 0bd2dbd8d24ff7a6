"""SELECTs of webhook endpoints and their deliveries."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from chassis.features.lists import build_order_by, fetch_page
from sqlalchemy import Row, func, or_, select, type_coerce
from sqlalchemy.dialects.postgresql import JSONB, array
from sqlmodel import col

from status.runtime import Session
from status.webhooks.schemas import WebhookQuery
from status.webhooks.tables import WebhookDelivery, WebhookEndpoint, WebhookMessage


async def list_interested_endpoint_ids(db: Session, affected: Collection[str]) -> Sequence[UUID]:
    """Return the ids of the endpoints that get a message about these components.

    A message that names no component is for all endpoints.
    """
    query = select(col(WebhookEndpoint.id)).where(col(WebhookEndpoint.disabled_at).is_(None))
    if affected:
        wanted_components = type_coerce(col(WebhookEndpoint.components), JSONB)
        query = query.where(or_(wanted_components == [], wanted_components.has_any(array(sorted(affected)))))
    return (await db.scalars(query)).all()


async def lock_due_deliveries(
    db: Session, now: datetime, *, limit: int
) -> Sequence[Row[WebhookDelivery, WebhookMessage, WebhookEndpoint]]:
    """Return and lock the next due deliveries, oldest first. Rows locked by another replica are skipped."""
    statement = (
        select(WebhookDelivery, WebhookMessage, WebhookEndpoint)
        .join(WebhookMessage, col(WebhookMessage.id) == col(WebhookDelivery.message_id))
        .join(WebhookEndpoint, col(WebhookEndpoint.id) == col(WebhookDelivery.endpoint_id))
        .where(col(WebhookDelivery.state) == "pending", col(WebhookDelivery.due_at) <= now)
        .order_by(col(WebhookDelivery.due_at), col(WebhookDelivery.id))
        .limit(limit)
        .with_for_update(of=WebhookDelivery, skip_locked=True)
    )
    return (await db.execute(statement)).all()


async def list_endpoints(db: Session, query: WebhookQuery) -> tuple[Sequence[WebhookEndpoint], int]:
    """Return one page of the endpoints, with the total."""
    order = build_order_by({"created_at": col(WebhookEndpoint.created_at)}, query.sort)
    return await fetch_page(db, select(WebhookEndpoint).order_by(order, col(WebhookEndpoint.id)), query)


async def count_endpoints(db: Session) -> int:
    return await db.scalar(select(func.count()).select_from(WebhookEndpoint)) or 0


async def list_deliveries(
    db: Session, endpoint_id: UUID, *, limit: int
) -> Sequence[Row[WebhookDelivery, WebhookMessage]]:
    """Return the last deliveries to an endpoint, newest first."""
    query = (
        select(WebhookDelivery, WebhookMessage)
        .join(WebhookMessage, col(WebhookMessage.id) == col(WebhookDelivery.message_id))
        .where(col(WebhookDelivery.endpoint_id) == endpoint_id)
        .order_by(col(WebhookDelivery.id).desc())
        .limit(limit)
    )
    return (await db.execute(query)).all()
