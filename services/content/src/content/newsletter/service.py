"""Rules of the newsletter: nobody gets it who has not confirmed, and one click ends it (RFC 8058)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from urllib.parse import urlencode
from uuid import UUID

from chassis import mail
from chassis.auth import Principal
from chassis.database import runtime_of
from chassis.errors import BadRequest, Conflict
from chassis.paging import ordering
from chassis.search import contains_text
from chassis.signed_links import hash_token, new_token, subscriber_from_token, unsubscribe_token
from sqlalchemy import ColumnElement, func, select
from sqlalchemy import delete as delete_rows
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.administration import editing
from content.articles.tables import Post
from content.newsletter.schemas import SubscriberQuery, SubscriberUpdate
from content.newsletter.tables import SUBSCRIBER_WORDS, Mailing, Subscriber
from content.settings import settings_of
from content.site import service as site

CONFIRM_WITHIN = timedelta(days=3)
# An article older than this is no news when the job comes to it late.
FRESH = timedelta(days=2)
# An article may be given a new day after it went out: it must not go out again for that.
MAILINGS_KEPT = timedelta(days=30)


class DeadLink(BadRequest):
    code, message = "invalid_token", "Ссылка больше не действует"


class SubscribedAlready(Conflict):
    code, message = "already_subscribed", "Этот адрес уже есть в рассылке"


async def subscribe(db: AsyncSession, email: str) -> Subscriber:
    """Ask the owner of the address; the caller learns nothing of what became of it.

    A confirmed one is asked nothing; nor is one asked minutes ago: his first letter's link must go on working.
    """
    now = runtime_of(db).clock()
    fresh = Subscriber(email=email, consent_at=now, created_at=now, updated_at=now)
    await db.execute(insert(Subscriber).values(fresh.model_dump()).on_conflict_do_nothing())
    named = select(Subscriber).where(func.lower(Subscriber.email) == email.lower()).with_for_update()
    subscriber = (await db.scalars(named)).one()
    if subscriber.status == "confirmed" or _asked_lately(db, subscriber):
        return subscriber
    token = new_token()
    subscriber.status, subscriber.consent_at, subscriber.updated_at = "pending", now, now
    subscriber.token_hash, subscriber.token_expires_at = hash_token(token), now + CONFIRM_WITHIN
    db.add(subscriber)
    await _ask(db, subscriber, token)
    return subscriber


def _asked_lately(db: AsyncSession, subscriber: Subscriber) -> bool:
    runtime = runtime_of(db)
    if subscriber.status != "pending" or subscriber.token_expires_at is None:
        return False
    since: datetime = runtime.clock() - timedelta(minutes=settings_of(runtime).repeat_minutes)
    return subscriber.token_expires_at - CONFIRM_WITHIN > since


async def _ask(db: AsyncSession, subscriber: Subscriber, token: str) -> None:
    settings = await site.current(db)
    link = f"{runtime_of(db).settings.public_url}/api/newsletter/confirm?{urlencode({'token': token})}"
    await mail.queue(
        db,
        to=subscriber.email,
        subject=f"Подтвердите подписку на новости {settings.siteName}",
        text=(
            "Здравствуйте!\n\nЭтот адрес указали на нашем сайте, чтобы получать новые статьи.\n"
            f"Чтобы подтвердить подписку, откройте ссылку, она действует три дня:\n{link}\n\n"
            f"Если это были не вы, ничего не делайте: писем не будет.\n\n{settings.siteName}\n"
        ),
        kind="newsletter_confirm",
    )


async def confirm(db: AsyncSession, token: str) -> None:
    """The owner of the address agrees; a second click on the same link is no error. Raises DeadLink."""
    now = runtime_of(db).clock()
    named = select(Subscriber).where(col(Subscriber.token_hash) == hash_token(token)).with_for_update()
    subscriber = await db.scalar(named)
    if subscriber is None or subscriber.status == "unsubscribed":
        raise DeadLink
    if subscriber.status == "confirmed":
        return
    if subscriber.token_expires_at is None or subscriber.token_expires_at < now:
        raise DeadLink
    subscriber.status, subscriber.confirmed_at, subscriber.updated_at = "confirmed", now, now
    subscriber.version += 1
    db.add(subscriber)


async def unsubscribe(db: AsyncSession, token: str) -> None:
    """End the letters; again is no error. Raises DeadLink."""
    id = subscriber_from_token(token, runtime_of(db).settings.secret_key.get_secret_value())
    subscriber = await db.get(Subscriber, id, with_for_update=True) if id else None
    if subscriber is None:
        raise DeadLink
    if subscriber.status != "unsubscribed":
        _end(db, subscriber)


def _end(db: AsyncSession, subscriber: Subscriber) -> None:
    now = runtime_of(db).clock()
    subscriber.status, subscriber.unsubscribed_at, subscriber.updated_at = "unsubscribed", now, now
    subscriber.token_hash = None
    subscriber.version += 1
    db.add(subscriber)


async def send_fresh(db: AsyncSession, _: object) -> None:
    """Send each fresh article to each subscriber, once, a few at a time: nobody's own letter stands behind them."""
    now, room = runtime_of(db).clock(), mail.BULK_SEND_THRESHOLD - await mail.waiting(db)
    fresh = select(Post).where(col(Post.status) == "published", col(Post.published_at) > now - FRESH)
    for post in (await db.scalars(fresh.order_by(col(Post.published_at)).limit(10))).all():
        assert post.published_at is not None
        had = select(col(Mailing.subscriber_id)).where(col(Mailing.post_id) == post.id)
        waiting = select(Subscriber).where(
            col(Subscriber.status) == "confirmed",
            # Who came after the article had appeared finds it on the site.
            col(Subscriber.confirmed_at) < post.published_at,
            col(Subscriber.id).not_in(had),
        )
        for subscriber in (await db.scalars(waiting.limit(max(0, room)))).all():
            room -= 1
            db.add(Mailing(post_id=post.id, subscriber_id=subscriber.id, sent_at=now))
            await _send(db, subscriber, post)


