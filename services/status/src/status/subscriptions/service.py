"""Letters about outages and planned work: only to those who have confirmed, ended by one click (RFC 8058)."""

from datetime import datetime, timedelta
from urllib.parse import urlencode

from chassis import mail
from chassis.app import Runtime
from chassis.database import runtime_of
from chassis.signed_links import hash_token, new_token, subscriber_from_token, unsubscribe_token
from sqlalchemy import delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from status.subscriptions.errors import DeadLink
from status.subscriptions.tables import Announcement, Delivery, Subscription

CONFIRM_WITHIN = timedelta(days=3)
REPEATED_AFTER = timedelta(minutes=10)
KEPT = timedelta(days=30)
BATCH = 200
ASKING = """Здравствуйте!

Этот адрес указали на странице статуса «Меридиан Авто», чтобы узнавать о сбоях и плановых работах.
Чтобы подтвердить подписку, откройте ссылку, она действует три дня:
{link}

Если это были не вы, ничего не делайте: писем не будет.

Меридиан Авто
"""
PATH = "/api/status/subscriptions"


async def subscribe(db: AsyncSession, email: str) -> None:
    """Ask the owner of the address; the caller learns nothing of what became of it.

    A confirmed one is asked nothing; nor is one asked minutes ago: his first letter's link must go on working.
    """
    now = runtime_of(db).clock()
    fresh = Subscription(email=email, consent_at=now)
    await db.execute(insert(Subscription).values(fresh.model_dump()).on_conflict_do_nothing())
    known = select(Subscription).where(func.lower(Subscription.email) == email.lower()).with_for_update()
    subscription = (await db.scalars(known)).one()
    is_confirmed = subscription.confirmed_at is not None and subscription.ended_at is None
    if is_confirmed or _asked_lately(subscription, now):
        return
    token = new_token()
    subscription.consent_at, subscription.confirmed_at, subscription.ended_at = now, None, None
    subscription.token_hash, subscription.token_expires_at = hash_token(token), now + CONFIRM_WITHIN
    db.add(subscription)
    await mail.queue(
        db,
        to=subscription.email,
        subject="Подтвердите подписку на статус сервисов",
        text=ASKING.format(link=_link(db, "confirm", token)),
        kind="status_confirm",
    )


def _asked_lately(subscription: Subscription, now: datetime) -> bool:
    if subscription.token_hash is None or subscription.token_expires_at is None:
        return False
    return subscription.token_expires_at - CONFIRM_WITHIN > now - REPEATED_AFTER


async def confirm(db: AsyncSession, token: str) -> None:
    """The owner of the address agrees; a second click on the same link is no error. Raises DeadLink."""
    now = runtime_of(db).clock()
    named = select(Subscription).where(col(Subscription.token_hash) == hash_token(token)).with_for_update()
    subscription = await db.scalar(named)
    if subscription is None:
        raise DeadLink
    if subscription.confirmed_at is not None:
        return
    if subscription.token_expires_at is None or subscription.token_expires_at < now:
        raise DeadLink
    subscription.confirmed_at = now
    db.add(subscription)


async def unsubscribe(db: AsyncSession, token: str) -> None:
    """End the letters; again is no error. Raises DeadLink."""
    id = subscriber_from_token(token, runtime_of(db).settings.secret_key.get_secret_value())
    subscription = await db.get(Subscription, id, with_for_update=True) if id else None
    if subscription is None:
        raise DeadLink
    if subscription.ended_at is None:
        subscription.ended_at, subscription.token_hash = runtime_of(db).clock(), None
        db.add(subscription)
        await db.execute(delete(Delivery).where(col(Delivery.subscription_id) == subscription.id))


async def deliver(db: AsyncSession, _: Runtime) -> None:
    """Turn waiting deliveries into letters, the oldest news first, a batch at a time."""
    waiting = (
        select(Delivery, Announcement, Subscription)
        .join(Announcement, col(Announcement.id) == col(Delivery.announcement_id))
        .join(Subscription, col(Subscription.id) == col(Delivery.subscription_id))
        .order_by(col(Announcement.id))
        .limit(BATCH)
        .with_for_update(of=Delivery, skip_locked=True)
    )
    for delivery, announcement, subscription in (await db.execute(waiting)).all():
        await _send(db, announcement, subscription)
        await db.delete(delivery)


async def _send(db: AsyncSession, announcement: Announcement, subscription: Subscription) -> None:
    runtime = runtime_of(db)
    end = _link(db, "unsubscribe", unsubscribe_token(subscription.id, runtime.settings.secret_key.get_secret_value()))
    await mail.queue(
        db,
        to=subscription.email,
        subject=announcement.subject,
        text=(
            f"{announcement.text}\n\nПодробности: {runtime.settings.public_url}/status\n\nМеридиан Авто\n"
            f"Больше не присылать: {end}\n"
        ),
        kind="status_news",
        headers={"List-Unsubscribe": f"<{end}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


def _link(db: AsyncSession, deed: str, token: str) -> str:
    return f"{runtime_of(db).settings.public_url}{PATH}/{deed}?{urlencode({'token': token})}"


async def purge(db: AsyncSession, runtime: Runtime) -> None:
    """Forget addresses that never confirmed or have ended their letters, and news that has gone out."""
    now = runtime.clock()
    unconfirmed = col(Subscription.confirmed_at).is_(None) & (col(Subscription.token_expires_at) < now)
    await db.execute(delete(Subscription).where(or_(unconfirmed, col(Subscription.ended_at) < now - KEPT)))
    await db.execute(delete(Announcement).where(col(Announcement.created_at) < now - KEPT))
