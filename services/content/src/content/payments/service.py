"""Rules of the payments: which status changes are allowed, and how notices of payment providers are applied."""

import logging
from datetime import datetime, timedelta
from typing import Any, Protocol
from uuid import UUID

from chassis.events import outbox
from chassis.web.auth import Principal
from chassis.web.errors import Conflict, Invalid, NotFound, StaleVersion, check_version, raises, require_found
from contracts.content import PaymentNews, PaymentRecorded, PaymentReminder
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from content import editing
from content.orders import queries as order_queries
from content.orders.errors import OrderCancelled
from content.orders.tables import Order
from content.payments import queries
from content.payments.providers import Notice
from content.payments.refunds import RefundAbovePaid, check_refunds, compute_refundable_part, is_given_back
from content.payments.schemas import (
    NoticeAnswer,
    NoticeSettlement,
    PaymentAdmin,
    PaymentCreate,
    PaymentUpdate,
    Problem,
    TakeBack,
)
from content.payments.states import RECEIVED_STATUSES, UNPAID_STATUSES, list_next_statuses
from content.payments.tables import Payment, PaymentNotice
from content.records import build_record
from content.runtime import ContentRuntime, Session

log = logging.getLogger(__name__)
# The news for the buyer, by new status.
NEWS: dict[str, PaymentNews] = {
    "pending": "reopened",
    "waiting": "awaited",
    "paid": "paid",
    "cancelled": "cancelled",
    "refunded": "refunded",
}


class ReservationPaymentListener(Protocol):
    """A function that is called when a payment of a reservation changes, in the same transaction."""

    async def __call__(self, db: Session, payment: Payment, news: PaymentNews, *, is_taken_back: bool) -> None: ...


# `reservations.service` adds its listener when it is imported: reservations depend on payments, so payments may not
# import them.
RESERVATION_PAYMENT_LISTENERS: list[ReservationPaymentListener] = []
DETAIL_FIELDS = {"amount_rub", "due_at", "kind", "title"}
# The message about a changed invoice says who bears the risk of customs payments.
INVOICE_FIELDS = DETAIL_FIELDS | {"includes_customs"}
RECEIPT_FIELDS = {"receipt", "receipt_url"}
DEFAULT_TITLES = {"deposit": "Задаток", "payment": "Платёж", "refund": "Возврат"}
SUM_IS_FINAL_TEXT = "Сумму полученного платежа не меняют: запишите возврат"


class MoneyReported(Conflict):
    code = "money_reported"
    message = (
        "О деньгах по этому платежу сообщила платёжная система, такую запись не удаляют: запишите возврат или закройте "
        "поступление"
    )


class WrongTransition(Conflict):
    code = "wrong_transition"
    message = "Из этого состояния платёж так не меняется"


@raises(OrderCancelled, Invalid)
async def create(db: Session, body: PaymentCreate, *, caller: Principal) -> PaymentAdmin:
    """Create an invoice, or record a payment that arrived.

    A cancelled order takes no new invoice. Money that still arrives for the order is recorded, so that a refund can
    follow.
    """
    # The order cannot be cancelled until the end of this transaction.
    await order_queries.lock_order_key(db, body.order_id)
    order = await db.get(Order, body.order_id, populate_existing=True)
    if order is None:
        raise Invalid(order_id="Такого заказа нет")
    if order.status == "cancelled" and body.kind != "refund" and body.status in UNPAID_STATUSES:
        raise OrderCancelled
    if body.status in UNPAID_STATUSES:
        _check_due_time(db, body.due_at)
    payment = build_record(
        db,
        Payment,
        **body.model_dump(exclude={"title"}),
        title=body.title or DEFAULT_TITLES[body.kind],
        user_id=order.user_id,
        paid_at=db.now() if body.status == "paid" else None,
        reminded_at=_compute_reminded_at(db, body.due_at),
    )
    editing.add_record(db, payment, caller=caller, changes=body.model_dump(mode="json"), parent_number=order.number)
    await check_refunds(db, payment, refundable_before=0)
    await _record_event(db, payment, "invoice" if payment.status in UNPAID_STATUSES else NEWS[payment.status])
    return await queries.read_payment(db, payment.id)


