"""Rules of reservations: a car is held for one buyer, for `pay_hours` until the payment, then for `hold_hours`.

A reservation ends when its time is over, when its buyer or a manager ends it, or when it becomes an order. A change
locks the payments first, then the reservation, then the car, so that two changes cannot deadlock. The contract is
docs/product/reservation.md.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from chassis.events import outbox
from chassis.web import limits
from chassis.web.auth import Principal
from chassis.web.errors import NotFound, RateLimited, StaleVersion, check_version, raises, require_found
from contracts.content import PaymentNews, ReservationChanged, ReservationNews
from sqlalchemy import delete
from sqlmodel import col

from content import editing
from content.caps import check_cap
from content.cars import service as cars
from content.cars.errors import CarReserved
from content.cars.tables import Car
from content.orders import service as orders
from content.orders.schemas import OrderCreate
from content.payments import reservations as payments
from content.payments import service as payment_rules
from content.payments.queries import lock_payments_of_reservation
from content.payments.tables import Payment
from content.records import build_record
from content.reservations import live_hints, queries, serializers
from content.reservations.errors import (
    CarNotOnOffer,
    CarNotPriced,
    ReservationEnded,
    ReservationsDisabled,
    TooManyReservations,
)
from content.reservations.schemas import (
    ReservationAdmin,
    ReservationAdminQuery,
    ReservationOrder,
    ReservationRead,
    ReservationRelease,
    ReservationStatus,
)
from content.reservations.tables import ACTIVE_STATUSES, Reservation
from content.runtime import ContentRuntime, Session
from content.site import service as site
from content.users.tables import UserCopy

# How long before the end of a reservation its buyer is notified.
UNPAID_NOTICE_TIME = timedelta(minutes=30)
PAID_NOTICE_TIME = timedelta(hours=12)
# The unique index: a car has at most one active reservation.
ACTIVE_RESERVATION_INDEX = "reservations_one_of_car"
# Titles of the parts of a price, by their names in `price_details`.
PRICE_PART_TITLES = {
    "carPrice": "Автомобиль",
    "customsDuty": "Единый таможенный платёж",
    "exciseTax": "Акциз",
    "vat": "НДС",
    "registrationCost": "Таможенный сбор",
    "recyclingFee": "Утилизационный сбор",
}


@raises(NotFound, CarReserved, CarNotOnOffer, CarNotPriced, ReservationsDisabled, TooManyReservations, RateLimited)
async def reserve(db: Session, car_id: UUID, *, caller: Principal) -> ReservationRead:
    """Hold a car for the caller. A repeated call returns the caller's active reservation of this car."""
    settings = await site.read_settings(db)
    terms = settings.reservation
    await _end_overdue_of_car(db, car_id)

    car = await queries.lock_car(db, car_id)
    if car is None or car.status == "hidden":
        raise NotFound("Такого автомобиля нет")
    active_reservation = await queries.find_active_reservation_of_car(db, car_id)
    if active_reservation is not None and active_reservation.user_id == caller.id:
        return await read_own_reservation(db, active_reservation.id, caller=caller)
    if active_reservation is not None:
        raise CarReserved
    if car.status != "published":
        raise CarNotOnOffer
    if car.price_rub is None:
        raise CarNotPriced
    if not terms.enabled:
        raise ReservationsDisabled

    own_reservations = queries.select_active_reservations(caller)
    await check_cap(db, own_reservations, owner=caller.id, maximum=terms.max_active, error=TooManyReservations)
    day = timedelta(days=1)
    await limits.hit(db.runtime, "reservations", str(caller.id), limit=terms.per_day, per=day, within=db)

    offer = (await cars.read_car(db, str(car.id))).car
    expires_at = db.now() + timedelta(hours=terms.pay_hours)
    reservation = build_record(
        db,
        Reservation,
        number=await _find_free_number(db),
        user_id=caller.id,
        car_id=car.id,
        car_title=car.title,
        car_slug=car.slug,
        price_rub=offer.turnkey_rub or car.price_rub,
        calculation=freeze_price(car, turnkey=offer.turnkey.model_dump() if offer.turnkey else {}, at=db.now()),
        amount_rub=terms.amount_rub,
        pay_hours=terms.pay_hours,
        hold_hours=terms.hold_hours,
        expires_at=expires_at,
        warned_at=_compute_warned_at(db, expires_at, notice_time=UNPAID_NOTICE_TIME),
    )
    async with editing.translate_refusal(db, ACTIVE_RESERVATION_INDEX, CarReserved):
        db.add(reservation)

    payments.add_invoice(
        db,
        reservation_id=reservation.id,
        user_id=caller.id,
        title=f"Бронирование {car.title}",
        amount_rub=terms.amount_rub,
        due_at=expires_at,
    )
    await _update_car_hold(db, reservation, until=expires_at)
    await _record_event(db, reservation, "made", client=caller.name)
    await db.flush()
    return await read_own_reservation(db, reservation.id, caller=caller)


