from uuid import UUID

from chassis.features.lists import QueryParameters
from chassis.web.errors import document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter

from content.audit.service import Admin
from content.payments import queries, service
from content.payments.schemas import (
    NoticeSettlement,
    PaymentAdmin,
    PaymentAdminQuery,
    PaymentCreate,
    PaymentUpdate,
    TakeBack,
)
from content.runtime import Db, ReadDb

router = APIRouter(prefix="/api/content/admin/payments", tags=["admin: payments"])


@router.get("")
async def admin_list_payments(
    query: QueryParameters[PaymentAdminQuery], db: ReadDb, caller: Admin
) -> Items[PaymentAdmin]:
    """List all payments."""
    return Items[PaymentAdmin].of(*await queries.list_for_admin(db, query))


@router.post("", status_code=201, responses=document_errors(service.create))
async def admin_create_payment(body: PaymentCreate, db: Db, caller: Admin) -> Item[PaymentAdmin]:
    """Create an invoice or record a payment; the buyer is notified."""
    return Item(item=await service.create(db, body, caller=caller))


@router.get("/{id}", responses=document_errors(queries.read_payment))
async def admin_read_payment(id: UUID, db: ReadDb, caller: Admin) -> Item[PaymentAdmin]:
    """Return one payment."""
    return Item(item=await queries.read_payment(db, id))


@router.patch("/{id}", responses=document_errors(service.change))
async def admin_change_payment(id: UUID, body: PaymentUpdate, db: Db, caller: Admin) -> Item[PaymentAdmin]:
    """Change a payment; the buyer is notified."""
    return Item(item=await service.change(db, id, body, caller=caller))


@router.post("/{id}/take-back", responses=document_errors(service.take_back))
async def admin_take_back_payment(id: UUID, body: TakeBack, db: Db, caller: Admin) -> Item[PaymentAdmin]:
    """Take back a status that was set by mistake; the buyer is notified."""
    return Item(item=await service.take_back(db, id, body, caller=caller))


@router.delete("/{id}", responses=document_errors(service.delete))
async def admin_delete_payment(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a payment recorded by mistake; the buyer is notified."""
    await service.delete(db, id, caller=caller)
    return Done()


@router.post("/{id}/notices/settle", responses=document_errors(service.settle_notice))
async def admin_settle_notice(id: UUID, body: NoticeSettlement, db: Db, caller: Admin) -> Item[PaymentAdmin]:
    """Close a notice whose money could not be booked, with a note about the decision."""
    return Item(item=await service.settle_notice(db, id, body, caller=caller))