@raises(NotFound, StaleVersion, WrongTransition, RefundAbovePaid, OrderCancelled, Invalid)
async def change(db: Session, id: UUID, body: PaymentUpdate, *, caller: Principal) -> PaymentAdmin:
    """Change a payment."""
    await _lock_order(db, id)
    payment, changes = await editing.lock_to_change(db, Payment, id, body)
    refundable_before = compute_refundable_part(payment)
    if "title" in changes:
        changes["title"] = changes["title"] or DEFAULT_TITLES[changes.get("kind", payment.kind)]

    status = changes.get("status", payment.status)
    has_new_status = _check_status_change(payment, status)
    changes_sum = any(name in changes and changes[name] != getattr(payment, name) for name in ("amount_rub", "kind"))
    if payment.status in RECEIVED_STATUSES and changes_sum:
        raise WrongTransition(SUM_IS_FINAL_TEXT)
    is_no_longer_refund = payment.kind == "refund" and changes.get("kind", "refund") != "refund"
    if is_no_longer_refund and status in UNPAID_STATUSES:
        await _check_not_cancelled(db, payment)

    if has_new_status and status == "paid":
        changes["paid_at"] = db.now()
    if changes.get("due_at", payment.due_at) != payment.due_at:
        if status in UNPAID_STATUSES:
            _check_due_time(db, changes["due_at"])
        payment.reminded_at = _compute_reminded_at(db, changes["due_at"])

    parent_number = await queries.fetch_parent_number(db, payment)
    kind_of_refund = _describe_refund(changes.get("kind", payment.kind)) if has_new_status else {}
    changed_fields = editing.apply_changes(
        db, payment, changes, caller=caller, dependent_changes=kind_of_refund, parent_number=parent_number
    )
    await check_refunds(db, payment, refundable_before=refundable_before)
    if has_new_status:
        await _record_event(db, payment, NEWS[payment.status])
    else:
        await _publish_details(db, payment, set(changed_fields))
    return await queries.read_payment(db, id)


@raises(NotFound, StaleVersion, WrongTransition, RefundAbovePaid)
async def take_back(db: Session, id: UUID, body: TakeBack, *, caller: Principal) -> PaymentAdmin:
    """Take back a status that was set by mistake: the money did not arrive, or it was not returned.

    The buyer was notified of the money, and is notified of the mistake. The receipt is removed too. A status that the
    payment provider has reported is not a mistake, so it stays.
    """
    await _lock_order(db, id)
    payment = await editing.lock_record(db, Payment, id)
    check_version(body.version, payment.version)
    if body.status not in await queries.fetch_statuses_after_mistake(db, payment):
        raise WrongTransition

    refundable_before = compute_refundable_part(payment)
    changes: dict[str, Any] = {"status": body.status}
    if payment.status == "paid":
        changes |= {"paid_at": None, "receipt": None, "receipt_url": None}
        # The buyer is notified now that the payment is due, so a reminder shortly after is not sent.
        payment.reminded_at = payment.reminded_at or _compute_reminded_at(db, payment.due_at)
    for name, value in changes.items():
        setattr(payment, name, value)

    editing.mark_changed(db, payment)
    parent_number = await queries.fetch_parent_number(db, payment)
    audited_changes = {**_describe_refund(payment.kind), **changes}
    editing.record_action(db, payment, "take_back", caller=caller, changes=audited_changes, parent_number=parent_number)
    await check_refunds(db, payment, refundable_before=refundable_before)
    news: PaymentNews = "details" if payment.status == "paid" else NEWS[payment.status]
    await _record_event(db, payment, news, is_taken_back=True)
    return await queries.read_payment(db, id)


def _describe_refund(kind: str) -> dict[str, Any]:
    """Return the kind of a refund, for an audit entry with a new status.

    The panel has other labels for the statuses of a refund.
    """
    return {"kind": kind} if kind == "refund" else {}


async def _lock_order(db: Session, id: UUID) -> None:
    """Lock the order of a payment, so that it cannot be cancelled until the end of the transaction.

    A cancellation locks the order first and then its open invoices, so the order is locked before the payment here too.
    Raises NotFound if there is no such payment.
    """
    payment = await editing.get_record(db, Payment, id)
    if payment.order_id is not None:
        await order_queries.lock_order_key(db, payment.order_id)