def freeze_price(car: Car, *, turnkey: dict[str, int], at: datetime) -> dict[str, Any]:
    """Copy the price of a car with its rate, edition and parts, in the format of an order's calculation."""
    details = car.price_details or {}
    lines = [
        {"title": title, "amount": int(details[name])} for name, title in PRICE_PART_TITLES.items() if details.get(name)
    ]
    if not lines:
        lines = [{"title": "Автомобиль с таможней", "amount": car.price_rub}]
    services = {
        "delivery_rub": "Доставка и страховка груза",
        "work_rub": "Работа по договору",
        "laboratory_rub": "Лаборатория и электронный паспорт",
    }
    lines += [{"title": title, "amount": turnkey[name]} for name, title in services.items() if turnkey.get(name)]
    return {
        "edition": details.get("edition"),
        "eur_rate": float(car.eur_rate) if car.eur_rate is not None else None,
        "rate_date": car.rate_date.isoformat() if car.rate_date else None,
        "price_eur": int(car.price_eur) if car.price_eur is not None else None,
        "total": sum(line["amount"] or 0 for line in lines),
        "saved_at": at.isoformat(),
        "lines": lines,
    }


async def _find_free_number(db: Session) -> str:
    """Generate numbers such as BR-418205 until one is free."""
    while True:
        number = f"BR-{secrets.randbelow(900_000) + 100_000}"
        if not await queries.is_number_taken(db, number):
            return number


def _compute_warned_at(db: Session, expires_at: datetime, *, notice_time: timedelta) -> datetime | None:
    """Return now if the reservation ends so soon that no separate warning is sent, otherwise None.

    The warning of such a reservation counts as sent.
    """
    now = db.now()
    return now if expires_at <= now + notice_time else None


async def read_own_reservation(db: Session, id: UUID, *, caller: Principal) -> ReservationRead:
    """Return a reservation of the caller. Raises NotFound."""
    [reservation] = await serialize_own_reservations(db, [await queries.get_own_reservation(db, id, caller=caller)])
    return reservation


async def serialize_own_reservations(db: Session, reservations: Sequence[Reservation]) -> list[ReservationRead]:
    """Convert reservations for their buyer."""
    requisites = (await site.read_settings(db)).requisites
    payment_rows = await queries.list_payments(db, [reservation.id for reservation in reservations])
    return [
        serializers.serialize_for_buyer(reservation, payment_rows, requisites=requisites, now=db.now())
        for reservation in reservations
    ]


async def list_for_admin(db: Session, query: ReservationAdminQuery) -> tuple[list[ReservationAdmin], int]:
    """Return a page of all reservations, for an administrator."""
    rows, total = await queries.list_for_admin(db, query)
    payment_rows = await queries.list_payments(db, [reservation.id for reservation, _ in rows])
    now = db.now()
    serialized_reservations = [
        serializers.serialize_for_admin(reservation, user, payment_rows, now=now) for reservation, user in rows
    ]
    return serialized_reservations, total


