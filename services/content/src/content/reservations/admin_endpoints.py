from uuid import UUID

from chassis.features.lists import QueryParameters
from chassis.web.errors import document_errors
from contracts.envelopes import Item, Items
from fastapi import APIRouter

from content.audit.service import Admin
from content.reservations import service
from content.reservations.schemas import (
    ReservationAdmin,
    ReservationAdminQuery,
    ReservationOrder,
    ReservationRelease,
)
from content.runtime import Db, ReadDb

router = APIRouter(prefix="/api/content/admin/reservations", tags=["admin: reservations"])


@router.get("")
async def admin_list_reservations(
    query: QueryParameters[ReservationAdminQuery], db: ReadDb, caller: Admin
) -> Items[ReservationAdmin]:
    """List all reservations with their buyers."""
    return Items[ReservationAdmin].of(*await service.list_for_admin(db, query))


@router.get("/{id}", responses=document_errors(service.read_for_admin))
async def admin_read_reservation(id: UUID, db: ReadDb, caller: Admin) -> Item[ReservationAdmin]:
    """Return one reservation."""
    return Item(item=await service.read_for_admin(db, id))


@router.post("/{id}/release", responses=document_errors(service.release))
async def admin_release_reservation(
    id: UUID, body: ReservationRelease, db: Db, caller: Admin
) -> Item[ReservationAdmin]:
    """End a reservation for a reason; the buyer is notified, and the paid amount is refunded."""
    return Item(item=await service.release(db, id, body, caller=caller))


@router.post("/{id}/order", responses=document_errors(service.make_order))
async def admin_make_order_of_reservation(
    id: UUID, body: ReservationOrder, db: Db, caller: Admin
) -> Item[ReservationAdmin]:
    """Make an order from a reservation at its frozen price. The car is sold; the paid amount counts in the order."""
    return Item(item=await service.make_order(db, id, body, caller=caller))
