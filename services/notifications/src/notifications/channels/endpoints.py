from datetime import timedelta

from chassis.web import limits
from chassis.web.auth import Caller
from chassis.web.errors import RateLimited, document_errors
from contracts.envelopes import REDIRECT_RESPONSES, Done
from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from notifications.channels import queries, subscriptions, vapid
from notifications.channels.schemas import PushKeyAnswer, PushSubscribe, PushUnsubscribe
from notifications.channels.unsubscribe_links import UnsubscribeLinkInvalid, read_token, render_page
from notifications.preferences import service as preferences
from notifications.runtime import CurrentRuntime, Db, ReadDb

router = APIRouter(prefix="/api/notifications", tags=["channels"])
MAX_SUBSCRIPTIONS_PER_HOUR = 30


@router.get("/push-key")
async def read_push_key(caller: Caller, db: ReadDb, runtime: CurrentRuntime) -> PushKeyAnswer:
    """Return the public key with which a browser subscribes."""
    return PushKeyAnswer(public_key=(await vapid.get_key(db, runtime.settings)).public_key)


@router.post("/push-subscriptions", responses=document_errors(RateLimited))
async def add_push_subscription(body: PushSubscribe, caller: Caller, db: Db, runtime: CurrentRuntime) -> Done:
    """Send Web Push to this browser too."""
    hour = timedelta(hours=1)
    await limits.hit(runtime, "push-subscriptions", str(caller.id), limit=MAX_SUBSCRIPTIONS_PER_HOUR, per=hour)
    await subscriptions.subscribe(db, body, user_id=caller.id)
    return Done()


@router.delete("/push-subscriptions", responses=document_errors(subscriptions.unsubscribe))
async def remove_push_subscription(body: PushUnsubscribe, caller: Caller, db: Db) -> Done:
    """Send nothing to this browser any more."""
    await subscriptions.unsubscribe(db, body.endpoint, user_id=caller.id)
    return Done()


@router.get(
    "/unsubscribe", response_class=HTMLResponse, responses=document_errors(UnsubscribeLinkInvalid) | REDIRECT_RESPONSES
)
async def show_unsubscribe_page(db: ReadDb, runtime: CurrentRuntime, token: str = "") -> Response:
    """Ask before unsubscribing: mail scanners open every link of an email."""
    _, kind = read_token(runtime.settings, token)
    site_settings = await queries.get_site_settings(db)
    return render_page(kind, site_name=site_settings.site_name, token=token)


@router.post("/unsubscribe", responses=document_errors(read_token))
async def unsubscribe_from_emails(db: Db, runtime: CurrentRuntime, token: str = "") -> Done:
    """Stop the emails of one type (RFC 8058: the mail program posts here with one click)."""
    user_id, kind = read_token(runtime.settings, token)
    await preferences.refuse_email(db, user_id=user_id, kind=kind)
    return Done()


@router.post("/unsubscribe/confirm", response_class=HTMLResponse, responses=document_errors(read_token))
async def confirm_unsubscribe(db: Db, runtime: CurrentRuntime, token: str = "") -> Response:
    """Stop the emails of one type. The form of the unsubscribe page posts here, and the answer is a page."""
    user_id, kind = read_token(runtime.settings, token)
    await preferences.refuse_email(db, user_id=user_id, kind=kind)
    site_settings = await queries.get_site_settings(db)
    return render_page(kind, site_name=site_settings.site_name)
