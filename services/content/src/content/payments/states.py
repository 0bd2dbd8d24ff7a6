"""The statuses of a payment and the transitions between them. Its functions are pure."""

from content.payments.schemas import Status

UNPAID_STATUSES = {"pending", "waiting"}
RECEIVED_STATUSES = {"paid", "refunded"}
# Taking back a mistake is not among these transitions: it has its own rules.
NEXT_STATUSES: dict[str, tuple[Status, ...]] = {
    "pending": ("waiting", "paid", "cancelled"),
    "waiting": ("pending", "paid", "cancelled"),
    "paid": ("refunded",),
    "cancelled": (),
    "refunded": (),
}


def list_next_statuses(kind: str, status: str) -> list[Status]:
    """Return the statuses that may follow. A refund that was paid is never refunded itself."""
    if kind == "refund" and status == "paid":
        return []
    return list(NEXT_STATUSES[status])


def list_statuses_after_mistake(
    kind: str, status: str, *, is_confirmed: bool, is_closed: bool, has_order: bool
) -> list[Status]:
    """Return the statuses to which a status that was set by mistake can be taken back.

    `is_confirmed`: the payment provider reported this status, so it is no mistake. `is_closed`: the order is cancelled
    or the reservation has ended, so it has no open invoices. A refunded reservation has ended and stays ended.
    """
    if is_confirmed:
        return []
    if status == "refunded":
        return ["paid"] if has_order else []
    if status != "paid":
        return []
    if is_closed and kind != "refund":
        return ["cancelled"]
    return ["pending", "cancelled"]
