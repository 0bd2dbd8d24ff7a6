from uuid import UUID

from chassis.features.lists import Page, QueryParameters
from chassis.web.auth import Caller
from chassis.web.errors import document_errors
from contracts.envelopes import Done
from fastapi import APIRouter, Response

from content.bookings import queries, service
from content.bookings.calendar import build_calendar
from content.bookings.schemas import BookingAnswer, BookingCreate, BookingList, Reschedule, SlotList, SlotQuery
from content.runtime import Db, ReadDb
from content.site import service as site

router = APIRouter(prefix="/api/me/bookings", tags=["me: bookings"])


@router.get("")
async def list_my_bookings(page: Page, db: ReadDb, caller: Caller) -> BookingList:
    """List the caller's bookings and requests, newest first."""
    rows, total = await queries.list_own_bookings(db, page, caller=caller)
    return BookingList.model_validate({"bookings": rows, "total": total}, from_attributes=True)


@router.get("/slots", responses=document_errors(service.list_free_slots))
async def list_free_slots(query: QueryParameters[SlotQuery], db: ReadDb, caller: Caller) -> SlotList:
    """List the free times of a day."""
    minutes, slots = await service.list_free_slots(db, query, caller=caller)
    return SlotList(duration_minutes=minutes, slots=slots)


@router.post("", status_code=201, responses=document_errors(service.book))
async def book_slot(body: BookingCreate, db: Db, caller: Caller) -> BookingAnswer:
    """Take a free time."""
    return BookingAnswer.of(await service.book(db, body, caller=caller))


@router.patch("/{id}", responses=document_errors(service.reschedule))
async def reschedule_my_booking(id: UUID, body: Reschedule, db: Db, caller: Caller) -> BookingAnswer:
    """Move the caller's booking to another free time."""
    return BookingAnswer.of(await service.reschedule(db, id, body.starts_at, caller=caller))


@router.delete("/{id}", responses=document_errors(service.cancel))
async def cancel_my_booking(id: UUID, db: Db, caller: Caller) -> Done:
    """Cancel the caller's booking; it stays in the list."""
    await service.cancel(db, id, caller=caller)
    return Done()


@router.get(
    "/{id}/calendar.ics", response_class=Response, responses=document_errors(build_calendar, queries.get_own_booking)
)
async def download_calendar_file(id: UUID, db: ReadDb, caller: Caller) -> Response:
    """Download the booking as an iCalendar file."""
    booking = await queries.get_own_booking(db, id, caller=caller)
    settings = await site.read_settings(db)
    content = build_calendar(booking, settings, now=db.now())
    headers = {"Content-Disposition": "attachment; filename=meridian.ics"}
    return Response(content, media_type="text/calendar; charset=utf-8", headers=headers)