async def _send(db: AsyncSession, subscriber: Subscriber, post: Post) -> None:
    runtime, settings = runtime_of(db), await site.current(db)
    token = unsubscribe_token(subscriber.id, runtime.settings.secret_key.get_secret_value())
    end = f"{runtime.settings.public_url}/api/newsletter/unsubscribe?{urlencode({'token': token})}"
    await mail.queue(
        db,
        to=subscriber.email,
        subject=post.title,
        text=(
            f"{post.excerpt}\n\nЧитать целиком:\n{runtime.settings.public_url}/blog/{post.slug}\n\n"
            f"{settings.siteName}\nОтписаться: {end}\n"
        ),
        kind="newsletter",
        headers={"List-Unsubscribe": f"<{end}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


async def forget_old(db: AsyncSession, _: object) -> None:
    """Forget addresses that never confirmed, and which article went to whom once that is no news."""
    now = runtime_of(db).clock()
    unconfirmed = (col(Subscriber.status) == "pending") & (col(Subscriber.token_expires_at) < now)
    await db.execute(delete_rows(Subscriber).where(unconfirmed))
    await db.execute(delete_rows(Mailing).where(col(Mailing.sent_at) < now - MAILINGS_KEPT))


async def page(db: AsyncSession, query: SubscriberQuery) -> tuple[Sequence[Subscriber], int]:
    """A page of the subscribers."""
    asked: list[ColumnElement[bool]] = []
    if query.status:
        asked.append(col(Subscriber.status) == query.status)
    if query.search:
        asked.append(contains_text(SUBSCRIBER_WORDS, query.search))
    ordered = select(Subscriber).where(*asked).order_by(ordering(Subscriber, query.sort), col(Subscriber.id))
    rows = (await db.scalars(ordered.limit(query.limit).offset(query.offset))).all()
    return rows, await db.scalar(select(func.count()).select_from(Subscriber).where(*asked)) or 0


async def create(db: AsyncSession, email: str, *, caller: Principal) -> Subscriber:
    """Invite an address. Raises SubscribedAlready."""
    named = select(Subscriber).where(func.lower(Subscriber.email) == email.lower())
    if (known := await db.scalar(named)) is not None and known.status == "confirmed":
        raise SubscribedAlready
    subscriber = await subscribe(db, email)
    editing.created(db, subscriber, caller=caller, entity="subscriber", changes={"email": email})
    return subscriber


async def change(db: AsyncSession, id: UUID, body: SubscriberUpdate, *, caller: Principal) -> Subscriber:
    """End the letters to an address. Raises NotFound, StaleVersion."""
    subscriber = await editing.to_edit(db, Subscriber, id, version=body.version)
    changes = editing.given(body)
    if changes.get("status") == "unsubscribed":
        changes |= {"unsubscribed_at": runtime_of(db).clock(), "token_hash": None}
    editing.apply(db, subscriber, changes, caller=caller, entity="subscriber")
    return subscriber


async def delete(db: AsyncSession, id: UUID, *, caller: Principal) -> None:
    """Forget an address. Raises NotFound."""
    await editing.delete(db, await editing.locked(db, Subscriber, id), caller=caller, entity="subscriber")
