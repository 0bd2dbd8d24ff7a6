"""The SELECTs of a customer's card: the rows of each feature that belong to one user, newest first."""

from typing import TypeVar
from uuid import UUID

from chassis.features.lists import PageQuery, fetch_page, fetch_rows
from sqlalchemy import ColumnElement, Row, Select, and_, func, or_, select
from sqlmodel import col

from content.bookings.tables import Booking
from content.cars.tables import Car, Favorite
from content.customers.tables import CustomerNote
from content.inquiries.tables import Contact, Inquiry, ServiceRequest
from content.orders.tables import Order, SavedCalculation
from content.reservations.tables import Reservation
from content.runtime import Session
from content.saved_searches.tables import SavedSearch
from content.users.tables import UserCopy

R = TypeVar("R")
# The newest rows of each kind on the card. The lists of the panel have the older ones.
PAGE_ON_CARD = PageQuery(limit=20)
NOTES_PAGE = PageQuery(limit=100)


async def _fetch_newest(db: Session, statement: Select[R]) -> tuple[list[R], int]:
    rows, total = await fetch_page(db, statement, PAGE_ON_CARD)
    return list(rows), total


def _match_sender(table: type[Inquiry], user_id: UUID) -> ColumnElement[bool]:
    """Match inquiries that the user sent signed in, or as a guest with the account's verified email address."""
    address = select(func.lower(UserCopy.email)).where(col(UserCopy.id) == user_id).scalar_subquery()
    is_sent_as_guest = and_(col(table.user_id).is_(None), func.lower(col(table.email)) == address)
    return or_(col(table.user_id) == user_id, is_sent_as_guest)


async def list_orders(db: Session, user_id: UUID) -> tuple[list[Order], int]:
    return await _fetch_newest(db, select(Order).where(col(Order.user_id) == user_id).order_by(col(Order.id).desc()))


async def list_contacts(db: Session, user_id: UUID) -> tuple[list[Contact], int]:
    return await _fetch_newest(
        db, select(Contact).where(_match_sender(Contact, user_id)).order_by(col(Contact.id).desc())
    )


async def list_requests(db: Session, user_id: UUID) -> tuple[list[ServiceRequest], int]:
    statement = select(ServiceRequest).where(_match_sender(ServiceRequest, user_id))
    return await _fetch_newest(db, statement.order_by(col(ServiceRequest.id).desc()))


async def list_bookings(db: Session, user_id: UUID) -> tuple[list[Booking], int]:
    return await _fetch_newest(
        db, select(Booking).where(col(Booking.user_id) == user_id).order_by(col(Booking.id).desc())
    )


async def list_reservations(db: Session, user_id: UUID) -> tuple[list[Reservation], int]:
    statement = select(Reservation).where(col(Reservation.user_id) == user_id)
    return await _fetch_newest(db, statement.order_by(col(Reservation.id).desc()))


async def list_calculations(db: Session, user_id: UUID) -> tuple[list[SavedCalculation], int]:
    statement = select(SavedCalculation).where(col(SavedCalculation.user_id) == user_id)
    return await _fetch_newest(db, statement.order_by(col(SavedCalculation.saved_at).desc(), col(SavedCalculation.id)))


async def list_searches(db: Session, user_id: UUID) -> tuple[list[SavedSearch], int]:
    statement = select(SavedSearch).where(col(SavedSearch.user_id) == user_id)
    return await _fetch_newest(db, statement.order_by(col(SavedSearch.created_at).desc(), col(SavedSearch.id)))


async def list_favorites(db: Session, user_id: UUID) -> tuple[list[Row[Favorite, Car]], int]:
    statement = (
        select(Favorite, Car).join(Car, col(Car.id) == col(Favorite.car_id)).where(col(Favorite.user_id) == user_id)
    )
    rows, total = await fetch_rows(db, statement.order_by(col(Favorite.created_at).desc(), col(Car.id)), PAGE_ON_CARD)
    return list(rows), total


async def list_notes(db: Session, user_id: UUID) -> tuple[list[Row[CustomerNote, UserCopy | None]], int]:
    """Return the notes about a user with their authors."""
    statement = (
        select(CustomerNote, UserCopy)
        .outerjoin(UserCopy, col(UserCopy.id) == col(CustomerNote.author_id))
        .where(col(CustomerNote.user_id) == user_id)
        .order_by(col(CustomerNote.id).desc())
    )
    rows, total = await fetch_rows(db, statement, NOTES_PAGE)
    return list(rows), total
