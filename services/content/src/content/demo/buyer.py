"""Demo data of one buyer: orders at different steps, bookings, payments, favourites."""

from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from contracts.formats import MOSCOW
from sqlalchemy import select
from sqlmodel import col

from content.bookings.schemas import KINDS
from content.bookings.tables import Booking, calendar_number
from content.cars.tables import Car, Favorite
from content.demo import files
from content.orders.state_machine import KEYS
from content.orders.tables import Order, OrderDocument, OrderHistory, OrderReport, OrderStep, Payment
from content.runtime import Session
from content.users.tables import UserCopy

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

    def maybe_at(self, offset: int | None, clock: str) -> datetime | None:
        return self.at(offset, clock) if offset is not None else None


async def load(db: Session) -> None:
    """Once: an order that is there already is left as it is."""
    data, days = files.read("orders.yaml"), Days(db.now())
    await _account(db, data["buyer"])
    numbers = set(await db.scalars(select(col(Order.number))))
    for fields in data["orders"]:
        if fields["number"] not in numbers:
            await _order(db, fields, days)
    if not numbers:
        await _bookings(db, data["bookings"], days)
        await _favorites(db, data["favorites"], days)


async def _account(db: Session, fields: dict[str, Any]) -> None:
    """The copy of the account, until auth's event replaces it."""
    if await db.get(UserCopy, BUYER) is None:
        db.add(UserCopy(id=BUYER, **fields, event_time=datetime.fromtimestamp(0, MOSCOW)))


def _pick(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    """The columns that have their own names in the file; one that is not there is empty."""
    return {name: fields.get(name) for name in names}


async def _order(db: Session, fields: dict[str, Any], days: Days) -> None:
    steps = {step["key"]: step for step in fields["steps"]}
    current = next((step["key"] for step in fields["steps"] if step["status"] == "current"), None)
    created_at = days.at(fields["created_day"], "10:00")
    order = Order(
        **_pick(fields, "number", "title", "body_type", "route", "price_rub", "calculation"),
        user_id=BUYER,
        status="active" if current else "done",
        current_step=current,
        created_at=created_at,
        updated_at=created_at,
    )
    db.add(order)
    await db.flush()
    for position, key in enumerate(KEYS):
        db.add(_step(order, position, steps[key], days))
    for rows in (_history, _reports, _payments, _documents):
        db.add_all(rows(order, fields, days))
    await db.flush()


def _step(order: Order, position: int, fields: dict[str, Any], days: Days) -> OrderStep:
    delay = fields.get("delay")
    return OrderStep(
        order_id=order.id,
        **_pick(fields, "key", "status", "note", "message"),
        position=position,
        planned_from=days.day(fields["planned"][0]),
        planned_to=days.day(fields["planned"][1]),
        actual_at=days.maybe_at(fields.get("actual_day"), "17:00"),
        delay=delay
        and {
            "at": days.at(delay["day"]).isoformat(),
            "was_from": days.day(delay["was"][0]).isoformat(),
            "was_to": days.day(delay["was"][1]).isoformat(),
            "reason": delay["reason"],
        },
    )


def _history(order: Order, fields: dict[str, Any], days: Days) -> list[OrderHistory]:
    data = [(days.at(fields["created_day"], "10:00"), "created", "Заказ оформлен")]
    for step in fields["steps"]:
        if step.get("delay"):
            moved = f"{step['title']}: новый срок. {step['delay']['reason']}"
            data.append((days.at(step["delay"]["day"]), "plan", moved))
        if step.get("actual_day") is not None:
            data.append((days.at(step["actual_day"], "17:00"), "advanced", f"{step['title']}: готово"))
    return [
        OrderHistory(order_id=order.id, at=at, actor="company", kind=kind, text=text) for at, kind, text in sorted(data)
    ]


def _reports(order: Order, fields: dict[str, Any], days: Days) -> list[OrderReport]:
    return [
        OrderReport(
            order_id=order.id,
            step="logistics",
            at=days.at(point["day"], point["time"]),
            **_pick(point, "place", "text"),
        )
        for point in fields["checkpoints"]
    ]


def _payments(order: Order, fields: dict[str, Any], days: Days) -> list[Payment]:
    return [
        Payment(
            order_id=order.id,
            user_id=BUYER,
            **_pick(paid, "title", "amount_rub", "kind", "status", "receipt"),
            due_at=days.maybe_at(paid.get("due_day"), "18:00"),
            paid_at=(paid_at := days.maybe_at(paid.get("paid_day"), "18:00")),
            created_at=order.created_at,
            updated_at=paid_at or order.created_at,
        )
        for paid in fields["payments"]
    ]


def _documents(order: Order, fields: dict[str, Any], days: Days) -> list[OrderDocument]:
    documents = []
    for entry in fields["documents"]:
        at = days.at(entry.get("day", fields["created_day"]))
        due = entry.get("due_day")
        documents.append(
            OrderDocument(
                order_id=order.id,
                **_pick(entry, "step", "title", "status", "reason"),
                side=entry["from"],
                due_on=days.day(due) if due is not None else None,
                created_at=at,
                updated_at=at,
            )
        )
    return documents


async def _bookings(db: Session, data: list[dict[str, Any]], days: Days) -> None:
    orders = {order.number: order.id for order in await db.scalars(select(Order))}
    now = db.now()
    for fields in data:
        kind = KIND_OF.get(fields["kind"], fields["kind"])
        starts_at = days.at(fields["day"], fields["time"])
        db.add(
            Booking(
                user_id=BUYER,
                kind=kind,
                calendar=calendar_number(kind),
                title=fields["kind"],
                starts_at=starts_at,
                ends_at=starts_at + timedelta(minutes=fields["duration_minutes"]),
                **_pick(fields, "duration_minutes", "status", "note"),
                order_id=orders.get(fields["order"]),
                created_at=min(now, starts_at),
                updated_at=min(now, starts_at),
            )
        )
    await db.flush()


async def _favorites(db: Session, data: list[dict[str, Any]], days: Days) -> None:
    cars = {car.slug: car for car in await db.scalars(select(Car))}
    for fields in data:
        if (car := cars.get(fields["car"])) is not None:
            at, note = days.at(fields["day"]), fields["note"] or None
            db.add(Favorite(user_id=BUYER, car_id=car.id, note=note, price_rub=car.price_rub, created_at=at))
    await db.flush()
