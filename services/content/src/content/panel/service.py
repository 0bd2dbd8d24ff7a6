"""The search of the panel, the numbers of new records by month, and the workload of employees."""

from datetime import date, datetime, time
from uuid import UUID

from chassis.formats import MOSCOW

from content.inquiries.tables import Contact, ServiceRequest
from content.panel import queries
from content.panel.schemas import FoundRecord, FoundRecords, ManagerWorkload, MonthRead, MonthsRead, WorkloadRead
from content.runtime import Session
from content.users.queries import list_employees

SHOWN_MONTHS = 12
MONTHS_IN_YEAR = 12


async def find_records(db: Session, words: str) -> FoundRecords:
    """Find customers by name, email and phone, orders by number and title, cars and articles by their texts."""
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
    months = _list_last_months(db.now().astimezone(MOSCOW).date())
    counts = await queries.count_records_by_month(db, since=datetime.combine(months[0], time(), MOSCOW))
    return MonthsRead(
        items=[
            MonthRead(month=month, **{name: counts.get((name, month), 0) for name in queries.COUNTED_TABLES})
            for month in months
        ]
    )


async def read_workload(db: Session) -> WorkloadRead:
    """Count the open work of every employee, and the work that nobody handles.

    A blocked or former employee is listed while there is work left.
    """
    orders = await queries.count_open_orders(db, today=db.now().astimezone(MOSCOW).date())
    conversations = await queries.count_waiting_conversations(db)
    contacts = await queries.count_overdue_inquiries(db, Contact)
    requests = await queries.count_overdue_inquiries(db, ServiceRequest)
    assignee_ids = orders.keys() | conversations.keys() | contacts.keys() | requests.keys()
    busy_ids = {id for id in assignee_ids if id is not None}
    employees = await list_employees(db, extra_ids=busy_ids)
    names = {user.id: user.name or user.email for user in employees if user.id in busy_ids or not user.is_blocked}

    def build_workload(assignee_id: UUID | None) -> ManagerWorkload:
        counts = orders.get(assignee_id, queries.OrderCounts(0, 0))
        return ManagerWorkload(
            assignee_id=assignee_id,
            name=names.get(assignee_id) if assignee_id else None,
            open_orders=counts.open,
            late_orders=counts.late,
            waiting_conversations=conversations.get(assignee_id, 0),
            late_contacts=contacts.get(assignee_id, 0),
            late_requests=requests.get(assignee_id, 0),
        )

    managers = [build_workload(id) for id in names.keys() | busy_ids]
    managers.sort(key=lambda manager: (-manager.open_orders, manager.name or "", str(manager.assignee_id)))
    return WorkloadRead(items=[build_workload(None), *managers])


def _list_last_months(today: date) -> list[date]:
    """Return the first day of each of the last 12 months, oldest first. The current month is included."""
    # Months are numbered from January of the year 0.
    current_month = today.year * MONTHS_IN_YEAR + today.month - 1
    numbers = range(current_month - SHOWN_MONTHS + 1, current_month + 1)
    return [date(number // MONTHS_IN_YEAR, number % MONTHS_IN_YEAR + 1, 1) for number in numbers]
