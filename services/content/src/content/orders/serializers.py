"""Conversion of order rows to the models of the API."""

from typing import TypeVar
from urllib.parse import quote

from fastapi import Response
from pydantic import BaseModel

from content.orders.queries import OrderDetails
from content.orders.schemas import DocumentRead, MoneyRead, StepRead
from content.orders.state_machine import TITLES
from content.orders.tables import Order, OrderDocument, OrderStep
from content.payments.tables import Payment

M = TypeVar("M", bound=BaseModel)
# The base paths of document files: for the buyer and for administrators.
CLIENT_PATH = "/api/me/orders"
ADMIN_PATH = "/api/content/admin/orders"


def serialize_document(row: OrderDocument, *, base_path: str = CLIENT_PATH) -> DocumentRead:
    """Convert a document, with the address of its file if there is one."""
    url = f"{base_path}/{row.order_id}/documents/{row.id}/file" if row.file_key else None
    return DocumentRead(**row.model_dump(exclude={"order_id", "file_key"}), url=url)


def summarize_payments(order: Order, payments: list[Payment]) -> MoneyRead:
    """Sum up the paid and open amounts in roubles. A refund reduces the paid amount.

    Nothing is left to pay for a cancelled order.
    """
    is_cancelled = order.status == "cancelled"
    invoices = [row for row in payments if row.kind != "refund"]
    received_rub = sum(invoice.amount_rub for invoice in invoices if invoice.status == "paid")
    refunded_rub = sum(row.amount_rub for row in payments if row.status == "paid" and row.kind == "refund")
    # An invoice whose whole sum was refunded does not count as paid.
    refunded_invoices_rub = sum(invoice.amount_rub for invoice in invoices if invoice.status == "refunded")
    unpaid_invoices = [invoice for invoice in invoices if invoice.status in {"pending", "waiting"} and not is_cancelled]
    # The invoice with the earliest due time. Invoices without one come last.
    next_invoice = min(unpaid_invoices, key=lambda row: (row.due_at is None, row.due_at, row.id), default=None)
    return MoneyRead(
        agreed_rub=order.price_rub,
        paid_rub=received_rub - refunded_rub,
        refunded_rub=refunded_rub + refunded_invoices_rub,
        left_rub=0 if is_cancelled else max(0, order.price_rub - received_rub + refunded_rub),
        next_due_at=next_invoice.due_at if next_invoice else None,
        next_amount_rub=next_invoice.amount_rub if next_invoice else None,
    )


def serialize_order(kind: type[M], details: OrderDetails, *, base_path: str = CLIENT_PATH, **extra_fields: object) -> M:
    """Convert an order to the model `kind`, which takes only the fields that it declares. `extra_fields` are added."""
    order = details.order
    buyer = details.buyer
    documents = [serialize_document(row, base_path=base_path) for row in details.documents]
    fields = order.model_dump() | {
        "steps": [_serialize_step(row, documents) for row in details.steps],
        "money": summarize_payments(order, details.payments),
        "documents": documents,
        "reports": details.reports,
        "history": details.history,
        "user_name": buyer.name if buyer else None,
        "user_email": buyer.email if buyer else None,
        "user_phone": buyer.phone if buyer else None,
        "assignee_name": details.assignee_name,
    }
    return kind.model_validate(fields | extra_fields, from_attributes=True)


def _serialize_step(row: OrderStep, documents: list[DocumentRead]) -> StepRead:
    step_documents = [document for document in documents if document.step == row.key]
    return StepRead(**row.model_dump(), title=TITLES[row.key], documents=step_documents)


def build_download(document: OrderDocument, content: bytes) -> Response:
    """Build the response for the file of a document."""
    kind = document.content_type or "application/octet-stream"
    return build_file_response(document.file_name or "document", kind, content)


def build_file_response(name: str, content_type: str, content: bytes) -> Response:
    """Build the response for a private file. It is a download, so that nothing in it runs on the site."""
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}",
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(content, media_type=content_type, headers=headers)
