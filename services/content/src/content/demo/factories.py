"""Factories of rows with sensible defaults, shared by the seed and the tests."""

import secrets
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from chassis.database.tables import Base, new_id

from content import opening_hours
from content.articles import service as articles
from content.articles.tables import Post
from content.cars import service as cars
from content.cars.inspection_tables import CarFault, CarInspection
from content.cars.tables import Car, CarPrice
from content.comments.tables import Comment
from content.inquiries.tables import Contact, ServiceRequest
from content.orders import service as orders
from content.orders.tables import Order
from content.payments.tables import Payment
from content.records import build_record
from content.runtime import Session
from content.team.tables import TeamMember
from content.users.tables import UserCopy

R = TypeVar("R", bound=Base)


def make_id_at(time: datetime) -> UUID:
    """Create a UUID of version 7 for that time, because lists are ordered by id.

    RFC 9562, section 5.7: 48 bits of the time, the version, 12 random bits, the variant and 62 random bits.
    """
    milliseconds = int(time.timestamp() * 1000)
    return UUID(int=milliseconds << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62))


async def _save(db: Session, row: R) -> R:
    db.add(row)
    await db.flush()
    return row


async def make_post(db: Session, **fields: Any) -> Post:
    """Create a published article."""
    values = {
        "title": "Как выбрать автомобиль",
        "content": "Первый абзац.\n\nВторой абзац.",
        "categories": ["tips"],
        "status": "published",
        "author_first_name": "Марта",
        "author_last_name": "Ильинская",
        **fields,
    }
    return await _save(db, await articles.build_post(db, **values))


async def make_car(db: Session, **fields: Any) -> Car:
    values = {
        "slug": f"car-{new_id()}",
        "brand": "BMW",
        "model": "318d",
        "year": 2022,
        "body_type": "sedan",
        "fuel": "diesel",
        "engine_volume_l": "1.995",
        "power_hp": 150,
        "price_eur": 24300,
        **fields,
    }
    return await _save(db, cars.build_car(db, **values))


async def make_price(db: Session, car: Car, **fields: Any) -> CarPrice:
    """Create the price of a car on an earlier day."""
    return await _save(db, CarPrice(car_id=car.id, **fields))


async def make_inspection(db: Session, car: Car, **fields: Any) -> CarInspection:
    """Create the inspection record of a car, with its faults."""
    faults = fields.pop("faults", [])
    values = {"inspected_on": db.now().date(), **fields}
    inspection = await _save(db, build_record(db, CarInspection, car_id=car.id, **values))
    for fault in faults:
        await _save(db, CarFault(inspection_id=inspection.id, **fault))
    return inspection


async def make_comment(db: Session, post: Post, **fields: Any) -> Comment:
    """Create an approved comment."""
    created_at = fields.pop("created_at", None)
    at = created_at or db.now()
    values = {
        "id": make_id_at(at) if created_at else new_id(),
        "user_id": new_id(),
        "content": f"Спасибо за статью, {new_id()}",
        "status": "approved",
        "first_name": "Олег",
        "last_name": "Вишня",
        **fields,
    }
    return await _save(db, Comment(post_id=post.id, created_at=at, updated_at=at, **values))


async def make_contact(db: Session, **fields: Any) -> Contact:
    """Create a message that waits for an answer."""
    values = {"email": "vishnya@example.com", "message": f"Сколько ждать машину? {new_id()}", **fields}
    return await _save(db, Contact(**_build_inquiry_fields(db, values)))


async def make_request(db: Session, **fields: Any) -> ServiceRequest:
    """Create a request for a call."""
    return await _save(db, ServiceRequest(**_build_inquiry_fields(db, {"kind": "callback", **fields})))


def _build_inquiry_fields(db: Session, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that messages and requests share: the sender, and the reply deadline, which may have passed."""
    runtime = db.runtime
    now = runtime.now()
    created_at = fields.pop("created_at", None)
    at = created_at or now
    due_at = opening_hours.compute_deadline(
        at, minutes=runtime.settings.reply_minutes, hours=opening_hours.OpeningHours()
    )
    return {
        "id": make_id_at(at) if created_at else new_id(),
        "name": "Олег Вишня",
        "phone": "+74950000030",
        "fingerprint": str(new_id()),
        "consent_at": at,
        "due_at": due_at,
        "overdue_at": due_at if due_at <= now and fields.get("status", "new") == "new" else None,
        "created_at": at,
        "updated_at": fields.get("answered_at") or at,
        **fields,
    }


async def make_member(db: Session, **fields: Any) -> TeamMember:
    values = {"name": "Нина Полякова", "position": "Передача автомобилей", "handle": f"member-{new_id()}", **fields}
    return await _save(db, build_record(db, TeamMember, **values))


async def make_user(db: Session, **fields: Any) -> UserCopy:
    id = fields.pop("id", new_id())
    values = {"email": f"{id}@example.com", "first_name": "Олег", "last_name": "Вишня", **fields}
    return await _save(db, UserCopy(id=id, event_time=db.now(), **values))


async def make_order(db: Session, **fields: Any) -> Order:
    """Create an order at its first step."""
    number = f"MA-{new_id()}"
    user_id = new_id()
    values = {"number": number, "user_id": user_id, "title": "BMW 318d, 2022", "price_rub": 3_000_000, **fields}
    order = await _save(db, build_record(db, Order, **values))
    db.add_all(orders.build_steps(order.id, db.now().date()))
    await db.flush()
    return order


async def make_payment(db: Session, order: Order, **fields: Any) -> Payment:
    """Create an open invoice of an order."""
    values = {"title": "Задаток", "amount_rub": 200_000, "kind": "deposit", **fields}
    return await _save(db, build_record(db, Payment, order_id=order.id, user_id=order.user_id, **values))
