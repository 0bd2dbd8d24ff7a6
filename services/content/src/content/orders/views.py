"""Orders in the shapes of the API. Pure."""

from typing import Any

from content.orders.machine import KEYS, TITLES
from content.orders.queries import Whole
from content.orders.tables import OrderPaper, OrderStep
from content.payments.tables import Payment

# Where the buyer asks for the files of his orders, and where administrators do.
OWN, DESK = "/api/me/orders", "/api/content/admin/orders"


def paper(row: OrderPaper, *, at: str = OWN) -> dict[str, Any]:
    """A paper, with the address of its file once there is one."""
    url = f"{at}/{row.order_id}/documents/{row.id}/file" if row.file_key else None
    return row.model_dump(exclude={"order_id", "file_key"}) | {"url": url}


def money(price_rub: int, payments: list[Payment]) -> dict[str, Any]:
    """What is paid and what is left; a refund takes back."""
    came = sum(row.amount_rub for row in payments if row.status == "paid" and row.kind != "refund")
    went = sum(row.amount_rub for row in payments if row.status == "paid" and row.kind == "refund")
    due = [row for row in payments if row.status in {"pending", "waiting"} and row.kind != "refund"]
    following = min(due, key=lambda row: (row.due_at is None, row.due_at, row.id), default=None)
    return {
        "agreed_rub": price_rub,
        "paid_rub": came - went,
        "left_rub": max(0, price_rub - came + went),
        "next_due_at": following.due_at if following else None,
        "next_amount_rub": following.amount_rub if following else None,
    }


def step(row: OrderStep, papers: list[OrderPaper], *, at: str) -> dict[str, Any]:
    """A step with its papers."""
    own = [paper(item, at=at) for item in papers if item.step == row.key]
    return row.model_dump(exclude={"order_id", "position"}) | {"title": TITLES[row.key], "documents": own}


def order(whole: Whole, *, at: str = OWN) -> dict[str, Any]:
    """An order with everything that belongs to it."""
    row = whole.order
    in_order = sorted(whole.steps, key=lambda item: KEYS.index(item.key))  # type: ignore[arg-type]
    return {
        **row.model_dump(exclude={"user_id"}),
        "steps": [step(item, whole.papers, at=at) for item in in_order],
        "money": money(row.price_rub, whole.payments),
        "documents": [paper(item, at=at) for item in whole.papers],
        "reports": whole.reports,
        "history": whole.history,
    }


def for_admin(whole: Whole) -> dict[str, Any]:
    """The same with its buyer."""
    buyer = whole.buyer
    return order(whole, at=DESK) | {
        "user_id": whole.order.user_id,
        "user_name": f"{buyer.first_name} {buyer.last_name}".strip() if buyer else None,
        "user_email": buyer.email if buyer else None,
    }
