from uuid import UUID

from chassis.features.lists import QueryParameters
from chassis.web.errors import document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter

from content.audit.service import Admin
from content.bookings import queries, service
from content.bookings.schemas import BookingAdmin, BookingAdminCreate, BookingAdminQuery, BookingAdminUpdate
from content.runtime import Db, ReadDb

router = APIRouter(prefix="/api/content/admin/bookings", tags=["admin: bookings"])


@router.get("")
async def admin_list_bookings(
    query: QueryParameters[BookingAdminQuery], db: ReadDb, caller: Admin
) -> Items[BookingAdmin]:
    """List all bookings."""
    return Items[BookingAdmin].of(*await queries.list_for_admin(db, query))


@router.post("", status_code=201, responses=document_errors(service.create))
async def admin_create_booking(body: BookingAdminCreate, db: Db, caller: Admin) -> Item[BookingAdmin]:
    """Book for a client."""
    return Item(item=await service.create(db, body, caller=caller))


@router.get("/{id}", responses=document_errors(service.read_for_admin))
async def admin_read_booking(id: UUID, db: ReadDb, caller: Admin) -> Item[BookingAdmin]:
    """Return one booking."""
    return Item(item=await service.read_for_admin(db, id))


@router.patch("/{id}", responses=document_errors(service.change))
async def admin_change_booking(id: UUID, body: BookingAdminUpdate, db: Db, caller: Admin) -> Item[BookingAdmin]:
    """Change a booking; the client is notified."""
    return Item(item=await service.change(db, id, body, caller=caller))


@router.delete("/{id}", responses=document_errors(service.delete))
async def admin_delete_booking(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a booking."""
    await service.delete(db, id, caller=caller)
    return Done()
