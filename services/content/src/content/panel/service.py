"""Search over all records of the panel, and the numbers of new records by month."""

from datetime import date, datetime, time

from chassis.formats import MOSCOW

from content.panel import queries
from content.panel.schemas import FoundRecord, FoundRecords, MonthRead, MonthsRead
from content.runtime import Session

MONTHS = 12
MONTHS_IN_YEAR = 12


async def find_records(db: Session, words: str) -> FoundRecords:
    """Find customers by name and email, orders by number and title, cars and articles by their texts."""
    users = [
        FoundRecord(kind="user", id=user.id, title=user.name or user.email, note=user.email)
        for user in await queries.find_users(db, words)
    ]
    orders = [
        FoundRecord(kind="order", id=order.id, title=order.title, note=order.number)
        for order in await queries.find_orders(db, words)
    ]
    cars = [
        FoundRecord(kind="car", id=car.id, title=car.title, note=car.country)
        for car in await queries.find_cars(db, words)
    ]
    articles = [
        FoundRecord(kind="post", id=article.id, title=article.title, note=article.slug)
        for article in await queries.find_articles(db, words)
    ]
    return FoundRecords(items=[*users, *orders, *cars, *articles])


async def count_months(db: Session) -> MonthsRead:
    """Count contacts, requests, bookings and orders of the last 12 months."""
    months = _last_months(db.now().astimezone(MOSCOW).date())
    counts = await queries.count_by_month(db, since=datetime.combine(months[0], time(), MOSCOW))
    return MonthsRead(
        items=[
            MonthRead(month=month, **{name: counts.get((name, month), 0) for name in queries.COUNTED})
            for month in months
        ]
    )


def _last_months(today: date) -> list[date]:
    """Return the first days of the last 12 months, that of today last."""
    latest = today.year * MONTHS_IN_YEAR + today.month - 1
    numbers = range(latest - MONTHS + 1, latest + 1)
    return [date(number // MONTHS_IN_YEAR, number % MONTHS_IN_YEAR + 1, 1) for number in numbers]
