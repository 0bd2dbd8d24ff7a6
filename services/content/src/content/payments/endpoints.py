from datetime import timedelta
from uuid import UUID

from chassis.features.lists import Page
from chassis.web import limits
from chassis.web.auth import Caller
from chassis.web.errors import BadRequest, NotFound, RateLimited, Unavailable, document_errors, require_found
from fastapi import APIRouter, Request, Response

from content.fields import Key
from content.payments import queries, service
from content.payments.invoice import NoRequisites, NothingToPay, render_invoice
from content.payments.providers import ForgedNotice, find_provider
from content.payments.schemas import NoticeAnswer, PaymentList
from content.runtime import CurrentRuntime, Db, ReadDb
from content.site import service as site
from content.users.tables import UserCopy

INVOICES_PER_MINUTE = 20

router = APIRouter(prefix="/api/me/payments", tags=["me: payments"])
notices_router = APIRouter(prefix="/api/content/payments", tags=["payment notices"])


@router.get("")
async def list_my_payments(page: Page, db: ReadDb, caller: Caller) -> PaymentList:
    """List the caller's payments, newest first."""
    payments, total = await queries.list_own_payments(db, page, caller=caller)
    return PaymentList.model_validate({"payments": payments, "total": total}, from_attributes=True)


@router.get(
    "/{id}/invoice.pdf",
    response_class=Response,
    responses=document_errors(NotFound, NoRequisites, NothingToPay, RateLimited, Unavailable)
    | {200: {"content": {"application/pdf": {}}, "description": "One page"}},
)
async def download_my_invoice(id: UUID, caller: Caller, runtime: CurrentRuntime) -> Response:
    """Download the invoice of an open payment with its payment QR, or the confirmation of a paid one, as a PDF."""
    # Rendering may wait for other documents, so no database connection is held meanwhile.
    async with runtime.database.reading() as db:
        payment = await queries.read_own_payment(db, id, caller=caller)
        settings = await site.read_settings(db)
        buyer = await db.get(UserCopy, caller.id)
    await limits.hit(runtime, "invoice", str(caller.id), limit=INVOICES_PER_MINUTE, per=timedelta(minutes=1))
    invoice = await render_invoice(payment, settings, payer=buyer.name if buyer else "")
    headers = {"Content-Disposition": f'attachment; filename="{payment.id}.pdf"', "Cache-Control": "no-store"}
    return Response(invoice, media_type="application/pdf", headers=headers)


@notices_router.post("/notices/{provider}", responses=document_errors(service.apply_notice, BadRequest, ForgedNotice))
async def receive_payment_notice(provider: Key, request: Request, db: Db, runtime: CurrentRuntime) -> NoticeAnswer:
    """Receive a notice of a payment provider; a repeated notice changes nothing."""
    adapter = require_found(find_provider(provider, runtime.settings))
    notice = adapter.parse(await request.body(), request.headers)
    return await service.apply_notice(db, provider, notice)
