"""Payments of reservations: the invoice, its cancellation, the refund, and the transfer to the order."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from content import editing
from content.payments.states import UNPAID_STATUSES
from content.payments.tables import Payment
from content.records import build_record
from content.runtime import Session


def add_invoice(
    db: Session, *, reservation_id: UUID, user_id: UUID | None, title: str, amount_rub: int, due_at: datetime
) -> Payment:
    """Add the open invoice of a new reservation."""
    payment = build_record(
        db,
        Payment,
        reservation_id=reservation_id,
        user_id=user_id,
        title=title,
        amount_rub=amount_rub,
        kind="deposit",
        due_at=due_at,
        # The buyer gets the notifications of the reservation instead of a payment reminder.
        reminded_at=db.now(),
    )
    db.add(payment)
    return payment


def close(db: Session, payments: Sequence[Payment]) -> int:
    """Cancel the open invoice of a reservation that ends, and add a refund of the paid amount.

    The caller has locked the payments. Returns the refund in roubles, 0 if nothing was paid.
    """
    refunded_rub = sum(
        payment.amount_rub
        for payment in payments
        if payment.kind == "refund" and payment.status in {*UNPAID_STATUSES, "paid"}
    )
    paid_rub = 0
    for payment in payments:
        if payment.kind == "refund":
            continue
        if payment.status in UNPAID_STATUSES:
            payment.status = "cancelled"
            editing.mark_changed(db, payment)
        elif payment.status == "paid":
            paid_rub += payment.amount_rub
    owed_rub = paid_rub - refunded_rub
    if owed_rub <= 0:
        return 0
    first_payment = payments[0]
    refund = build_record(
        db,
        Payment,
        reservation_id=first_payment.reservation_id,
        user_id=first_payment.user_id,
        title="Возврат за бронь",
        amount_rub=owed_rub,
        kind="refund",
        status="pending",
    )
    db.add(refund)
    return owed_rub


def move_to_order(db: Session, payments: Sequence[Payment], order_id: UUID) -> None:
    """Add the payments of a reservation to the order made from it. They stay payments of the reservation too."""
    for payment in payments:
        payment.order_id = order_id
        editing.mark_changed(db, payment)
