from chassis.features.lists import Page
from chassis.web.auth import Caller
from chassis.web.errors import BadRequest, NotFound, documented, found
from fastapi import APIRouter, Request

from content.fields import Key
from content.payments import queries, service
from content.payments.providers import ForgedNotice, get_provider
from content.payments.schemas import NoticeAnswer, PaymentList
from content.payments.service import WrongTransition
from content.runtime import Db, ReadDb, Rt

router = APIRouter(prefix="/api/me/payments", tags=["me: payments"])
notices = APIRouter(prefix="/api/content/payments", tags=["payment notices"])


@router.get("")
async def list_my_payments(page: Page, db: ReadDb, caller: Caller) -> PaymentList:
    """One's own payments, newest first."""
    payments, total = await queries.list_own(db, page, caller=caller)
    return PaymentList.model_validate({"payments": payments, "total": total}, from_attributes=True)


@notices.post("/notices/{provider}", responses=documented(BadRequest, ForgedNotice, NotFound, WrongTransition))
async def receive_payment_notice(provider: Key, request: Request, db: Db, runtime: Rt) -> NoticeAnswer:
    """Receive a notice of a payment provider; a repeated notice changes nothing."""
    adapter = found(get_provider(provider, runtime.settings))
    notice = adapter.parse(await request.body(), request.headers)
    return NoticeAnswer(repeated=await service.apply_notice(db, provider, notice))
