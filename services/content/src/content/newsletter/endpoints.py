from datetime import timedelta
from typing import Annotated
from uuid import UUID

from chassis import limits
from chassis.app import Rt
from chassis.auth import SIGNED_IN
from chassis.database import Db, ReadDb
from chassis.errors import NotFound, RateLimited, StaleVersion, documented
from chassis.http import ClientAddress, redirect_browser
from contracts.double_opt_in import LinkAnswer, SubscribeAnswer
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter, Query, Request, Response

from content.administration import editing
from content.administration.access import Admin
from content.newsletter import service
from content.newsletter.schemas import (
    Subscribe,
    SubscriberAdmin,
    SubscriberCreate,
    SubscriberQuery,
    SubscriberUpdate,
)
from content.newsletter.service import LinkInvalid, SubscribedAlready
from content.newsletter.tables import Subscriber
from content.settings import settings_of

router = APIRouter(prefix="/api/newsletter", tags=["newsletter"])
admin = APIRouter(prefix="/api/content/admin/newsletter", tags=["admin: newsletter"], responses=documented(*SIGNED_IN))
PAGE = "/unsubscribe?state="
Token = Annotated[str, Query(min_length=1, max_length=200)]


@router.post("", responses=documented(RateLimited))
async def subscribe_to_newsletter(body: Subscribe, db: Db, address: ClientAddress, runtime: Rt) -> SubscribeAnswer:
    """Subscribe to the newsletter: a confirmation email follows; the answer is always the same."""
    if not body.website:
        per_hour = settings_of(runtime).newsletter_per_hour
        await limits.hit(runtime, "newsletter", address, limit=per_hour, per=timedelta(hours=1))
        await service.subscribe(db, body.email)
    return SubscribeAnswer()


@router.get("/confirm", response_model=LinkAnswer, responses=documented(LinkInvalid))
async def confirm_newsletter(token: Token, request: Request, db: Db) -> LinkAnswer | Response:
    """Confirm the subscription with the emailed link."""
    try:
        await service.confirm(db, token)
    except LinkInvalid:
        if redirect := redirect_browser(request, PAGE + "invalid"):
            return redirect
        raise
    return redirect_browser(request, PAGE + "confirmed") or LinkAnswer(message="Подписка подтверждена")


@router.get("/unsubscribe", response_model=LinkAnswer, responses=documented(LinkInvalid))
async def unsubscribe_from_newsletter(token: Token, request: Request, db: Db) -> LinkAnswer | Response:
    """Unsubscribe with the link of any newsletter."""
    try:
        await service.unsubscribe(db, token)
    except LinkInvalid:
        if redirect := redirect_browser(request, PAGE + "invalid"):
            return redirect
        raise
    return redirect_browser(request, PAGE + "unsubscribed") or LinkAnswer(message="Вы отписаны")


@router.post("/unsubscribe", responses=documented(LinkInvalid))
async def unsubscribe_with_one_click(token: Token, db: Db) -> LinkAnswer:
    """Unsubscribe with the button of the mail program (RFC 8058)."""
    await service.unsubscribe(db, token)
    return LinkAnswer(message="Вы отписаны")


@admin.get("")
async def admin_list_subscribers(
    query: Annotated[SubscriberQuery, Query()], db: ReadDb, caller: Admin
) -> Items[SubscriberAdmin]:
    """The subscribers."""
    rows, total = await service.list_subscribers(db, query)
    return Items[SubscriberAdmin].of(rows, total)


@admin.post("", status_code=201, responses=documented(SubscribedAlready))
async def admin_invite_subscriber(body: SubscriberCreate, db: Db, caller: Admin) -> Item[SubscriberAdmin]:
    """Invite an address: a confirmation email follows."""
    return Item[SubscriberAdmin].of(await service.create(db, body.email, caller=caller))


@admin.get("/{id}", responses=documented(NotFound))
async def admin_read_subscriber(id: UUID, db: ReadDb, caller: Admin) -> Item[SubscriberAdmin]:
    """One subscriber."""
    return Item[SubscriberAdmin].of(await editing.get_record(db, Subscriber, id))


@admin.patch("/{id}", responses=documented(NotFound, StaleVersion))
async def admin_change_subscriber(id: UUID, body: SubscriberUpdate, db: Db, caller: Admin) -> Item[SubscriberAdmin]:
    """Unsubscribe an address."""
    return Item[SubscriberAdmin].of(await service.change(db, id, body, caller=caller))


@admin.delete("/{id}", responses=documented(NotFound))
async def admin_delete_subscriber(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete an address."""
    await service.delete(db, id, caller=caller)
    return Done()
