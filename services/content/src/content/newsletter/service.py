"""Rules of the newsletter: double opt-in, and one-click unsubscribe (RFC 8058)."""

from datetime import timedelta
from urllib.parse import urlencode
from uuid import UUID

from chassis.auth import Principal
from chassis.errors import BadRequest, Conflict
from emails import double_opt_in, mail
from emails.signed_links import hash_token, subscriber_from_token, unsubscribe_headers, unsubscribe_token
from persistence.batches import delete_in_batches
from prometheus_client import Gauge
from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from content.administration import editing
from content.articles.tables import Post
from content.newsletter import queries
from content.newsletter.schemas import SubscriberUpdate
from content.newsletter.tables import Mailing, Subscriber
from content.recipients import may_email
from content.runtime import Runtime, Session
from content.site import service as site

PAGE = "/unsubscribe?state="
# An article older than this is not sent any more.
NEW_FOR = timedelta(days=2)
# Long enough that an article whose date is changed later is not sent twice.
MAILING_RETENTION = timedelta(days=30)

WAITING = Gauge("newsletter_waiting", "Newsletter emails that are planned and not queued yet")


class LinkInvalid(BadRequest):
    code, message, page = "invalid_token", "Ссылка больше не действует", PAGE + "invalid"


class SubscribedAlready(Conflict):
    code, message = "already_subscribed", "Этот адрес уже есть в рассылке"


async def subscribe(db: Session, email: str) -> Subscriber:
    """Send a confirmation link to the address; the caller learns nothing about the result.

    A confirmed address gets nothing, nor does one invited minutes ago: its first link must stay valid.
    """
    now = db.now()
    fresh = Subscriber(email=email, consent_at=now, created_at=now, updated_at=now)
    await db.execute(insert(Subscriber).values(fresh.model_dump()).on_conflict_do_nothing())
    subscriber = await queries.lock_by_email(db, email)
    since = now - timedelta(minutes=db.runtime.settings.repeat_minutes)
    if subscriber.status == "confirmed" or double_opt_in.has_recent_link(subscriber, since=since):
        return subscriber
    if not await may_email(db, "newsletter", email):
        return subscriber
    token = double_opt_in.new_link(subscriber, now)
    subscriber.status, subscriber.updated_at = "pending", now
    db.add(subscriber)
    await _send_confirmation(db, subscriber, token)
    return subscriber


async def _send_confirmation(db: Session, subscriber: Subscriber, token: str) -> None:
    settings = await site.read_settings(db)
    link = f"{db.runtime.settings.public_url}/api/newsletter/confirm?{urlencode({'token': token})}"
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


async def confirm(db: Session, token: str) -> None:
    """Confirm a subscription; a second click on the link is no error. Raises LinkInvalid."""
    now = db.now()
    subscriber = await queries.lock_by_token(db, hash_token(token))
    if subscriber is None:
        raise LinkInvalid
    if subscriber.status == "confirmed":
        return
    if not double_opt_in.has_valid_link(subscriber, now):
        raise LinkInvalid
    subscriber.status, subscriber.confirmed_at = "confirmed", now
    editing.mark_changed(db, subscriber)


async def unsubscribe(db: Session, token: str) -> None:
    """Unsubscribe; repeating it is no error. Raises LinkInvalid."""
    id = subscriber_from_token(token, db.runtime.settings.secret_key.get_secret_value())
    subscriber = await db.get(Subscriber, id, with_for_update=True) if id else None
    if subscriber is None:
        raise LinkInvalid
    if subscriber.status != "unsubscribed":
        subscriber.status, subscriber.unsubscribed_at, subscriber.token_hash = "unsubscribed", db.now(), None
        editing.mark_changed(db, subscriber)


async def send_new_articles(db: Session, _: object) -> None:
    """Queue each new article for each subscriber once, a few at a time, so that other emails do not wait.

    Who gets an article is written down when it is new; however slow the mail server is, the rows wait for it.
    """
    await _plan_mailings(db)
    now, room = db.now(), mail.BULK_SEND_THRESHOLD - await mail.waiting(db)
    for mailing, subscriber, post in await queries.list_waiting(db, max(0, room)):
        mailing.sent_at = now
        db.add(mailing)
        await _send_article(db, subscriber, post)
    WAITING.set(await queries.count_waiting(db))


async def _plan_mailings(db: Session) -> None:
    """Write down who gets each new article, once for an article."""
    rows = insert(Mailing).from_select(["post_id", "subscriber_id"], queries.unplanned_mailings(db.now() - NEW_FOR))
    await db.execute(rows.on_conflict_do_nothing())


async def _send_article(db: Session, subscriber: Subscriber, post: Post) -> None:
    runtime, settings = db.runtime, await site.read_settings(db)
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
        headers=unsubscribe_headers(end),
    )


async def purge_old(db: Session, runtime: Runtime) -> None:
    """Delete unconfirmed addresses after the link expired, and old records of what was sent."""
    now = runtime.now()
    # Without an expiry no email was sent, because the mailbox had had its number for the day.
    expires_at = func.coalesce(col(Subscriber.token_expires_at), col(Subscriber.created_at))
    unconfirmed = (col(Subscriber.status) == "pending") & (expires_at < now)
    await delete_in_batches(db, Subscriber, unconfirmed)
    await delete_in_batches(db, Mailing, col(Mailing.sent_at) < now - MAILING_RETENTION)
    await delete_in_batches(db, Mailing, col(Mailing.sent_at).is_(None), queries.is_obsolete())


async def create(db: Session, email: str, *, caller: Principal) -> Subscriber:
    """Invite an address. Raises SubscribedAlready."""
    existing = await queries.find_by_email(db, email)
    if existing is not None and existing.status == "confirmed":
        raise SubscribedAlready
    subscriber = await subscribe(db, email)
    editing.add_record(db, subscriber, caller=caller, changes={"email": email})
    return subscriber


async def change(db: Session, id: UUID, body: SubscriberUpdate, *, caller: Principal) -> Subscriber:
    """Unsubscribe an address. Raises NotFound, StaleVersion."""
    subscriber = await editing.lock_version(db, Subscriber, id, version=body.version)
    changes = editing.sent_fields(body)
    if changes.get("status") == "unsubscribed":
        changes |= {"unsubscribed_at": db.now(), "token_hash": None}
    editing.apply_changes(db, subscriber, changes, caller=caller)
    return subscriber
