"""Every SELECT of the payments. A buyer's queries begin with `visible_to(caller)`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.search import contains_text
from chassis.features.lists import PageQuery, build_order_by, fetch_rows, match_equal
from chassis.web.auth import Principal
from chassis.web.errors import NotFound, raises, require_found
from sqlalchemy import ColumnElement, Row, Select, any_, exists, func, or_, select
from sqlmodel import col

from content.orders.queries import contains_order_words
from content.orders.tables import Order
from content.payments.schemas import NoticeSettlement, PaymentAdmin, PaymentAdminQuery, Status, UnbookedNotice
from content.payments.states import RECEIVED_STATUSES, UNPAID_STATUSES, list_next_statuses, list_statuses_after_mistake
from content.payments.tables import Payment, PaymentNotice
from content.reservations.tables import ACTIVE_STATUSES, Reservation
from content.runtime import Session

# The statuses of notices about money that arrived or went back.
MONEY_STATUSES = ("paid", "refunded")
# Notices whose money waits for a manager.
UNBOOKED_FILTERS = (col(PaymentNotice.problem).is_not(None), col(PaymentNotice.settled_at).is_(None))


def visible_to(caller: Principal) -> ColumnElement[bool]:
    return col(Payment.user_id) == caller.id


def _select_with_order() -> Select[Any]:
    """Select payments, each with title and number of its order, or of its reservation."""
    # The title and the number are subqueries, so that counting the rows reads no other table.
    is_order = col(Order.id) == Payment.order_id
    is_reservation = col(Reservation.id) == Payment.reservation_id
    columns: list[Any] = [
        Payment,
        func.coalesce(_select_value(Order.title, is_order), _select_value(Reservation.car_title, is_reservation)),
        func.coalesce(_select_value(Order.number, is_order), _select_value(Reservation.number, is_reservation)),
    ]
    return select(*columns)


def _select_value(column: str, condition: ColumnElement[bool]) -> ColumnElement[str]:
    return select(col(column)).where(condition).correlate(Payment).scalar_subquery()


def serialize_payment(row: Row[Any]) -> PaymentAdmin:
    payment, title, number = tuple(row)
    next_statuses = list_next_statuses(payment.kind, payment.status)
    return PaymentAdmin(**payment.model_dump(), order_title=title, order_number=number, next_statuses=next_statuses)


def serialize_reservation_payment(payment: Payment, *, title: str, number: str) -> PaymentAdmin:
    """Convert a payment of a reservation. `title` is the car's title, `number` is the reservation's number."""
    return PaymentAdmin(**payment.model_dump(), order_title=title, order_number=number)


async def fetch_parent_number(db: Session, payment: Payment) -> str | None:
    """Return the number of the payment's order, or of its reservation if it has no order."""
    if payment.order_id is not None:
        statement = select(col(Order.number)).where(col(Order.id) == payment.order_id)
    else:
        statement = select(col(Reservation.number)).where(col(Reservation.id) == payment.reservation_id)
    return await db.scalar(statement)


async def list_own_payments(db: Session, page: PageQuery, *, caller: Principal) -> tuple[list[PaymentAdmin], int]:
    """Return the caller's payments, newest first."""
    statement = _select_with_order().where(visible_to(caller)).order_by(col(Payment.id).desc())
    return await _fetch_page(db, statement, page)


async def list_for_admin(db: Session, query: PaymentAdminQuery) -> tuple[list[PaymentAdmin], int]:
    filters = match_equal(Payment, query, "status", "kind", "order_id", "user_id")
    if query.search:
        filters.append(_build_search_filter(query.search))
    if query.unbooked is not None:
        has_unbooked = exists().where(col(PaymentNotice.payment_id) == col(Payment.id), *UNBOOKED_FILTERS)
        filters.append(has_unbooked if query.unbooked else ~has_unbooked)
    statement = _select_with_order().where(*filters).order_by(build_order_by(Payment, query.sort), col(Payment.id))
    return await _fetch_page(db, statement, query)


async def _fetch_page(db: Session, statement: Select[Any], page: PageQuery) -> tuple[list[PaymentAdmin], int]:
    rows, total = await fetch_rows(db, statement, page)
    return await _add_unbooked_notices(db, [serialize_payment(row) for row in rows]), total


async def _add_unbooked_notices(db: Session, payments: list[PaymentAdmin]) -> list[PaymentAdmin]:
    """Return the payments, each with the notices whose money it could not take."""
    statement = select(PaymentNotice).where(
        col(PaymentNotice.payment_id).in_([payment.id for payment in payments]), *UNBOOKED_FILTERS
    )
    payments_by_id = {payment.id: payment for payment in payments}
    for notice in await db.scalars(statement.order_by(col(PaymentNotice.received_at))):
        fields = notice.model_dump(include={"provider", "notice_id", "problem", "status", "received_at"})
        unbooked_notice = UnbookedNotice(**fields, amount_rub=notice.details["amount_rub"])
        payments_by_id[notice.payment_id].unbooked.append(unbooked_notice)
    return payments