async def _publish_details(db: Session, payment: Payment, changed: set[str]) -> None:
    """Publish a change of a payment that keeps its status, if a field changed that its buyer sees."""
    is_open = payment.status in UNPAID_STATUSES
    announced_fields = DETAIL_FIELDS if payment.kind == "refund" else INVOICE_FIELDS
    if is_open and announced_fields & changed:
        await _record_event(db, payment, "changed")
    elif RECEIPT_FIELDS & changed and (payment.receipt or payment.receipt_url):
        await _record_event(db, payment, "receipt")
    elif (DETAIL_FIELDS | RECEIPT_FIELDS) & changed:
        await _record_event(db, payment, "details")


async def _check_not_cancelled(db: Session, payment: Payment) -> None:
    """Check that the order of a refund that becomes an open invoice is not cancelled. Raises OrderCancelled."""
    order = await db.get(Order, payment.order_id) if payment.order_id else None
    if order is not None and order.status == "cancelled":
        raise OrderCancelled


async def cancel_open_invoices(db: Session, order: Order, *, caller: Principal) -> None:
    """Cancel the unpaid invoices of a locked order that is cancelled. Each is published like a single cancellation."""
    for invoice in await queries.lock_open_invoices(db, order.id):
        editing.apply_changes(db, invoice, {"status": "cancelled"}, caller=caller, parent_number=order.number)
        await _record_event(db, invoice, "cancelled")


def _check_due_time(db: Session, due_at: datetime | None) -> None:
    """Refuse a due time in the past: no buyer can pay by a day that is over. Raises Invalid."""
    if due_at is not None and due_at <= db.now():
        raise Invalid(due_at="Срок уже прошёл, выберите будущее время")


def _compute_reminded_at(db: Session, due_at: datetime | None) -> datetime | None:
    """Return now if the invoice is due so soon that no separate reminder is needed, otherwise None."""
    now = db.now()
    notice_time = timedelta(hours=db.runtime.settings.payment_reminder_hours)
    if due_at is None or due_at > now + notice_time:
        return None
    return now


@raises(NotFound, MoneyReported, RefundAbovePaid)
async def delete(db: Session, id: UUID, *, caller: Principal) -> None:
    """Delete a payment that was recorded by mistake. The deletion of an open invoice is published as a cancellation.

    Raises NotFound, MoneyReported if a payment provider has reported money that no manager has settled, and
    RefundAbovePaid if refunds already use the money of this payment.
    """
    payment = await editing.lock_record(db, Payment, id)
    if await queries.has_reported_money(db, payment.id):
        raise MoneyReported
    if await is_given_back(db, payment):
        raise RefundAbovePaid
    if payment.status in UNPAID_STATUSES:
        payment.status = "cancelled"
        await _record_event(db, payment, "cancelled")
    else:
        await _record_event(db, payment, "removed")
    parent_number = await queries.fetch_parent_number(db, payment)
    await editing.delete_record(db, payment, caller=caller, parent_number=parent_number)


@raises(NotFound)
async def apply_notice(db: Session, provider: str, notice: Notice) -> NoticeAnswer:
    """Store a notice, and apply it once.

    A notice whose money cannot be booked waits for a manager. A refusal would lose the notice, and the provider would
    repeat it for ever.
    """
    payment = await editing.lock_record(db, Payment, notice.payment_id)
    problem = await _find_problem(db, payment, notice)
    insertion = insert(PaymentNotice).values(
        provider=provider,
        notice_id=notice.id,
        payment_id=notice.payment_id,
        status=notice.status,
        received_at=db.now(),
        problem=problem,
        details={"amount_rub": notice.amount_rub},
    )
    result = await db.execute(insertion.on_conflict_do_nothing().returning(col(PaymentNotice.notice_id)))
    if result.first() is None:
        return NoticeAnswer(repeated=True, booked=problem is None)
    if problem:
        log.warning("payment_notice_unbooked", extra={"payment_id": str(payment.id), "problem": problem})
        return NoticeAnswer(repeated=False, booked=False)
    await _apply_to_payment(db, payment, notice)
    return NoticeAnswer(repeated=False, booked=True)


