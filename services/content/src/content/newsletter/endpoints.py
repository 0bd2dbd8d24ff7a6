from datetime import timedelta
from typing import Annotated

from chassis import limits
from chassis.errors import RateLimited, documented
from chassis.http import ClientAddress, redirect_browser
from emails.double_opt_in import LinkAnswer, SubscribeAnswer
from fastapi import APIRouter, Query, Request, Response

from content.newsletter import service
from content.newsletter.schemas import Subscribe
from content.newsletter.service import PAGE, LinkInvalid
from content.runtime import Db, Rt

router = APIRouter(prefix="/api/newsletter", tags=["newsletter"])
Token = Annotated[str, Query(min_length=1, max_length=200)]


@router.post("", responses=documented(RateLimited))
async def subscribe_to_newsletter(body: Subscribe, db: Db, address: ClientAddress, runtime: Rt) -> SubscribeAnswer:
    """Subscribe to the newsletter: a confirmation email follows; the answer is always the same."""
    if not body.website:
        per_hour = runtime.settings.newsletter_per_hour
        await limits.hit(runtime, "newsletter", address, limit=per_hour, per=timedelta(hours=1))
        await service.subscribe(db, body.email)
    return SubscribeAnswer()


@router.get("/confirm", response_model=LinkAnswer, responses=documented(LinkInvalid))
async def confirm_newsletter(token: Token, request: Request, db: Db) -> LinkAnswer | Response:
    """Confirm the subscription with the emailed link."""
    await service.confirm(db, token)
    return redirect_browser(request, PAGE + "confirmed") or LinkAnswer(message="Подписка подтверждена")


@router.get("/unsubscribe", response_model=LinkAnswer, responses=documented(LinkInvalid))
async def unsubscribe_from_newsletter(token: Token, request: Request, db: Db) -> LinkAnswer | Response:
    """Unsubscribe with the link of any newsletter."""
    await service.unsubscribe(db, token)
    return redirect_browser(request, PAGE + "unsubscribed") or LinkAnswer(message="Вы отписаны")


@router.post("/unsubscribe", responses=documented(LinkInvalid))
async def unsubscribe_with_one_click(token: Token, db: Db) -> LinkAnswer:
    """Unsubscribe with the button of the mail program (RFC 8058)."""
    await service.unsubscribe(db, token)
    return LinkAnswer(message="Вы отписаны")