@raises(NotFound)
async def read_for_admin(db: Session, id: UUID) -> ReservationAdmin:
    """Return any reservation, for an administrator."""
    reservation = require_found(await db.get(Reservation, id), queries.NOT_FOUND_TEXT)
    user = await db.get(UserCopy, reservation.user_id) if reservation.user_id else None
    payment_rows = await queries.list_payments(db, [id])
    return serializers.serialize_for_admin(reservation, user, payment_rows, now=db.now())


async def _lock_active(db: Session, id: UUID) -> tuple[Reservation, Sequence[Payment]]:
    """Lock an active reservation with its payments. Raises NotFound, ReservationEnded."""
    payment_rows = await lock_payments_of_reservation(db, id)
    reservation = await editing.lock_record(db, Reservation, id)
    if reservation.status not in ACTIVE_STATUSES:
        raise ReservationEnded
    return reservation, payment_rows


@raises(NotFound, ReservationEnded)
async def cancel(db: Session, id: UUID, *, caller: Principal) -> ReservationRead:
    """End a reservation of the caller. The paid amount is refunded."""
    await queries.get_own_reservation(db, id, caller=caller)
    reservation, payment_rows = await _lock_active(db, id)
    await _end(db, reservation, payment_rows, "cancelled", client=caller.name)
    return await read_own_reservation(db, id, caller=caller)


@raises(NotFound, ReservationEnded, StaleVersion)
async def release(db: Session, id: UUID, body: ReservationRelease, *, caller: Principal) -> ReservationAdmin:
    """End a reservation for a reason that its buyer reads. The paid amount is refunded."""
    reservation, payment_rows = await _lock_active(db, id)
    check_version(body.version, reservation.version)
    await _end(db, reservation, payment_rows, "released", reason=body.reason)
    editing.record_action(db, reservation, "release", caller=caller, changes={"reason": body.reason})
    return await read_for_admin(db, id)


async def _end(
    db: Session,
    reservation: Reservation,
    payment_rows: Sequence[Payment],
    status: ReservationStatus,
    *,
    reason: str | None = None,
    client: str | None = None,
) -> None:
    """End a locked reservation: close its payments, free its car, and publish the event."""
    was_paid = reservation.status == "paid"
    refund_rub = payments.close(db, payment_rows)
    reservation.status = status
    reservation.ended_at = db.now()
    reservation.reason = reason
    editing.mark_changed(db, reservation)
    await _update_car_hold(db, reservation, until=None)
    # The type of `status` is wider than the statuses that end a reservation.
    news_by_status: dict[str, ReservationNews] = {
        "expired": "expired",
        "cancelled": "cancelled",
        "released": "released",
    }
    await _record_event(
        db, reservation, news_by_status[status], is_paid=was_paid, reason=reason, client=client, refund_rub=refund_rub
    )


async def _update_car_hold(db: Session, reservation: Reservation, *, until: datetime | None) -> None:
    """Set until when the car of a reservation is held, and notify open pages."""
    if reservation.car_id is None:
        return
    car = await queries.lock_car(db, reservation.car_id)
    if car is None:
        return
    car.reserved_until = until
    db.add(car)
    cars.cache.drop_after_commit(db)
    live_hints.announce(db, car.slug)


async def _record_event(db: Session, reservation: Reservation, news: ReservationNews, **fields: Any) -> None:
    """Publish a change of a reservation. After the buyer's erasure the event has no user id."""
    fields.setdefault("is_paid", reservation.status == "paid")
    event = ReservationChanged(
        reservation_id=reservation.id,
        user_id=reservation.user_id,
        number=reservation.number,
        car_id=reservation.car_id,
        car_title=reservation.car_title,
        car_slug=reservation.car_slug,
        amount_rub=reservation.amount_rub,
        news=news,
        expires_at=reservation.expires_at,
        order_id=reservation.order_id,
        **fields,
    )
    await outbox.record(db, event)


