"""Demo data of one buyer: orders at different steps, bookings, payments, favourites, a saved search, a price limit."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from chassis.database.tables import new_id
from chassis.formats import MOSCOW
from chassis.identity.tokens import Role
from chassis.web.auth import Principal
from fastapi.encoders import jsonable_encoder
from sqlalchemy import select
from sqlmodel import col

from content.bookings.schemas import BOOKING_KINDS
from content.bookings.tables import Booking, compute_calendar_number
from content.cars.tables import Car, Favorite
from content.demo import conversation, files
from content.demo import documents as example_documents
from content.media import service as media
from content.media.uploads import Upload
from content.orders.tables import Order, OrderDocument, OrderHistory, OrderReport, OrderStep
from content.payments.tables import Payment
from content.price_limits.tables import PriceLimit
from content.reservations.service import freeze_price
from content.reservations.tables import Reservation
from content.runtime import Session
from content.saved_searches import service as saved_searches
from content.saved_searches.schemas import SavedFilters, SavedSearchCreate
from content.saved_searches.tables import SavedSearch
from content.users.tables import UserCopy

BUYER_ID = UUID("01900000-0000-7000-8000-000000000001")
RESERVED_CAR = "volvo-v60-b4-2022"
# The price of the reserved car in roubles until the calculator has priced it.
RESERVED_PRICE_RUB = 4_698_309


async def load(db: Session) -> None:
    """Load the demo data once. An existing order is left unchanged."""
    data = files.read("orders.yaml", now=db.now())
    if await db.get(UserCopy, BUYER_ID) is None:
        # An event of auth replaces this copy later.
        db.add(UserCopy(id=BUYER_ID, **data["buyer"], event_time=files.EPOCH))
    order_numbers = set(await db.scalars(select(col(Order.number))))
    for fields in data["orders"]:
        if fields["number"] not in order_numbers:
            await _add_order(db, **fields)

    if not order_numbers:
        orders = {order.number: order.id for order in await db.scalars(select(Order))}
        db.add_all(_build_booking(db.now(), orders, **fields) for fields in data["bookings"])
        cars = {car.slug: car for car in await db.scalars(select(Car))}
        for fields in data["favorites"]:
            if (car := cars.get(fields.pop("car"))) is not None:
                db.add(Favorite(user_id=BUYER_ID, car_id=car.id, price_rub=car.price_rub, **fields))
        await db.flush()

    if not await db.scalar(select(col(Reservation.id)).limit(1)):
        await _add_reservation(db)
    await _add_saved_searches(db, data["searches"])
    await _add_price_limits(db, data["price_limits"])


async def _add_saved_searches(db: Session, searches: list[dict[str, Any]]) -> None:
    """Add the buyer's saved searches, unless there are some. Cars already in the catalogue cause no alerts."""
    if await db.scalar(select(col(SavedSearch.id)).where(col(SavedSearch.user_id) == BUYER_ID).limit(1)):
        return
    caller = _make_principal(db, BUYER_ID, role="user")
    for fields in searches:
        body = SavedSearchCreate(name=fields["name"], filters=SavedFilters(**fields["filters"]))
        await saved_searches.create(db, body, caller=caller)


def _make_principal(db: Session, id: UUID, *, role: Role, first_name: str = "", last_name: str = "") -> Principal:
    """Return a caller of the services, as if this person were signed in."""
    return Principal(
        id=id,
        sid=new_id(),
        role=role,
        email_verified=True,
        first_name=first_name,
        last_name=last_name,
        expires_at=db.now(),
    )


async def _add_price_limits(db: Session, limits: list[dict[str, Any]]) -> None:
    """Add the buyer's price limits for favourite cars, unless there are some."""
    if await db.scalar(select(col(PriceLimit.id)).where(col(PriceLimit.user_id) == BUYER_ID).limit(1)):
        return
    for fields in limits:
        favorite = await db.scalar(
            select(Favorite)
            .join(Car, col(Car.id) == col(Favorite.car_id))
            .where(col(Car.slug) == fields["car"], col(Favorite.user_id) == BUYER_ID)
        )
        if favorite is not None:
            limit_rub = fields["limit_rub"]
            db.add(
                PriceLimit(
                    user_id=BUYER_ID, car_id=favorite.car_id, limit_rub=limit_rub, is_below=False, created_at=db.now()
                )
            )
    await db.flush()


