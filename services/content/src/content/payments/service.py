"""Rules of the payments: allowed status changes; a repeated notice changes nothing."""

from typing import Any, Literal
from uuid import UUID

from chassis.auth import Principal
from chassis.database import runtime_of
from chassis.errors import Invalid, NotFound
from chassis.paging import ordering
from contracts.content import PaymentRecorded
from messaging import outbox
from persistence.search import contains_text
from sqlalchemy import ColumnElement, Row, Select, any_, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.administration import editing
from content.orders.tables import ORDER_SEARCH, PAYMENT_SEARCH, Order, Payment
from content.payments.errors import WrongTransition
from content.payments.providers import Notice
from content.payments.schemas import PaymentAdmin, PaymentAdminQuery, PaymentCreate, PaymentUpdate
from content.payments.tables import PaymentNotice

NEXT_STATUSES: dict[str, set[str]] = {
    "pending": {"waiting", "paid", "cancelled"},
    "waiting": {"pending", "paid", "cancelled"},
    "paid": {"refunded"},
    "cancelled": set(),
    "refunded": set(),
}
# Not paid yet: the buyer is notified of changes as of a new invoice.
OPEN = {"pending", "waiting"}
DETAILS, RECEIPT = {"amount_rub", "due_at", "kind", "title"}, {"receipt", "receipt_url"}
TITLES = {"deposit": "Задаток", "payment": "Платёж", "refund": "Возврат"}


def visible_to(caller: Principal) -> ColumnElement[bool]:
    """One's own payments."""
    return col(Payment.user_id) == caller.id


def _select_with_order() -> Select[Any]:
    columns: list[Any] = [Payment, col(Order.title), col(Order.number)]
    return select(*columns).join(Order, col(Order.id) == Payment.order_id)


def serialize_payment(row: Row[Any]) -> PaymentAdmin:
    """A payment with the name of its order."""
    payment, title, number = tuple(row)
    return PaymentAdmin(**payment.model_dump(), order_title=title, order_number=number)


async def list_own(db: AsyncSession, *, caller: Principal, limit: int, offset: int) -> tuple[list[PaymentAdmin], int]:
    """One's own payments, newest first."""
    chosen = _select_with_order().where(visible_to(caller)).order_by(col(Payment.id).desc())
    rows = await db.execute(chosen.limit(limit).offset(offset))
    total = await db.scalar(select(func.count()).select_from(Payment).where(visible_to(caller)))
    return [serialize_payment(row) for row in rows], total or 0


async def list_for_admin(db: AsyncSession, query: PaymentAdminQuery) -> tuple[list[PaymentAdmin], int]:
    """A page of all payments."""
    filters: list[ColumnElement[bool]] = [
        getattr(Payment, name) == value
        for name in ("status", "kind", "order_id", "user_id")
        if (value := getattr(query, name)) is not None
    ]
    if query.search:
        filters.append(_search_filter(query.search))
    ordered = _select_with_order().where(*filters).order_by(ordering(Payment, query.sort), col(Payment.id))
    rows = await db.execute(ordered.limit(query.limit).offset(query.offset))
    joined = select(func.count()).select_from(Payment).join(Order, col(Order.id) == Payment.order_id)
    return [serialize_payment(row) for row in rows], await db.scalar(joined.where(*filters)) or 0


def _search_filter(words: str) -> ColumnElement[bool]:
    """Search in the titles of payment and order; orders are selected first, so that both searches use an index."""
    orders = func.array(select(col(Order.id)).where(contains_text(ORDER_SEARCH, words)).scalar_subquery())
    return or_(contains_text(PAYMENT_SEARCH, words), col(Payment.order_id) == any_(orders))


async def read_payment(db: AsyncSession, id: UUID) -> PaymentAdmin:
    """One payment. Raises NotFound."""
    row = (await db.execute(_select_with_order().where(col(Payment.id) == id))).one_or_none()
    if row is None:
        raise NotFound("Такого платежа нет")
    return serialize_payment(row)


