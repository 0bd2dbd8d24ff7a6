"""SELECTs of the bookings. A client's queries begin with `visible_to(caller)`."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from chassis.features.lists import PageQuery, build_order_by, fetch_page, fetch_rows, list_filters
from chassis.web.auth import Principal
from chassis.web.errors import NotFound, raises, require_found
from sqlalchemy import ColumnElement, Select, select
from sqlmodel import col

from content.bookings.schemas import BookingAdmin, BookingAdminQuery
from content.bookings.serializers import serialize_for_admin
from content.bookings.tables import Booking, compute_calendar_number
from content.runtime import Session
from content.users.tables import UserCopy


def visible_to(caller: Principal) -> ColumnElement[bool]:
    return col(Booking.user_id) == caller.id


async def list_own_bookings(db: Session, page: PageQuery, *, caller: Principal) -> tuple[Sequence[Booking], int]:
    """Return the caller's bookings, newest first, including cancelled ones."""
    return await fetch_page(db, select(Booking).where(visible_to(caller)).order_by(col(Booking.id).desc()), page)


async def list_for_admin(db: Session, query: BookingAdminQuery) -> tuple[list[BookingAdmin], int]:
    """Return one page of the bookings that match the request, and the number of all matching bookings."""
    filters = list_filters(Booking, query, "status", "kind", "user_id")
    if query.starts_from:
        filters.append(col(Booking.starts_at) >= query.starts_from)
    if query.starts_to:
        filters.append(col(Booking.starts_at) < query.starts_to)
    order = build_order_by(Booking, query.sort)
    if "starts_at" in query.sort:
        order = order.nulls_last()
    statement = select(Booking, UserCopy).join(UserCopy, col(UserCopy.id) == Booking.user_id, isouter=True)
    rows, total = await fetch_rows(db, statement.where(*filters).order_by(order, col(Booking.id)), query)
    return [serialize_for_admin(booking, user) for booking, user in rows], total


@raises(NotFound)
async def get_own_booking(db: Session, id: UUID, *, caller: Principal, lock: bool = False) -> Booking:
    """Return a booking of the caller. `lock` locks its row until the transaction ends."""
    statement = select(Booking).where(visible_to(caller), col(Booking.id) == id)
    if lock:
        statement = statement.with_for_update()
    return require_found(await db.scalar(statement))


async def list_taken_intervals(
    db: Session, kind: str, *, since: datetime, until: datetime, excluded_id: UUID | None = None
) -> list[tuple[datetime, datetime]]:
    """Return the occupied intervals in the calendar of this kind, except the interval of the booking `excluded_id`."""
    statement = select(col(Booking.starts_at), col(Booking.ends_at)).where(
        col(Booking.calendar) == compute_calendar_number(kind),
        col(Booking.status) != "cancelled",
        col(Booking.starts_at) < until,
        col(Booking.ends_at) > since,
    )
    if excluded_id:
        statement = statement.where(col(Booking.id) != excluded_id)
    return [(starts_at, ends_at) for starts_at, ends_at in await db.execute(statement) if starts_at and ends_at]


def select_open_bookings(caller: Principal, now: datetime) -> Select[UUID]:
    """Select the ids of the caller's bookings that are neither cancelled nor over."""
    return select(col(Booking.id)).where(
        visible_to(caller), col(Booking.status) != "cancelled", col(Booking.ends_at) > now
    )


async def lock_bookings_due_for_reminder(db: Session, *, now: datetime, until: datetime) -> Sequence[Booking]:
    """Return and lock up to 50 confirmed bookings that begin in this period and have no reminder yet."""
    query = select(Booking).where(
        col(Booking.status) == "confirmed",
        col(Booking.reminded_at).is_(None),
        col(Booking.starts_at) > now,
        col(Booking.starts_at) <= until,
    )
    return (await db.scalars(query.limit(50).with_for_update(skip_locked=True))).all()