@raises(NotFound, ReservationEnded, StaleVersion)
async def make_order(db: Session, id: UUID, body: ReservationOrder, *, caller: Principal) -> ReservationAdmin:
    """Make an order from a reservation at its frozen price. The car is sold; the paid amount counts in the order."""
    reservation, payment_rows = await _lock_active(db, id)
    check_version(body.version, reservation.version)
    if reservation.user_id is None:
        raise ReservationEnded

    was_paid = reservation.status == "paid"
    car = await queries.lock_car(db, reservation.car_id) if reservation.car_id else None
    order_fields = OrderCreate(
        user_id=reservation.user_id,
        title=reservation.car_title,
        body_type=car.body_type if car else None,
        route=body.route,
        car_id=car.id if car else None,
        price_rub=reservation.price_rub,
    )
    order = await orders.create(db, order_fields, caller=caller, calculation=reservation.calculation)
    payments.move_to_order(db, payment_rows, order.id)

    reservation.status = "ordered"
    reservation.ended_at = db.now()
    reservation.order_id = order.id
    editing.mark_changed(db, reservation)
    if car is not None:
        car.status = "sold"
        editing.mark_changed(db, car)
        editing.record_action(db, car, "update", caller=caller, changes={"status": "sold"})
    await _update_car_hold(db, reservation, until=None)
    editing.record_action(db, reservation, "order", caller=caller, changes={"order_number": order.number})
    await _record_event(db, reservation, "ordered", is_paid=was_paid, order_number=order.number)
    await db.flush()
    return await read_for_admin(db, id)


async def update_after_payment(
    db: Session, payment: Payment, news: PaymentNews, *, is_taken_back: bool = False
) -> None:
    """Update a reservation after an event of its payment. The caller has locked the payment."""
    if payment.reservation_id is None:
        return
    reservation = await db.get(Reservation, payment.reservation_id, with_for_update=True, populate_existing=True)
    if reservation is None:
        return
    is_refund = payment.kind == "refund"
    if not is_refund and reservation.status in ACTIVE_STATUSES:
        await _update_after_invoice(db, reservation, payment, news)
        return
    if is_taken_back:
        owed_rub = payment.amount_rub if is_refund and news == "reopened" else 0
        reason = _describe_correction(is_refund=is_refund, is_refund_due=owed_rub > 0)
        await _record_event(db, reservation, "released", reason=reason, refund_rub=owed_rub, is_taken_back=True)
        return
    # The buyer has the money back when a refund is paid, or when the invoice itself is refunded.
    money_returned_news = "paid" if is_refund else "refunded"
    if news == money_returned_news:
        await _record_event(db, reservation, "refunded", refund_rub=payment.amount_rub)


def _describe_correction(*, is_refund: bool, is_refund_due: bool) -> str:
    """Return the text that tells the buyer of an ended reservation which payment mistake was corrected."""
    if not is_refund:
        return "оплату отметили по ошибке, деньги не приходили"
    if is_refund_due:
        return "возврат отметили по ошибке, деньги ещё не отправлены"
    return "возврат отметили по ошибке, он отменён"


async def _update_after_invoice(db: Session, reservation: Reservation, payment: Payment, news: PaymentNews) -> None:
    """Update an active, locked reservation after an event of its invoice."""
    now = db.now()
    if news == "paid":
        reservation.status = "paid"
        reservation.paid_at = now
        await _move_end(db, reservation, now + timedelta(hours=reservation.hold_hours), notice_time=PAID_NOTICE_TIME)
        user = await db.get(UserCopy, reservation.user_id) if reservation.user_id else None
        await _record_event(db, reservation, "paid", client=user.name if user else None)
    elif news == "awaited":
        # The bank takes days to confirm a transfer, so the car is held as long as for a paid reservation.
        await _move_end(db, reservation, now + timedelta(hours=reservation.hold_hours), notice_time=UNPAID_NOTICE_TIME)
    elif news == "reopened" and reservation.status == "paid":
        # The invoice was marked as paid by mistake. The buyer was notified of a later end, so the end is sent again.
        reservation.status = "awaiting_payment"
        reservation.paid_at = None
        await _move_end(db, reservation, now + timedelta(hours=reservation.pay_hours), notice_time=UNPAID_NOTICE_TIME)
        await _record_event(db, reservation, "ending", is_taken_back=True)
    elif news == "reopened":
        await _move_end(db, reservation, now + timedelta(hours=reservation.pay_hours), notice_time=UNPAID_NOTICE_TIME)
    elif news in {"cancelled", "refunded", "removed"}:
        reasons = {"cancelled": "Счёт за бронь отменён", "refunded": "Деньги за бронь возвращены"}
        payment_rows = await lock_payments_of_reservation(db, reservation.id)
        other_payments = [row for row in payment_rows if row.id != payment.id]
        reason = reasons.get(news, "Платёж за бронь записан по ошибке")
        await _end(db, reservation, other_payments, "released", reason=reason)


