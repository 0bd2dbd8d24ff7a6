"""Reads over several features, for the panel of administrators."""

from collections.abc import Sequence
from datetime import date, datetime

from chassis.database.search import contains_text
from chassis.formats import MOSCOW
from sqlalchemy import Date, cast, func, literal, select
from sqlmodel import col

from content.articles.queries import list_for_admin as list_articles
from content.articles.schemas import PostAdminQuery
from content.articles.tables import Post
from content.bookings.tables import Booking
from content.cars.queries import list_for_admin as list_cars
from content.cars.schemas import CarAdminQuery
from content.cars.tables import Car
from content.inquiries.tables import Contact, ServiceRequest
from content.orders.tables import Order
from content.records import Record
from content.runtime import Session
from content.users.tables import UserCopy

LIMIT = 5
COUNTED: dict[str, type[Record]] = {
    "contacts": Contact,
    "requests": ServiceRequest,
    "bookings": Booking,
    "orders": Order,
}


async def find_users(db: Session, words: str) -> Sequence[UserCopy]:
    found = contains_text(UserCopy.searched, words)
    return (await db.scalars(select(UserCopy).where(found).order_by(col(UserCopy.id).desc()).limit(LIMIT))).all()


async def find_orders(db: Session, words: str) -> Sequence[Order]:
    found = contains_text(Order.searched, words)
    return (await db.scalars(select(Order).where(found).order_by(col(Order.id).desc()).limit(LIMIT))).all()


async def find_cars(db: Session, words: str) -> Sequence[Car]:
    return (await list_cars(db, CarAdminQuery(search=words, limit=LIMIT, offset=0)))[0]


async def find_articles(db: Session, words: str) -> Sequence[Post]:
    return (await list_articles(db, PostAdminQuery(search=words, limit=LIMIT, offset=0)))[0]


async def count_by_month(db: Session, *, since: datetime) -> dict[tuple[str, date], int]:
    """Count the records that began since then, by name of the list and first day of the month in Moscow."""
    counts: dict[tuple[str, date], int] = {}
    for name, table in COUNTED.items():
        month = cast(func.date_trunc(literal("month"), func.timezone(literal(MOSCOW.key), table.created_at)), Date)
        rows = select(month, func.count()).where(col(table.created_at) >= since).group_by(month)
        for first, count in await db.execute(rows):
            counts[name, first] = count
    return counts