async def find_unbooked_notice(db: Session, payment_id: UUID, settlement: NoticeSettlement) -> PaymentNotice | None:
    """Return a notice of the payment whose money waits for a manager."""
    statement = select(PaymentNotice).where(
        col(PaymentNotice.provider) == settlement.provider,
        col(PaymentNotice.notice_id) == settlement.notice_id,
        col(PaymentNotice.payment_id) == payment_id,
        *UNBOOKED_FILTERS,
    )
    return await db.scalar(statement)


async def has_reported_money(db: Session, payment_id: UUID) -> bool:
    """Return True if a provider has reported money that was booked on the payment, or that waits for a manager."""
    reported_money = exists().where(
        col(PaymentNotice.payment_id) == payment_id,
        col(PaymentNotice.status).in_(MONEY_STATUSES),
        col(PaymentNotice.settled_at).is_(None),
    )
    return bool(await db.scalar(select(reported_money)))


async def fetch_sibling_payments(db: Session, payment: Payment) -> Sequence[Payment]:
    """Return all payments of the order of this payment, or of its reservation, as the database has them now."""
    if payment.order_id is not None:
        is_sibling = col(Payment.order_id) == payment.order_id
    else:
        is_sibling = col(Payment.reservation_id) == payment.reservation_id
    return (await db.scalars(select(Payment).where(is_sibling).execution_options(populate_existing=True))).all()


async def lock_payments_of_reservation(db: Session, reservation_id: UUID) -> Sequence[Payment]:
    """Return and lock the payments of a reservation, the oldest first, before its reservation and car are locked."""
    statement = select(Payment).where(col(Payment.reservation_id) == reservation_id).order_by(col(Payment.id))
    return (await db.scalars(statement.with_for_update().execution_options(populate_existing=True))).all()


async def lock_open_invoices(db: Session, order_id: UUID) -> Sequence[Payment]:
    """Return and lock the unpaid invoices of an order, the oldest first. Refunds are not invoices."""
    statement = select(Payment).where(
        col(Payment.order_id) == order_id,
        col(Payment.kind) != "refund",
        col(Payment.status).in_(UNPAID_STATUSES),
    )
    statement = statement.order_by(col(Payment.id)).with_for_update()
    return (await db.scalars(statement.execution_options(populate_existing=True))).all()


def _build_search_filter(words: str) -> ColumnElement[bool]:
    """Search in the title of the payment, and in the number and title of its order.

    Orders are selected first, so that both searches use an index.
    """
    order_ids = func.array(select(col(Order.id)).where(contains_order_words(words)).scalar_subquery())
    return or_(contains_text(Payment.searched, words), col(Payment.order_id) == any_(order_ids))


async def read_own_payment(db: Session, id: UUID, *, caller: Principal) -> PaymentAdmin:
    """Return a payment of the caller. Raises NotFound, also for a payment of another buyer."""
    row = (await db.execute(_select_with_order().where(visible_to(caller), col(Payment.id) == id))).one_or_none()
    return serialize_payment(require_found(row, "Такого платежа нет"))


@raises(NotFound)
async def read_payment(db: Session, id: UUID) -> PaymentAdmin:
    """Return one payment."""
    row = (await db.execute(_select_with_order().where(col(Payment.id) == id))).one_or_none()
    [payment] = await _add_unbooked_notices(db, [serialize_payment(require_found(row, "Такого платежа нет"))])
    payment.statuses_after_mistake = await fetch_statuses_after_mistake(db, payment)
    return payment


async def fetch_statuses_after_mistake(db: Session, payment: Payment | PaymentAdmin) -> list[Status]:
    """Return the statuses to which the status of a payment can be taken back, if it was set by mistake."""
    if payment.status not in RECEIVED_STATUSES:
        return []
    has_confirmation = exists().where(
        col(PaymentNotice.payment_id) == payment.id,
        col(PaymentNotice.status) == payment.status,
        col(PaymentNotice.problem).is_(None),
    )
    if payment.order_id is not None:
        has_closed_parent = exists().where(col(Order.id) == payment.order_id, col(Order.status) == "cancelled")
    else:
        has_closed_parent = exists().where(
            col(Reservation.id) == payment.reservation_id, col(Reservation.status).not_in(ACTIVE_STATUSES)
        )
    is_confirmed, is_closed = (await db.execute(select(has_confirmation, has_closed_parent))).one()
    return list_statuses_after_mistake(
        payment.kind,
        payment.status,
        is_confirmed=is_confirmed,
        is_closed=is_closed,
        has_order=payment.order_id is not None,
    )


async def lock_invoices_due_for_reminder(
    db: Session, *, now: datetime, until: datetime
) -> Sequence[Row[Payment, Order]]:
    """Return and lock up to 50 open invoices that are due in this period and had no reminder yet, with their orders."""
    query = select(Payment, Order).join(Order, col(Order.id) == Payment.order_id)
    query = query.where(
        col(Payment.status) == "pending",
        col(Payment.kind) != "refund",
        col(Payment.user_id).is_not(None),
        col(Payment.reminded_at).is_(None),
        col(Payment.due_at) > now,
        col(Payment.due_at) <= until,
    )
    return (await db.execute(query.limit(50).with_for_update(of=Payment, skip_locked=True))).all()