async def _move_end(db: Session, reservation: Reservation, expires_at: datetime, *, notice_time: timedelta) -> None:
    """Set when a reservation ends, and hold its car until then."""
    reservation.expires_at = expires_at
    reservation.warned_at = _compute_warned_at(db, expires_at, notice_time=notice_time)
    editing.mark_changed(db, reservation)
    await _update_car_hold(db, reservation, until=expires_at)


payment_rules.RESERVATION_PAYMENT_LISTENERS.append(update_after_payment)


async def _end_overdue_of_car(db: Session, car_id: UUID) -> None:
    """End the active reservation of a car if its time is over, without waiting for the job."""
    active_reservation = await queries.find_active_reservation_of_car(db, car_id)
    if active_reservation is not None and active_reservation.expires_at <= db.now():
        await _end_if_overdue(db, active_reservation.id)


async def _end_if_overdue(db: Session, id: UUID) -> None:
    """End a reservation if its time is over. A concurrent transaction may have paid or ended it."""
    payment_rows = await lock_payments_of_reservation(db, id)
    reservation = await db.get(Reservation, id, with_for_update=True, populate_existing=True)
    if reservation is None or reservation.status not in ACTIVE_STATUSES or reservation.expires_at > db.now():
        return
    await _end(db, reservation, payment_rows, "expired")
    await db.flush()


async def end_overdue_reservations(db: Session, runtime: ContentRuntime) -> None:
    """End the reservations whose time is over, each in a transaction of its own. `db` only reads."""
    for id in await queries.list_due_ids(db, now=runtime.now()):
        async with runtime.database.transaction() as write_db:
            await _end_if_overdue(write_db, id)


async def send_ending_warnings(db: Session, runtime: ContentRuntime) -> None:
    """Publish one warning for each reservation that ends soon."""
    now = runtime.now()
    for status, notice_time in (("awaiting_payment", UNPAID_NOTICE_TIME), ("paid", PAID_NOTICE_TIME)):
        for reservation in await queries.lock_reservations_near_end(db, status, now=now, until=now + notice_time):
            reservation.warned_at = now
            db.add(reservation)
            await _record_event(db, reservation, "ending")


async def end_reservations_of_user(db: Session, user_id: UUID) -> bool:
    """End the active reservations of an erased account. Returns True if a payment has to be refunded."""
    is_refund_due = False
    for id in await queries.list_active_ids_of_user(db, user_id):
        reservation, payment_rows = await _lock_active(db, id)
        is_refund_due = is_refund_due or reservation.status == "paid"
        reservation.user_id = None
        await _end(db, reservation, payment_rows, "cancelled", reason="Учётная запись удалена")
    return is_refund_due


async def purge_old_reservations(db: Session, runtime: ContentRuntime) -> None:
    """Delete reservations that ended long ago, with their payments. Payments of an order are deleted with the order."""
    unpaid_before = runtime.now() - timedelta(days=runtime.settings.reservation_keep_days)
    ids = await queries.lock_old_reservations(db, unpaid_before=unpaid_before, before=runtime.now() - orders.RETENTION)
    await db.execute(delete(Payment).where(col(Payment.reservation_id).in_(ids), col(Payment.order_id).is_(None)))
    await db.execute(delete(Reservation).where(col(Reservation.id).in_(ids)))
