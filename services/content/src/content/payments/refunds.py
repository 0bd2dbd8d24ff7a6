"""Limits the refunds of an order or a reservation: they never exceed its paid payments."""

from chassis.database.session import take_advisory_locks
from chassis.formats import format_roubles
from chassis.web.errors import Conflict, Invalid

from content.payments import queries
from content.payments.tables import Payment
from content.runtime import Session

# A requested refund counts as well: otherwise two refunds could claim the same amount.
COUNTED_REFUNDS = ("pending", "waiting", "paid")


class RefundAbovePaid(Conflict):
    code = "refund_above_paid"
    message = "Деньги по этому заказу уже возвращают другим платежом: сначала измените или удалите возврат"


def compute_refundable_part(payment: Payment) -> int:
    """Return the part of a payment in the refundable sum of its order, in roubles. The part of a refund is negative."""
    if payment.kind == "refund":
        return -payment.amount_rub if payment.status in COUNTED_REFUNDS else 0
    return payment.amount_rub if payment.status == "paid" else 0


async def sum_refundable(db: Session, payment: Payment) -> int:
    """Return the sum that can still be refunded for the order or the reservation of this payment, in roubles.

    Takes a lock, so that changes of the other payments wait for this transaction.
    """
    await db.flush()
    await take_advisory_locks(db, f"refunds:{payment.order_id or payment.reservation_id}")
    return sum(compute_refundable_part(sibling) for sibling in await queries.fetch_sibling_payments(db, payment))


async def is_given_back(db: Session, payment: Payment) -> bool:
    """Return True if refunds already use the money of this payment, so that it must stay paid."""
    refundable_part = compute_refundable_part(payment)
    return refundable_part > 0 and await sum_refundable(db, payment) < refundable_part


async def check_refunds(db: Session, payment: Payment, *, refundable_before: int) -> None:
    """Check an order after a change of one of its payments. `refundable_before` is the earlier part of that payment.

    A change that lowers the refunds is always allowed. Raises Invalid for a refund, RefundAbovePaid for other payments.
    """
    refundable_part = compute_refundable_part(payment)
    if refundable_part >= refundable_before:
        return
    refundable_rub = await sum_refundable(db, payment)
    if refundable_rub >= 0:
        return
    if payment.kind != "refund":
        raise RefundAbovePaid
    largest_refund = refundable_rub - refundable_part
    if largest_refund <= 0:
        raise Invalid(amount_rub="Возвращать нечего: по заказу нет оплаченных и ещё не возвращённых сумм")
    raise Invalid(
        amount_rub=f"Вернуть можно не больше {format_roubles(largest_refund)}: столько оплачено и ещё не возвращено"
    )
