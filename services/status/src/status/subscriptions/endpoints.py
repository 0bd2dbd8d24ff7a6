from datetime import timedelta

from chassis.features.double_opt_in import EmailLinkInvalid, Link, LinkAnswer, SubscribeAnswer
from chassis.web import limits
from chassis.web.auth import find_caller
from chassis.web.errors import Forbidden, RateLimited, document_errors
from chassis.web.http import ClientAddress
from contracts.envelopes import REDIRECT_RESPONSES
from fastapi import APIRouter, Depends, Response

from status.runtime import CurrentRuntime, Db
from status.subscriptions import service
from status.subscriptions.schemas import Subscribe
from status.subscriptions.service import SUBSCRIPTIONS

router = APIRouter(prefix=SUBSCRIPTIONS.path, tags=["subscriptions"])


# Visitors without an account may subscribe too. A blocked account is refused.
@router.post("", dependencies=[Depends(find_caller)], responses=document_errors(Forbidden, RateLimited))
async def subscribe_to_status(
    body: Subscribe, db: Db, address: ClientAddress, runtime: CurrentRuntime
) -> SubscribeAnswer:
    """Subscribe to incidents and maintenance of the chosen components, or change the choice; a confirmation email
    follows, and the answer is always the same.
    """
    # Only programs fill in this hidden field. They get the same answer.
    if not body.website:
        per_hour = runtime.settings.subscriptions_per_hour
        await limits.hit(runtime, "status-subscription", address, limit=per_hour, per=timedelta(hours=1))
        await service.subscribe(db, body.email, body.components)
    return SubscribeAnswer()


@router.get("/confirm", response_model=LinkAnswer, responses=document_errors(EmailLinkInvalid) | REDIRECT_RESPONSES)
async def confirm_status_subscription(link: Link, db: Db) -> LinkAnswer | Response:
    """Show the page that asks to confirm; nothing changes."""
    return await SUBSCRIPTIONS.ask_to_confirm(db, link)


@router.post("/confirm", response_model=LinkAnswer, responses=document_errors(EmailLinkInvalid))
async def confirm_status_subscription_on_page(link: Link, db: Db) -> LinkAnswer | Response:
    """Confirm the subscription, by the button of the page that the link of the email shows."""
    return await SUBSCRIPTIONS.confirm(db, link)


@router.get("/unsubscribe", response_model=LinkAnswer, responses=document_errors(EmailLinkInvalid) | REDIRECT_RESPONSES)
async def end_status_subscription(link: Link, db: Db) -> LinkAnswer | Response:
    """Show the page that asks to unsubscribe; nothing changes."""
    return await SUBSCRIPTIONS.ask_to_unsubscribe(db, link)


@router.post("/unsubscribe", response_model=LinkAnswer, responses=document_errors(EmailLinkInvalid))
async def end_status_subscription_with_one_click(link: Link, db: Db) -> LinkAnswer | Response:
    """Unsubscribe by the mail program's own button (RFC 8058)."""
    return await SUBSCRIPTIONS.unsubscribe(db, link)
