from uuid import UUID

from chassis.web.errors import document_errors
from contracts.envelopes import Done
from fastapi import APIRouter

from content.audit.service import Admin
from content.customers import service
from content.customers.schemas import CustomerCard, CustomerNoteAnswer, CustomerNoteCreate
from content.runtime import Db, ReadDb

router = APIRouter(prefix="/api/content/admin/customers", tags=["admin: customers"])


@router.get("/{user_id}")
async def admin_read_customer(user_id: UUID, db: ReadDb, caller: Admin) -> CustomerCard:
    """Return one customer with notes, orders, messages, requests, meetings, reservations, calculations and cars."""
    return await service.read_card(db, user_id)


@router.post("/{user_id}/notes", status_code=201, responses=document_errors(service.add_note))
async def admin_add_customer_note(user_id: UUID, body: CustomerNoteCreate, db: Db, caller: Admin) -> CustomerNoteAnswer:
    """Add a note about the customer, for the staff."""
    return CustomerNoteAnswer(item=await service.add_note(db, user_id, body, caller=caller))


@router.delete("/{user_id}/notes/{note_id}", responses=document_errors(service.delete_note))
async def admin_delete_customer_note(user_id: UUID, note_id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a note about the customer."""
    await service.delete_note(db, user_id, note_id, caller=caller)
    return Done()
