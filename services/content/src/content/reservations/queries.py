"""SELECTs of reservations. Queries for a buyer begin with `visible_to(caller)`."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from chassis.features.lists import PageQuery, build_order_by, fetch_page, fetch_rows, list_filters
from chassis.web.auth import Principal
from chassis.web.errors import NotFound, raises, require_found
from sqlalchemy import ColumnElement, Row, Select, exists, select
from sqlmodel import col

from content.cars.tables import Car
from content.payments.tables import Payment
from content.reservations.schemas import ReservationAdminQuery
from content.reservations.tables import ACTIVE_STATUSES, Reservation
from content.runtime import Session
from content.users.tables import UserCopy

NOT_FOUND_TEXT = "Такой брони нет"


def visible_to(caller: Principal) -> ColumnElement[bool]:
    return col(Reservation.user_id) == caller.id


def build_active_filter() -> ColumnElement[bool]:
    return col(Reservation.status).in_(ACTIVE_STATUSES)


@raises(NotFound)
async def get_own_reservation(db: Session, id: UUID, *, caller: Principal) -> Reservation:
    """Return a reservation of the caller."""
    return require_found(
        await db.scalar(select(Reservation).where(visible_to(caller), col(Reservation.id) == id)), NOT_FOUND_TEXT
    )


async def list_own_reservations(
    db: Session, page: PageQuery, *, caller: Principal
) -> tuple[Sequence[Reservation], int]:
    """Return the caller's reservations, newest first."""
    return await fetch_page(
        db, select(Reservation).where(visible_to(caller)).order_by(col(Reservation.id).desc()), page
    )


def select_active_reservations(caller: Principal) -> Select[UUID]:
    """Select the ids of the caller's active reservations."""
    return select(col(Reservation.id)).where(visible_to(caller), build_active_filter())


async def list_active_ids_of_user(db: Session, user_id: UUID) -> Sequence[UUID]:
    statement = select(col(Reservation.id)).where(col(Reservation.user_id) == user_id, build_active_filter())
    return (await db.scalars(statement.order_by(col(Reservation.id)))).all()


async def find_active_reservation_of_car(db: Session, car_id: UUID) -> Reservation | None:
    return await db.scalar(select(Reservation).where(col(Reservation.car_id) == car_id, build_active_filter()))


async def lock_car(db: Session, id: UUID) -> Car | None:
    """Lock a car until the end of the transaction. Others may still add it to their favourites."""
    statement = select(Car).where(col(Car.id) == id).execution_options(populate_existing=True)
    return await db.scalar(statement.with_for_update(key_share=True))


async def is_number_taken(db: Session, number: str) -> bool:
    return await db.scalar(select(col(Reservation.id)).where(col(Reservation.number) == number)) is not None


async def list_payments(db: Session, ids: Sequence[UUID]) -> Sequence[Payment]:
    """Return the invoices and refunds of these reservations, the oldest first."""
    statement = select(Payment).where(col(Payment.reservation_id).in_(ids)).order_by(col(Payment.id))
    return (await db.scalars(statement)).all()


async def list_for_admin(db: Session, query: ReservationAdminQuery) -> tuple[Sequence[Row[Reservation, UserCopy]], int]:
    """Return a page of all reservations with their buyers."""
    filters = list_filters(Reservation, query, "status", "car_id", "user_id")
    if query.active is not None:
        filters.append(build_active_filter() if query.active else ~build_active_filter())
    statement = select(Reservation, UserCopy).join(UserCopy, col(UserCopy.id) == Reservation.user_id, isouter=True)
    order = (build_order_by(Reservation, query.sort), col(Reservation.id))
    return await fetch_rows(db, statement.where(*filters).order_by(*order), query)


async def list_due_ids(db: Session, *, now: datetime) -> Sequence[UUID]:
    """Return the ids of up to 50 active reservations whose time is over, the oldest first."""
    statement = select(col(Reservation.id)).where(build_active_filter(), col(Reservation.expires_at) <= now)
    return (await db.scalars(statement.order_by(col(Reservation.expires_at)).limit(50))).all()


async def lock_old_reservations(db: Session, *, unpaid_before: datetime, before: datetime) -> list[UUID]:
    """Lock up to 400 old reservations, and return their ids. An id may be returned twice.

    A reservation with a payment or an order is old if it ended before `before`. Any other is old if it ended before
    `unpaid_before`. Cancelled payments do not count.
    """
    ended_at = col(Reservation.ended_at)
    has_payment = exists().where(col(Payment.reservation_id) == col(Reservation.id), col(Payment.status) != "cancelled")
    unpaid_filters = (ended_at < unpaid_before, col(Reservation.order_id).is_(None), ~has_payment)
    old_filters = (ended_at < before,)
    ids: list[UUID] = []
    for filters in (unpaid_filters, old_filters):
        statement = select(col(Reservation.id)).where(*filters).limit(200)
        ids += await db.scalars(statement.with_for_update(skip_locked=True, of=Reservation))
    return ids


async def lock_reservations_near_end(
    db: Session, status: str, *, now: datetime, until: datetime
) -> Sequence[Reservation]:
    """Return and lock up to 50 reservations that end in this period and whose buyer has not been warned yet."""
    query = select(Reservation).where(
        build_active_filter(),
        col(Reservation.status) == status,
        col(Reservation.warned_at).is_(None),
        col(Reservation.expires_at) > now,
        col(Reservation.expires_at) <= until,
    )
    return (await db.scalars(query.limit(50).with_for_update(skip_locked=True))).all()