async def _find_problem(db: Session, payment: Payment, notice: Notice) -> Problem | None:
    """Return why the notice cannot be booked. A notice about an earlier status that arrives late is not an error."""
    if notice.status not in queries.MONEY_STATUSES:
        return None
    if notice.amount_rub != payment.amount_rub:
        return "amount"
    if notice.status == payment.status or (notice.status, payment.status) == ("paid", "refunded"):
        return None
    if notice.status not in list_next_statuses(payment.kind, payment.status):
        return "closed"
    if await is_given_back(db, payment):
        return "refund"
    return None


@raises(NotFound)
async def settle_notice(db: Session, id: UUID, body: NoticeSettlement, *, caller: Principal) -> PaymentAdmin:
    """Close a notice whose money was not booked, once a manager has decided about it.

    Raises NotFound, also for a notice that is settled already.
    """
    payment = await editing.lock_record(db, Payment, id)
    notice = require_found(
        await queries.find_unbooked_notice(db, id, body), "Этого поступления уже нет среди ждущих решения"
    )
    notice.settled_at = db.now()
    db.add(notice)
    parent_number = await queries.fetch_parent_number(db, payment)
    editing.record_action(db, payment, "settle", caller=caller, changes=body.model_dump(), parent_number=parent_number)
    return await queries.read_payment(db, id)


async def _apply_to_payment(db: Session, payment: Payment, notice: Notice) -> None:
    has_new_status = notice.status != payment.status and notice.status in list_next_statuses(
        payment.kind, payment.status
    )
    receipt_url = notice.receipt_url or payment.receipt_url
    if not has_new_status and receipt_url == payment.receipt_url:
        return
    if has_new_status:
        payment.status = notice.status
    if has_new_status and notice.status == "paid":
        payment.paid_at = db.now()
    payment.receipt_url = receipt_url
    editing.mark_changed(db, payment)
    await _record_event(db, payment, NEWS[payment.status] if has_new_status else "receipt")


def _check_status_change(payment: Payment, status: str) -> bool:
    """Return True if the status changes. Raises WrongTransition."""
    if status == payment.status:
        return False
    if status not in list_next_statuses(payment.kind, payment.status):
        raise WrongTransition
    return True


async def _record_event(db: Session, payment: Payment, news: PaymentNews, *, is_taken_back: bool = False) -> None:
    """Publish a change of an order's payment, unless the buyer was erased.

    A change of a reservation's payment is published as a change of the reservation.
    """
    if payment.order_id is None:
        for listener in RESERVATION_PAYMENT_LISTENERS:
            await listener(db, payment, news, is_taken_back=is_taken_back)
        return
    if payment.user_id is None:
        return
    order = await db.get_one(Order, payment.order_id)
    # Consumers of releases before `news` read the changes without a new status from `change`.
    change = news if news in {"receipt", "details", "removed"} else None
    event = PaymentRecorded(
        payment_id=payment.id,
        order_id=payment.order_id,
        user_id=payment.user_id,
        order_title=order.title,
        amount_rub=payment.amount_rub,
        kind=payment.kind,
        title=payment.title,
        number=order.number,
        due_at=payment.due_at,
        includes_customs=payment.includes_customs,
        status=payment.status,
        change=change,
        news=news,
        is_taken_back=is_taken_back,
    )
    await outbox.record(db, event)


async def send_reminders(db: Session, runtime: ContentRuntime) -> None:
    """Publish one reminder of each open invoice that is due soon."""
    now = runtime.now()
    until = now + timedelta(hours=runtime.settings.payment_reminder_hours)
    for payment, order in await queries.lock_invoices_due_for_reminder(db, now=now, until=until):
        payment.reminded_at = now
        db.add(payment)
        event = PaymentReminder(
            payment_id=payment.id,
            order_id=payment.order_id,
            user_id=payment.user_id,
            order_title=order.title,
            amount_rub=payment.amount_rub,
            kind=payment.kind,
            title=payment.title,
            number=order.number,
            due_at=payment.due_at,
            includes_customs=payment.includes_customs,
        )
        await outbox.record(db, event)
