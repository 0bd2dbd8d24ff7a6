"""Queries over several features, for the admin panel."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from chassis.formats import MOSCOW
from sqlalchemy import Date, and_, cast, func, literal, select
from sqlmodel import col

from content.articles.queries import list_for_admin as list_articles
from content.articles.schemas import PostAdminQuery
from content.articles.tables import Post
from content.board.queries import build_late_filter
from content.bookings.tables import Booking
from content.cars.queries import list_for_admin as list_cars
from content.cars.schemas import CarAdminQuery
from content.cars.tables import Car
from content.inquiries.queries import build_overdue_filter
from content.inquiries.tables import Contact, Inquiry, ServiceRequest
from content.orders.queries import contains_order_words
from content.orders.tables import Conversation, Order, OrderStep
from content.records import Record
from content.runtime import Session
from content.users.queries import build_user_search_filter
from content.users.tables import UserCopy

# Maximum number of found records of each kind.
MAX_RESULTS_OF_A_KIND = 5
COUNTED_TABLES: dict[str, type[Record]] = {
    "contacts": Contact,
    "requests": ServiceRequest,
    "bookings": Booking,
    "orders": Order,
}


async def find_users(db: Session, words: str) -> Sequence[UserCopy]:
    found_users = select(UserCopy).where(build_user_search_filter(words)).order_by(col(UserCopy.id).desc())
    return (await db.scalars(found_users.limit(MAX_RESULTS_OF_A_KIND))).all()


async def find_orders(db: Session, words: str) -> Sequence[Order]:
    return (
        await db.scalars(
            select(Order).where(contains_order_words(words)).order_by(col(Order.id).desc()).limit(MAX_RESULTS_OF_A_KIND)
        )
    ).all()


async def find_cars(db: Session, words: str) -> Sequence[Car]:
    cars, _ = await list_cars(db, CarAdminQuery(search=words, limit=MAX_RESULTS_OF_A_KIND, offset=0))
    return cars


async def find_articles(db: Session, words: str) -> Sequence[Post]:
    articles, _ = await list_articles(db, PostAdminQuery(search=words, limit=MAX_RESULTS_OF_A_KIND, offset=0))
    return articles


async def count_records_by_month(db: Session, *, since: datetime) -> dict[tuple[str, date], int]:
    """Count the records created since then, by name of the list and first day of the month in Moscow."""
    counts: dict[tuple[str, date], int] = {}
    for name, table in COUNTED_TABLES.items():
        month = cast(func.date_trunc(literal("month"), func.timezone(literal(MOSCOW.key), table.created_at)), Date)
        statement = select(month, func.count()).where(col(table.created_at) >= since).group_by(month)
        for month_start, count in await db.execute(statement):
            counts[name, month_start] = count
    return counts


class OrderCounts(NamedTuple):
    open: int
    late: int


# Numbers of records by the employee who handles them. None stands for nobody.
CountsByAssignee = dict[UUID | None, int]


async def count_open_orders(db: Session, *, today: date) -> dict[UUID | None, OrderCounts]:
    """Count the active orders by the employee who answers the buyer, and the late ones among them."""
    is_current_step = and_(col(OrderStep.order_id) == col(Order.id), col(OrderStep.key) == col(Order.current_step))
    late_count = func.count().filter(build_late_filter(today))
    statement = (
        select(col(Conversation.assignee_id), func.count(), late_count)
        .select_from(Order)
        .join(OrderStep, is_current_step)
        .outerjoin(Conversation, col(Conversation.order_id) == col(Order.id))
        .where(col(Order.status) == "active")
        .group_by(col(Conversation.assignee_id))
    )
    return {assignee_id: OrderCounts(open=total, late=late) for assignee_id, total, late in await db.execute(statement)}


async def count_waiting_conversations(db: Session) -> CountsByAssignee:
    """Count the conversations in which the buyer waits for an answer."""
    assignee_id = col(Conversation.assignee_id)
    statement = select(assignee_id, func.count()).where(col(Conversation.due_at).is_not(None)).group_by(assignee_id)
    return {row[0]: row[1] for row in await db.execute(statement)}


async def count_overdue_inquiries(db: Session, table: type[Inquiry]) -> CountsByAssignee:
    """Count the messages or requests that still wait for an answer after the promised time."""
    assignee_id = col(table.assignee_id)
    statement = select(assignee_id, func.count()).where(build_overdue_filter(table)).group_by(assignee_id)
    return {row[0]: row[1] for row in await db.execute(statement)}
