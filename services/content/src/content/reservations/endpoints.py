from uuid import UUID

from chassis.features.lists import Page
from chassis.web.auth import Caller
from chassis.web.errors import NotFound, document_errors
from fastapi import APIRouter

from content.reservations import queries, service
from content.reservations.schemas import ReservationAnswer, ReservationCreate, ReservationList
from content.runtime import Db, ReadDb

router = APIRouter(prefix="/api/me/reservations", tags=["me: reservations"])


@router.get("")
async def list_my_reservations(page: Page, db: ReadDb, caller: Caller) -> ReservationList:
    """List the caller's reservations, newest first."""
    rows, total = await queries.list_own_reservations(db, page, caller=caller)
    return ReservationList(reservations=await service.serialize_own_reservations(db, rows), total=total)


@router.post("", status_code=201, responses=document_errors(service.reserve))
async def reserve_car(body: ReservationCreate, db: Db, caller: Caller) -> ReservationAnswer:
    """Hold a car for the caller and make the invoice; a repeated call returns the same reservation."""
    return ReservationAnswer(reservation=await service.reserve(db, body.car_id, caller=caller))


@router.get("/{id}", responses=document_errors(NotFound))
async def read_my_reservation(id: UUID, db: ReadDb, caller: Caller) -> ReservationAnswer:
    """Return one reservation of the caller."""
    return ReservationAnswer(reservation=await service.read_own_reservation(db, id, caller=caller))


@router.delete("/{id}", responses=document_errors(service.cancel))
async def cancel_my_reservation(id: UUID, db: Db, caller: Caller) -> ReservationAnswer:
    """End the caller's reservation; the paid amount is refunded."""
    return ReservationAnswer(reservation=await service.cancel(db, id, caller=caller))
