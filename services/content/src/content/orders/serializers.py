"""Orders as the API shows them: rows in, models out."""

from typing import Any
from urllib.parse import quote

from fastapi import Response

from content.orders.queries import OrderDetails
from content.orders.schemas import (
    DocumentRead,
    HistoryRead,
    MoneyRead,
    OrderAdmin,
    OrderAdminSummary,
    OrderRead,
    OrderSummary,
    ReportRead,
    StepRead,
)
from content.orders.state_machine import KEYS, TITLES
from content.orders.tables import OrderDocument, OrderStep, Payment

# The addresses of document files: for the buyer and for administrators.
CLIENT_PATH, ADMIN_PATH = "/api/me/orders", "/api/content/admin/orders"


def serialize_document(row: OrderDocument, *, base_path: str = CLIENT_PATH) -> DocumentRead:
    """A document, with the address of its file once there is one."""
    url = f"{base_path}/{row.order_id}/documents/{row.id}/file" if row.file_key else None
    return DocumentRead(**row.model_dump(exclude={"order_id", "file_key"}), url=url)


def summarize_payments(price_rub: int, payments: list[Payment]) -> MoneyRead:
    """Amounts paid and left, in roubles; a refund reduces the paid amount."""
    came = sum(row.amount_rub for row in payments if row.status == "paid" and row.kind != "refund")
    went = sum(row.amount_rub for row in payments if row.status == "paid" and row.kind == "refund")
    due = [row for row in payments if row.status in {"pending", "waiting"} and row.kind != "refund"]
    following = min(due, key=lambda row: (row.due_at is None, row.due_at, row.id), default=None)
    return MoneyRead(
        agreed_rub=price_rub,
        paid_rub=came - went,
        left_rub=max(0, price_rub - came + went),
        next_due_at=following.due_at if following else None,
        next_amount_rub=following.amount_rub if following else None,
    )


def serialize_step(row: OrderStep, documents: list[OrderDocument], *, base_path: str) -> StepRead:
    own = [serialize_document(item, base_path=base_path) for item in documents if item.step == row.key]
    return StepRead(**row.model_dump(exclude={"order_id", "position"}), title=TITLES[row.key], documents=own)


def serialize_summary(details: OrderDetails) -> OrderSummary:
    """An order as its buyer sees it in the list."""
    return OrderSummary(**_summary_fields(details, base_path=CLIENT_PATH))


def serialize_order(details: OrderDetails) -> OrderRead:
    """An order with everything that belongs to it, for its buyer."""
    return OrderRead(**_all_fields(details, base_path=CLIENT_PATH))


def serialize_summary_for_admin(details: OrderDetails) -> OrderAdminSummary:
    """An order in the administrators' list, with the name and email of its buyer."""
    return OrderAdminSummary(**_summary_fields(details, base_path=ADMIN_PATH), **_buyer_fields(details))


def serialize_for_admin(details: OrderDetails) -> OrderAdmin:
    """An order with everything that belongs to it, and the name and email of its buyer."""
    return OrderAdmin(**_all_fields(details, base_path=ADMIN_PATH), **_buyer_fields(details))


def _summary_fields(details: OrderDetails, *, base_path: str) -> dict[str, Any]:
    row = details.order
    in_order = sorted(details.steps, key=lambda item: KEYS.index(item.key))
    return row.model_dump(exclude={"user_id"}) | {
        "steps": [serialize_step(item, details.documents, base_path=base_path) for item in in_order],
        "money": summarize_payments(row.price_rub, details.payments),
    }


def _all_fields(details: OrderDetails, *, base_path: str) -> dict[str, Any]:
    return _summary_fields(details, base_path=base_path) | {
        "documents": [serialize_document(item, base_path=base_path) for item in details.documents],
        "reports": [ReportRead.model_validate(item, from_attributes=True) for item in details.reports],
        "history": [HistoryRead.model_validate(item, from_attributes=True) for item in details.history],
    }


def _buyer_fields(details: OrderDetails) -> dict[str, Any]:
    buyer = details.buyer
    return {
        "user_id": details.order.user_id,
        "user_name": buyer.name if buyer else None,
        "user_email": buyer.email if buyer else None,
    }


def build_download(content: bytes, *, name: str | None, content_type: str | None) -> Response:
    """A private file: downloaded, never displayed, so that nothing in it runs on the site."""
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name or 'document')}",
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(content, media_type=content_type or "application/octet-stream", headers=headers)
