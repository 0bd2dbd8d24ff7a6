from uuid import UUID

from chassis.web.errors import NotFound, document_errors
from contracts.envelopes import Item
from fastapi import APIRouter

from content.audit.service import Admin
from content.cancellations import service
from content.orders.schemas import Cancellation, OrderAdmin
from content.runtime import Db

router = APIRouter(
    prefix="/api/content/admin/orders",
    tags=["admin: orders"],
    responses=document_errors(NotFound),
)


@router.post("/{id}/cancel", responses=document_errors(service.cancel_order))
async def admin_cancel_order(id: UUID, body: Cancellation, db: Db, caller: Admin) -> Item[OrderAdmin]:
    """Cancel the order at its current step, and its open invoices with it. Received money stays with the order."""
    return Item(item=await service.cancel_order(db, id, body, caller=caller))