async def create(db: AsyncSession, body: PaymentCreate, *, caller: Principal) -> Payment:
    """Create an invoice, or record a payment that arrived. Raises Invalid."""
    order = await db.get(Order, body.order_id)
    if order is None:
        raise Invalid(order_id="Такого заказа нет")
    now = runtime_of(db).now()
    payment = Payment(
        **body.model_dump(exclude={"title"}),
        title=body.title or TITLES[body.kind],
        user_id=order.user_id,
        paid_at=now if body.status == "paid" else None,
        created_at=now,
        updated_at=now,
    )
    editing.add_record(db, payment, caller=caller, entity="payment", changes=body.model_dump(mode="json"))
    await db.flush()
    await _record_event(db, payment)
    return payment


async def change(db: AsyncSession, id: UUID, body: PaymentUpdate, *, caller: Principal) -> Payment:
    """Change a payment. Raises NotFound, StaleVersion, WrongTransition."""
    payment = await editing.lock_version(db, Payment, id, version=body.version)
    changes = editing.sent_fields(body)
    if "title" in changes:
        changes["title"] = changes["title"] or TITLES[changes.get("kind", payment.kind)]
    status = changes.get("status", payment.status)
    moved = _changes_status(payment, status)
    if payment.status in {"paid", "refunded"} and {"amount_rub", "kind"} & set(changes):
        raise WrongTransition("Сумму полученного платежа не меняют: запишите возврат")
    if moved and status == "paid":
        changes["paid_at"] = runtime_of(db).now()
    changed = editing.apply_changes(db, payment, changes, caller=caller, entity="payment")
    await db.flush()
    if moved or (payment.status in OPEN and DETAILS & set(changed)):
        await _record_event(db, payment)
    elif RECEIPT & set(changed) and (payment.receipt or payment.receipt_url):
        await _record_event(db, payment, change="receipt")
    elif (DETAILS | RECEIPT) & set(changed):
        await _record_event(db, payment, change="details")
    return payment


async def delete(db: AsyncSession, id: UUID, *, caller: Principal) -> None:
    """Delete a payment recorded by mistake; an open invoice is published as cancelled. Raises NotFound."""
    payment = await editing.lock_record(db, Payment, id)
    if payment.status in OPEN:
        payment.status = "cancelled"
        await _record_event(db, payment)
    else:
        await _record_event(db, payment, change="removed")
    await editing.delete_record(db, payment, caller=caller, entity="payment")


async def apply_notice(db: AsyncSession, provider: str, notice: Notice) -> bool:
    """Apply a notice once; returns true for a repeated one. Raises NotFound, WrongTransition, Invalid."""
    now = runtime_of(db).now()
    payment = await editing.lock_record(db, Payment, notice.payment_id)
    row = insert(PaymentNotice).values(
        provider=provider,
        notice_id=notice.id,
        payment_id=notice.payment_id,
        status=notice.status,
        received_at=now,
        details={"amount_rub": notice.amount_rub},
    )
    inserted = await db.execute(row.on_conflict_do_nothing().returning(col(PaymentNotice.notice_id)))
    if inserted.first() is None:
        return True
    if notice.amount_rub != payment.amount_rub:
        raise Invalid(amount_rub="Сумма не совпадает с платежом")
    moved, receipt_url = _changes_status(payment, notice.status), notice.receipt_url or payment.receipt_url
    if moved or receipt_url != payment.receipt_url:
        payment.status, payment.updated_at, payment.version = notice.status, now, payment.version + 1
        payment.paid_at = now if moved and notice.status == "paid" else payment.paid_at
        payment.receipt_url = receipt_url
        db.add(payment)
        await _record_event(db, payment, change=None if moved else "receipt")
    return False


def _changes_status(payment: Payment, status: str) -> bool:
    """Whether the state changes. Raises WrongTransition."""
    if status == payment.status:
        return False
    if status not in NEXT_STATUSES[payment.status]:
        raise WrongTransition
    return True


async def _record_event(
    db: AsyncSession, payment: Payment, *, change: Literal["details", "receipt", "removed"] | None = None
) -> None:
    if payment.user_id is None:
        return
    order = await db.get_one(Order, payment.order_id)
    await outbox.record(
        db,
        PaymentRecorded(
            payment_id=payment.id,
            order_id=order.id,
            user_id=payment.user_id,
            order_title=order.title,
            amount_rub=payment.amount_rub,
            kind=payment.kind,
            status=payment.status,
            change=change,
        ),
    )
