from datetime import timedelta

from chassis.features.double_opt_in import EmailLinkInvalid, Link, LinkAnswer, SubscribeAnswer
from chassis.web import limits
from chassis.web.auth import find_caller
from chassis.web.errors import Forbidden, RateLimited, document_errors
from chassis.web.http import ClientAddress
from contracts.envelopes import REDIRECT_RESPONSES
from fastapi import APIRouter, Depends, Response

from content.newsletter import service
from content.newsletter.schemas import Subscribe
from content.newsletter.service import NEWSLETTER
from content.runtime import CurrentRuntime, Db

router = APIRouter(prefix=NEWSLETTER.path, tags=["newsletter"])


# Visitors without an account may subscribe, but a blocked account may not.
@router.post("", dependencies=[Depends(find_caller)], responses=document_errors(Forbidden, RateLimited))
async def subscribe_to_newsletter(
    body: Subscribe, db: Db, address: ClientAddress, runtime: CurrentRuntime
) -> SubscribeAnswer:
    """Subscribe to the newsletter: a confirmation email follows; the answer is always the same."""
    if not body.website:
        per_hour = runtime.settings.newsletter_per_hour
        await limits.hit(runtime, "newsletter", address, limit=per_hour, per=timedelta(hours=1))
        await service.subscribe(db, body.email)
    return SubscribeAnswer()


@router.get("/confirm", response_model=LinkAnswer, responses=document_errors(EmailLinkInvalid) | REDIRECT_RESPONSES)
async def confirm_newsletter(link: Link, db: Db) -> LinkAnswer | Response:
    """Show the page that asks to confirm; nothing changes."""
    return await NEWSLETTER.ask_to_confirm(db, link)


@router.post("/confirm", response_model=LinkAnswer, responses=document_errors(EmailLinkInvalid))
async def confirm_newsletter_subscription(link: Link, db: Db) -> LinkAnswer | Response:
    """Confirm the subscription, by the button of the page that the link of the email shows."""
    return await NEWSLETTER.confirm(db, link)


@router.get("/unsubscribe", response_model=LinkAnswer, responses=document_errors(EmailLinkInvalid) | REDIRECT_RESPONSES)
async def unsubscribe_from_newsletter(link: Link, db: Db) -> LinkAnswer | Response:
    """Show the page that asks to unsubscribe; nothing changes."""
    return await NEWSLETTER.ask_to_unsubscribe(db, link)


@router.post("/unsubscribe", response_model=LinkAnswer, responses=document_errors(EmailLinkInvalid))
async def unsubscribe_with_one_click(link: Link, db: Db) -> LinkAnswer | Response:
    """Unsubscribe with the button of the mail program (RFC 8058)."""
    return await NEWSLETTER.unsubscribe(db, link)
