"""A customer's card for administrators, and the notes of the staff on it."""

from typing import Any, TypeVar
from uuid import UUID

from chassis.web.auth import Principal
from chassis.web.errors import Invalid, NotFound, raises
from pydantic import BaseModel

from content import editing
from content.customers import queries
from content.customers.schemas import (
    CustomerBooking,
    CustomerCalculation,
    CustomerCard,
    CustomerFavorite,
    CustomerInquiry,
    CustomerNoteCreate,
    CustomerNoteRead,
    CustomerOrder,
    CustomerPart,
    CustomerReservation,
    CustomerSearch,
)
from content.customers.tables import CustomerNote
from content.inquiries.tables import Contact, ServiceRequest
from content.records import build_record
from content.runtime import Session
from content.users import service as users
from content.users.tables import UserCopy

M = TypeVar("M", bound=BaseModel)


async def read_card(db: Session, user_id: UUID) -> CustomerCard:
    """Return the newest rows about a user, by kind. A user without rows has empty lists."""
    notes, notes_total = await queries.list_notes(db, user_id)
    contacts, contacts_total = await queries.list_contacts(db, user_id)
    requests, requests_total = await queries.list_requests(db, user_id)
    favorites, favorites_total = await queries.list_favorites(db, user_id)
    favorite_cars = [
        CustomerFavorite(car_id=car.id, title=car.title, created_at=favorite.created_at) for favorite, car in favorites
    ]
    return CustomerCard(
        notes=CustomerPart(items=[_serialize_note(note, author) for note, author in notes], total=notes_total),
        orders=_build_part(CustomerOrder, await queries.list_orders(db, user_id)),
        contacts=CustomerPart(items=[_serialize_inquiry(row, row.subject) for row in contacts], total=contacts_total),
        requests=CustomerPart(items=[_serialize_inquiry(row, row.kind) for row in requests], total=requests_total),
        bookings=_build_part(CustomerBooking, await queries.list_bookings(db, user_id)),
        reservations=_build_part(CustomerReservation, await queries.list_reservations(db, user_id)),
        calculations=_build_part(CustomerCalculation, await queries.list_calculations(db, user_id)),
        favorites=CustomerPart(items=favorite_cars, total=favorites_total),
        searches=_build_part(CustomerSearch, await queries.list_searches(db, user_id)),
    )


@raises(Invalid)
async def add_note(db: Session, user_id: UUID, body: CustomerNoteCreate, *, caller: Principal) -> CustomerNoteRead:
    """Add a note about a customer. Its text is not in the audit log."""
    await users.get_user(db, user_id)
    note = build_record(db, CustomerNote, user_id=user_id, author_id=caller.id, text=body.text)
    editing.add_record(db, note, caller=caller, changes={"text": body.text})
    await db.flush()
    return _serialize_note(note, await db.get(UserCopy, caller.id))


@raises(NotFound)
async def delete_note(db: Session, user_id: UUID, id: UUID, *, caller: Principal) -> None:
    """Delete a note about this customer."""
    note = await editing.lock_record(db, CustomerNote, id)
    if note.user_id != user_id:
        raise NotFound
    await editing.delete_record(db, note, caller=caller)


def _build_part(kind: type[M], rows_and_total: tuple[list[Any], int]) -> CustomerPart[M]:
    """Convert the newest rows of one kind, and the number of all rows of this kind."""
    rows, total = rows_and_total
    return CustomerPart(items=[kind.model_validate(row, from_attributes=True) for row in rows], total=total)


def _serialize_inquiry(row: Contact | ServiceRequest, subject: str | None) -> CustomerInquiry:
    fields = row.model_dump(include={"id", "reference", "status", "created_at"})
    return CustomerInquiry(**fields, subject=subject, is_guest=row.user_id is None)


def _serialize_note(note: CustomerNote, author: UserCopy | None) -> CustomerNoteRead:
    fields = note.model_dump(include={"id", "text", "author_id", "created_at"})
    return CustomerNoteRead(**fields, author_name=author.name if author else None)
