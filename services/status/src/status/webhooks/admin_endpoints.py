from typing import Annotated
from uuid import UUID

from chassis.web.errors import document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter, Query

from status.audit.service import Operator, record_audit
from status.runtime import Db, ReadDb
from status.webhooks import queries, service
from status.webhooks.schemas import (
    CreatedWebhook,
    DeliveryRead,
    WebhookChange,
    WebhookCreate,
    WebhookQuery,
    WebhookRead,
)

router = APIRouter(prefix="/api/status/admin/webhooks", tags=["webhooks"])


@router.get("")
async def list_webhooks(query: Annotated[WebhookQuery, Query()], _: Operator, db: ReadDb) -> Items[WebhookRead]:
    """List all webhook endpoints, without their secrets."""
    endpoints, total = await queries.list_endpoints(db, query)
    return Items[WebhookRead].of(service.serialize_endpoints(endpoints), total)


@router.get("/{id}", responses=document_errors(service.get_endpoint))
async def read_webhook(id: UUID, _: Operator, db: ReadDb) -> Item[WebhookRead]:
    """Return one webhook endpoint."""
    return Item[WebhookRead](item=service.serialize_endpoint(await service.get_endpoint(db, id)))


@router.post("", status_code=201, responses=document_errors(service.create_endpoint))
async def create_webhook(body: WebhookCreate, caller: Operator, db: Db) -> Item[CreatedWebhook]:
    """Register a webhook endpoint; its secret is in this answer only."""
    endpoint, secret = await service.create_endpoint(db, body)
    record_audit(db, "webhook.created", endpoint.id, body, caller=caller, title=endpoint.url)
    webhook = service.serialize_endpoint(endpoint)
    return Item[CreatedWebhook](item=CreatedWebhook(**webhook.model_dump(), secret=secret))


@router.patch("/{id}", responses=document_errors(service.change_endpoint))
async def change_webhook(id: UUID, body: WebhookChange, caller: Operator, db: Db) -> Item[WebhookRead]:
    """Correct, disable or enable a webhook endpoint."""
    endpoint = await service.change_endpoint(db, id, body)
    record_audit(db, "webhook.changed", id, body, caller=caller, title=endpoint.url)
    return Item[WebhookRead](item=service.serialize_endpoint(endpoint))


@router.post("/{id}/test", responses=document_errors(service.send_test))
async def test_webhook(id: UUID, caller: Operator, db: Db) -> Done:
    """Send a test message; its result is in the log."""
    endpoint = await service.get_endpoint(db, id)
    await service.send_test(db, id)
    record_audit(db, "webhook.tested", id, caller=caller, title=endpoint.url)
    return Done()


@router.get("/{id}/deliveries", responses=document_errors(service.list_log))
async def list_webhook_deliveries(id: UUID, _: Operator, db: ReadDb) -> Items[DeliveryRead]:
    """List the last 50 messages to the endpoint, newest first."""
    rows = await service.list_log(db, id)
    return Items[DeliveryRead].of(rows, len(rows))


@router.delete("/{id}", responses=document_errors(service.delete_endpoint))
async def delete_webhook(id: UUID, caller: Operator, db: Db) -> Done:
    """Delete a webhook endpoint with its log."""
    endpoint = await service.get_endpoint(db, id)
    await service.delete_endpoint(db, id)
    record_audit(db, "webhook.deleted", id, caller=caller, title=endpoint.url)
    return Done()
