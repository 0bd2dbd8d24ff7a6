from datetime import timedelta
from typing import Annotated

from chassis import limits
from chassis.errors import RateLimited, documented
from chassis.http import ClientAddress, redirect_browser
from emails.double_opt_in import LinkAnswer, SubscribeAnswer
from fastapi import APIRouter, Query, Request, Response

from status.runtime import Db, Rt
from status.subscriptions import service
from status.subscriptions.errors import PAGE, InvalidLink
from status.subscriptions.schemas import Subscribe

router = APIRouter(prefix=service.PATH, tags=["subscriptions"])
Token = Annotated[str, Query(min_length=1, max_length=200)]


@router.post("", responses=documented(RateLimited))
async def subscribe_to_status(body: Subscribe, db: Db, address: ClientAddress, runtime: Rt) -> SubscribeAnswer:
    """Subscribe to incidents and maintenance; a confirmation email follows, and the answer is always the same."""
    if not body.website:
        per_hour = runtime.settings.subscriptions_per_hour
        await limits.hit(runtime, "status-subscription", address, limit=per_hour, per=timedelta(hours=1))
        await service.subscribe(db, body.email)
    return SubscribeAnswer()


@router.get("/confirm", response_model=LinkAnswer, responses=documented(InvalidLink))
async def confirm_status_subscription(token: Token, request: Request, db: Db) -> LinkAnswer | Response:
    """Confirm by the link of the email."""
    await service.confirm_subscription(db, token)
    return redirect_browser(request, PAGE + "confirmed") or LinkAnswer(message="Подписка подтверждена")


@router.get("/unsubscribe", response_model=LinkAnswer, responses=documented(InvalidLink))
async def end_status_subscription(token: Token, request: Request, db: Db) -> LinkAnswer | Response:
    """Unsubscribe by the link of any email."""
    await service.unsubscribe(db, token)
    return redirect_browser(request, PAGE + "unsubscribed") or LinkAnswer(message="Вы отписаны")


@router.post("/unsubscribe", responses=documented(InvalidLink))
async def end_status_subscription_with_one_click(token: Token, db: Db) -> LinkAnswer:
    """Unsubscribe by the mail program's own button (RFC 8058)."""
    await service.unsubscribe(db, token)
    return LinkAnswer(message="Вы отписаны")
