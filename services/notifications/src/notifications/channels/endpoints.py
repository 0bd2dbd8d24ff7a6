"""Web Push subscriptions, and the way out of letters."""

from typing import Annotated

from chassis.app import Rt
from chassis.auth import SIGNED_IN, Caller
from chassis.database import Db, ReadDb
from chassis.errors import documented
from fastapi import APIRouter, Query, Response
from fastapi.responses import HTMLResponse

from notifications.channels import pages, queries, subscriptions, tokens, vapid
from notifications.channels.schemas import Done, PushKeyAnswer, PushSubscribe, PushUnsubscribe
from notifications.channels.subscriptions import NoSuchSubscription
from notifications.channels.tokens import LinkInvalid
from notifications.preferences import service as preferences
from notifications.settings import Settings

router = APIRouter(prefix="/api/notifications", tags=["channels"])
Token = Annotated[str, Query(min_length=1, max_length=200, pattern=r"^[A-Za-z0-9_-]+$")]


@router.get("/push-key", responses=documented(*SIGNED_IN))
async def read_push_key(caller: Caller, db: ReadDb) -> PushKeyAnswer:
    """The public key a browser subscribes with."""
    return PushKeyAnswer(public_key=(await vapid.key(db)).public_key)


@router.post("/push-subscriptions", responses=documented(*SIGNED_IN))
async def add_push_subscription(asked: PushSubscribe, caller: Caller, db: Db) -> Done:
    """Send Web Push to this browser too."""
    await subscriptions.subscribe(db, asked, user_id=caller.id)
    return Done()


@router.delete("/push-subscriptions", responses=documented(*SIGNED_IN, NoSuchSubscription))
async def remove_push_subscription(asked: PushUnsubscribe, caller: Caller, db: Db) -> Done:
    """Send nothing to this browser any more."""
    await subscriptions.unsubscribe(db, asked.endpoint, user_id=caller.id)
    return Done()


@router.get("/unsubscribe", response_class=HTMLResponse, responses=documented(LinkInvalid))
async def offer_unsubscribe(token: Token, db: ReadDb, runtime: Rt) -> Response:
    """Ask before unsubscribing: mail scanners open every link of a letter."""
    assert isinstance(runtime.settings, Settings)
    _, kind = tokens.read(runtime.settings, token)
    head = await queries.letterhead(db, runtime.clock())
    return HTMLResponse(pages.question(kind, token, site_name=head.site_name), headers=pages.HEADERS)


@router.post("/unsubscribe", responses=documented(LinkInvalid))
async def unsubscribe_from_letters(token: Token, db: Db, runtime: Rt) -> Done:
    """End the letters of one type (RFC 8058: the mail program posts here with one click)."""
    assert isinstance(runtime.settings, Settings)
    user_id, kind = tokens.read(runtime.settings, token)
    await preferences.refuse_email(db, user_id=user_id, kind=kind)
    return Done()


@router.post("/unsubscribe/confirm", response_class=HTMLResponse, responses=documented(LinkInvalid))
async def confirm_unsubscribe(token: Token, db: Db, runtime: Rt) -> Response:
    """The same from our own page, answered with a page."""
    assert isinstance(runtime.settings, Settings)
    user_id, kind = tokens.read(runtime.settings, token)
    await preferences.refuse_email(db, user_id=user_id, kind=kind)
    head = await queries.letterhead(db, runtime.clock())
    return HTMLResponse(pages.done(kind, site_name=head.site_name), headers=pages.HEADERS)
