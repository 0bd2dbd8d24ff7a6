from datetime import timedelta
from typing import Annotated, Any

from chassis import limits, redirects
from chassis.app import Rt
from chassis.database import Db
from chassis.errors import RateLimited, documented
from chassis.http import ClientAddress
from fastapi import APIRouter, Query, Request

from status.settings import Settings
from status.subscriptions import service
from status.subscriptions.errors import DeadLink
from status.subscriptions.schemas import LinkAnswer, Subscribe, SubscribeAnswer

router = APIRouter(prefix=service.PATH, tags=["subscriptions"])
PAGE = "/unsubscribe?list=status&state="
Token = Annotated[str, Query(min_length=1, max_length=200)]


@router.post("", responses=documented(RateLimited))
async def subscribe_to_status(body: Subscribe, db: Db, address: ClientAddress, runtime: Rt) -> SubscribeAnswer:
    """Ask for letters about outages and planned work; one with a link follows, and the answer is always the same."""
    settings: Settings = runtime.settings  # type: ignore[assignment]
    if not body.website:
        per_hour = settings.subscriptions_per_hour
        await limits.hit(runtime, "status-subscription", address, limit=per_hour, per=timedelta(hours=1))
        await service.subscribe(db, body.email)
    return SubscribeAnswer()


@router.get("/confirm", response_model=LinkAnswer, responses=documented(DeadLink))
async def confirm_status_subscription(token: Token, request: Request, db: Db) -> Any:
    """Confirm by the link of the letter."""
    try:
        await service.confirm(db, token)
    except DeadLink as error:
        return redirects.redirect_or_raise(request, PAGE + "invalid", error)
    return redirects.redirect_or_answer(request, PAGE + "confirmed", LinkAnswer(message="Подписка подтверждена"))


@router.get("/unsubscribe", response_model=LinkAnswer, responses=documented(DeadLink))
async def end_status_subscription(token: Token, request: Request, db: Db) -> Any:
    """End the letters by the link of any of them."""
    try:
        await service.unsubscribe(db, token)
    except DeadLink as error:
        return redirects.redirect_or_raise(request, PAGE + "invalid", error)
    return redirects.redirect_or_answer(request, PAGE + "unsubscribed", LinkAnswer(message="Вы отписаны"))


@router.post("/unsubscribe", responses=documented(DeadLink))
async def end_status_subscription_with_one_click(token: Token, db: Db) -> LinkAnswer:
    """End the letters by the mail program's own button (RFC 8058)."""
    await service.unsubscribe(db, token)
    return LinkAnswer(message="Вы отписаны")
