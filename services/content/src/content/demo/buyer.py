"""What the company does for the demo buyer: orders at different steps, meetings, payments, favourites."""

from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from chassis.database import runtime_of
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.bookings.schemas import KINDS
from content.bookings.tables import Booking
from content.cars.tables import Car
from content.demo import files
from content.favorites.tables import Favorite
from content.orders.machine import KEYS
from content.orders.tables import Order, OrderHistory, OrderPaper, OrderReport, OrderStep
from content.payments.tables import Payment
from content.people.tables import Person
from content.replies.hours import MOSCOW
from content.requests.service import calendar_of

BUYER = UUID("01900000-0000-7000-8000-000000000001")
KIND_OF = {title: kind for kind, (title, _) in KINDS.items()}


class Days:
    """Days counted from the day of the seed, in Moscow."""

    def __init__(self, now: datetime) -> None:
        self._today = now.astimezone(MOSCOW).date()

    def day(self, offset: int) -> date:
        return self._today + timedelta(days=offset)

    def at(self, offset: int, clock: str = "12:00") -> datetime:
        return datetime.combine(self.day(offset), time.fromisoformat(clock), MOSCOW)


async def load(db: AsyncSession) -> None:
    """Once: an order that is there already is left as it is."""
    told = files.read("orders.yaml")
    if told is None:
        return
    days = Days(runtime_of(db).clock())
    await _account(db, told["buyer"])
    numbers = set(await db.scalars(select(col(Order.number))))
    for about in told["orders"]:
        if about["number"] not in numbers:
            await _order(db, about, days)
    if not numbers:
        await _bookings(db, told.get("bookings") or [], days)
        await _favorites(db, told.get("favorites") or [], days)


async def _account(db: AsyncSession, about: dict[str, Any]) -> None:
    """The copy of the account, until auth's own event brings it."""
    if await db.get(Person, BUYER) is None:
        db.add(Person(id=BUYER, **about, heard_at=datetime.fromtimestamp(0, MOSCOW)))


async def _order(db: AsyncSession, about: dict[str, Any], days: Days) -> None:
    steps = {step["key"]: step for step in about["steps"]}
    current = next((step["key"] for step in about["steps"] if step["status"] == "current"), None)
    created_at = days.at(about["created_day"], "10:00")
    order = Order(
        number=about["number"],
        user_id=BUYER,
        title=about["title"],
        body_type=about.get("body_type"),
        route=about.get("route"),
        price_rub=about["price_rub"],
        calculation=about.get("calculation"),
        status="active" if current else "done",
        current_step=current,
        created_at=created_at,
        updated_at=created_at,
    )
    db.add(order)
    await db.flush()
    for position, key in enumerate(KEYS):
        db.add(_step(order, position, steps[key], days))
    db.add_all(_history(order, about, days))
    db.add_all(_reports(order, about, days))
    db.add_all(_payments(order, about, days))
    db.add_all(_papers(order, about, days))
    await db.flush()


def _step(order: Order, position: int, about: dict[str, Any], days: Days) -> OrderStep:
    delay, actual = about.get("delay"), about.get("actual_day")
    return OrderStep(
        order_id=order.id,
        key=about["key"],
        position=position,
        status=about["status"],
        planned_from=days.day(about["planned"][0]),
        planned_to=days.day(about["planned"][1]),
        actual_at=days.at(actual, "17:00") if actual is not None else None,
        note=about.get("note"),
        message=about.get("message"),
        delay=delay
        and {
            "at": days.at(delay["day"]).isoformat(),
            "was_from": days.day(delay["was"][0]).isoformat(),
            "was_to": days.day(delay["was"][1]).isoformat(),
            "reason": delay["reason"],
        },
    )


def _history(order: Order, about: dict[str, Any], days: Days) -> list[OrderHistory]:
    told = [(days.at(about["created_day"], "10:00"), "created", "Заказ оформлен")]
    for step in about["steps"]:
        if step.get("delay"):
            moved = f"{step['title']}: новый срок. {step['delay']['reason']}"
            told.append((days.at(step["delay"]["day"]), "plan", moved))
        if step.get("actual_day") is not None:
            told.append((days.at(step["actual_day"], "17:00"), "advanced", f"{step['title']}: готово"))
    return [
        OrderHistory(order_id=order.id, at=at, actor="company", kind=kind, text=text) for at, kind, text in sorted(told)
    ]


def _reports(order: Order, about: dict[str, Any], days: Days) -> list[OrderReport]:
    return [
        OrderReport(
            order_id=order.id,
            step="logistics",
            at=days.at(point["day"], point["time"]),
            place=point["place"],
            text=point["text"],
        )
        for point in about.get("checkpoints") or []
    ]


def _payments(order: Order, about: dict[str, Any], days: Days) -> list[Payment]:
    def moment(day: int | None) -> datetime | None:
        return days.at(day, "18:00") if day is not None else None

    return [
        Payment(
            order_id=order.id,
            user_id=BUYER,
            title=paid["title"],
            amount_rub=paid["amount_rub"],
            kind=paid["kind"],
            status=paid["status"],
            due_at=moment(paid.get("due_day")),
            paid_at=moment(paid.get("paid_day")),
            receipt=paid.get("receipt"),
            created_at=order.created_at,
            updated_at=moment(paid.get("paid_day")) or order.created_at,
        )
        for paid in about.get("payments") or []
    ]


def _papers(order: Order, about: dict[str, Any], days: Days) -> list[OrderPaper]:
    papers = []
    for paper in about.get("documents") or []:
        at = days.at(paper.get("day", about["created_day"]))
        due = paper.get("due_day")
        papers.append(
            OrderPaper(
                order_id=order.id,
                step=paper["step"],
                title=paper["title"],
                side=paper["from"],
                status=paper["status"],
                reason=paper.get("reason"),
                due_on=days.day(due) if due is not None else None,
                created_at=at,
                updated_at=at,
            )
        )
    return papers


async def _bookings(db: AsyncSession, told: list[dict[str, Any]], days: Days) -> None:
    orders = {order.number: order.id for order in await db.scalars(select(Order))}
    now = runtime_of(db).clock()
    for about in told:
        kind = KIND_OF.get(about["kind"], about["kind"])
        starts_at = days.at(about["day"], about["time"])
        db.add(
            Booking(
                user_id=BUYER,
                kind=kind,
                calendar=calendar_of(kind),
                title=about["kind"],
                starts_at=starts_at,
                ends_at=starts_at + timedelta(minutes=about["duration_minutes"]),
                duration_minutes=about["duration_minutes"],
                status=about["status"],
                note=about.get("note"),
                order_id=orders.get(about["order"]),
                created_at=min(now, starts_at),
                updated_at=min(now, starts_at),
            )
        )
    await db.flush()


async def _favorites(db: AsyncSession, told: list[dict[str, Any]], days: Days) -> None:
    cars = {car.slug: car for car in await db.scalars(select(Car))}
    for about in told:
        if (car := cars.get(about["car"])) is not None:
            at, note = days.at(about["day"]), about["note"] or None
            db.add(Favorite(user_id=BUYER, car_id=car.id, note=note, price_rub=car.price_rub, created_at=at))
    await db.flush()
