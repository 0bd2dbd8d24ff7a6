"""Lists of the bookings. A client's queries begin with `visible_to(caller)`."""

from chassis.auth import Principal
from chassis.paging import ordering
from persistence.search import contains_text
from sqlalchemy import ColumnElement, func, select
from sqlmodel import col

from content.bookings.schemas import (
    BookingAdmin,
    BookingAdminQuery,
)
from content.bookings.tables import BOOKING_SEARCH, Booking
from content.runtime import Session
from content.users.tables import UserCopy


def visible_to(caller: Principal) -> ColumnElement[bool]:
    """One's own bookings."""
    return col(Booking.user_id) == caller.id


async def list_own(db: Session, *, caller: Principal, limit: int, offset: int) -> tuple[list[Booking], int]:
    """One's own bookings, newest first; a cancelled one stays in the list."""
    chosen = select(Booking).where(visible_to(caller)).order_by(col(Booking.id).desc()).limit(limit).offset(offset)
    rows = (await db.scalars(chosen)).all()
    return list(rows), await db.scalar(select(func.count()).select_from(Booking).where(visible_to(caller))) or 0


async def list_for_admin(db: Session, query: BookingAdminQuery) -> tuple[list[BookingAdmin], int]:
    """A page of all bookings."""
    filters: list[ColumnElement[bool]] = [
        getattr(Booking, name) == value
        for name in ("status", "kind", "user_id")
        if (value := getattr(query, name)) is not None
    ]
    if query.starts_from:
        filters.append(col(Booking.starts_at) >= query.starts_from)
    if query.starts_to:
        filters.append(col(Booking.starts_at) < query.starts_to)
    if query.search:
        filters.append(contains_text(BOOKING_SEARCH, query.search))
    ordered = ordering(Booking, query.sort)
    if "starts_at" in query.sort:
        ordered = ordered.nulls_last()
    joined = select(Booking, UserCopy).join(UserCopy, col(UserCopy.id) == Booking.user_id, isouter=True).where(*filters)
    rows = await db.execute(joined.order_by(ordered, col(Booking.id)).limit(query.limit).offset(query.offset))
    total = await db.scalar(select(func.count()).select_from(Booking).where(*filters))
    return [serialize_booking(booking, user) for booking, user in rows], total or 0


def serialize_booking(booking: Booking, user: UserCopy | None) -> BookingAdmin:
    """A booking with the name of its client."""
    name = f"{user.first_name} {user.last_name}".strip() if user else None
    return BookingAdmin(**booking.model_dump(), user_name=name)