async def _add_reservation(db: Session) -> None:
    """Add a paid reservation of a car. The calculator may price the car later, so there is an example price."""
    car = await db.scalar(select(Car).where(col(Car.slug) == RESERVED_CAR))
    if car is None or car.status != "published":
        return
    now = db.now()
    created_at = now - timedelta(hours=20)
    expires_at = now + timedelta(hours=52)

    price_rub = car.price_rub or RESERVED_PRICE_RUB
    services = {"delivery_rub": 214_000, "work_rub": 196_000, "laboratory_rub": 48_000}
    calculation = freeze_price(car, turnkey=services, at=created_at)
    if car.price_rub is None:
        calculation |= {
            "edition": "ru-2026-01",
            "eur_rate": 93.3508,
            "rate_date": created_at.astimezone(MOSCOW).date().isoformat(),
        }
        calculation["lines"][0]["amount"] = price_rub
        calculation["total"] = price_rub + sum(services.values())

    times: dict[str, Any] = {"created_at": created_at, "updated_at": created_at}
    reservation = Reservation(
        number="BR-418205",
        user_id=BUYER_ID,
        car_id=car.id,
        car_title=car.title,
        car_slug=car.slug,
        price_rub=calculation["total"],
        calculation=calculation,
        amount_rub=50_000,
        pay_hours=2,
        hold_hours=72,
        status="paid",
        expires_at=expires_at,
        paid_at=created_at + timedelta(minutes=14),
        **times,
    )
    db.add(reservation)
    await db.flush()

    payment_fields: dict[str, Any] = {
        "kind": "deposit",
        "status": "paid",
        "paid_at": created_at + timedelta(minutes=14),
        "due_at": created_at,
    }
    title = f"Бронирование {car.title}"
    db.add(
        Payment(
            reservation_id=reservation.id, user_id=BUYER_ID, title=title, amount_rub=50_000, **payment_fields, **times
        )
    )

    car.reserved_until = expires_at
    db.add(car)
    await db.flush()


async def _upload_picture(db: Session, name: str) -> str:
    """Store a picture of a report in the media library, in a transaction of its own, and return its address."""
    content = (conversation.PICTURES / f"{name}.webp").read_bytes()
    upload = Upload(content=content, name=f"{name}.webp", kind="image/webp")
    manager = _make_principal(db, conversation.MANAGER_ID, role="admin", first_name="Марта", last_name="Ильинская")
    return media.serialize_media(await media.upload(db.runtime, upload, caller=manager)).url


async def _add_order(
    db: Session,
    *,
    steps: list[Any],
    reports: list[Any],
    payments: list[Any],
    documents: list[Any],
    messages: list[Any] | None = None,
    **fields: Any,
) -> None:
    current_step = next((step["key"] for step in steps if step["status"] == "current"), None)
    created_at = fields["created_at"]
    order = Order(
        **fields,
        user_id=BUYER_ID,
        current_step=current_step,
        status="active" if current_step else "done",
        updated_at=created_at,
    )
    db.add(order)
    await db.flush()

    for position, step in enumerate(steps):
        # The delay is stored as JSON.
        db.add(OrderStep(order_id=order.id, position=position, **step | {"delay": jsonable_encoder(step.get("delay"))}))
    history = _build_history(order, steps)
    db.add_all(history)

    for report in reports:
        addresses = [await _upload_picture(db, name) for name in report.get("pictures", [])]
        db.add(OrderReport(order_id=order.id, step="logistics", **report | {"pictures": addresses}))

    for payment_fields in payments:
        updated_at = payment_fields.get("paid_at", created_at)
        db.add(
            Payment(order_id=order.id, user_id=BUYER_ID, created_at=created_at, updated_at=updated_at, **payment_fields)
        )

    for document_fields in documents:
        document = OrderDocument(order_id=order.id, updated_at=document_fields["created_at"], **document_fields)
        if document.side == "company" and document.status == "accepted":
            await example_documents.attach(db, order, document)
        db.add(document)

    # The page for relatives says when the order was updated.
    paid_times = [payment["paid_at"] for payment in payments if "paid_at" in payment]
    order.updated_at = max(
        created_at, *(entry.at for entry in history), *(report["at"] for report in reports), *paid_times
    )
    await db.flush()
    if messages:
        await conversation.add(db, order, history, messages)


def _build_history(order: Order, steps: list[dict[str, Any]]) -> list[OrderHistory]:
    entries = [(order.created_at, "created", "Заказ оформлен")]
    for step in steps:
        if delay := step.get("delay"):
            entries.append((delay["at"], "plan", f"{step['title']}: новый срок. {delay['reason']}"))
        if at := step.get("actual_at"):
            entries.append((at, "advanced", f"{step['title']}: готово"))
    return [
        OrderHistory(order_id=order.id, at=at, actor="company", kind=kind, text=text)
        for at, kind, text in sorted(entries)
    ]


def _build_booking(now: datetime, orders: dict[str, UUID], *, order: str, kind: str, **fields: Any) -> Booking:
    starts_at = fields["starts_at"]
    minutes = fields["duration_minutes"]
    return Booking(
        **fields,
        kind=kind,
        user_id=BUYER_ID,
        calendar=compute_calendar_number(kind),
        title=BOOKING_KINDS[kind].title,
        ends_at=starts_at + timedelta(minutes=minutes),
        order_id=orders.get(order),
        created_at=min(now, starts_at),
        updated_at=min(now, starts_at),
    )
