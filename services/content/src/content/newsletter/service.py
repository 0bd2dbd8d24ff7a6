"""Rules of the newsletter: double opt-in, and one-click unsubscribe (RFC 8058)."""

from datetime import timedelta
from uuid import UUID

from chassis.database.batches import delete_in_batches
from chassis.features.double_opt_in import OptInList
from chassis.mail import mail_queue
from chassis.web.auth import Principal
from chassis.web.errors import Conflict, NotFound, StaleVersion, raises
from prometheus_client import Gauge
from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from content import editing
from content.newsletter import emails, queries
from content.newsletter.schemas import SubscriberUpdate
from content.newsletter.tables import Mailing, Subscriber
from content.runtime import ContentRuntime, Session

NEWSLETTER = OptInList(Subscriber, "/api/newsletter", "/unsubscribe?state=")
# An article older than this is not sent any more.
MAX_ARTICLE_AGE = timedelta(days=2)
# Long enough that an article whose date is changed later is not sent twice.
MAILING_RETENTION = timedelta(days=30)

WAITING_EMAILS = Gauge("newsletter_waiting", "Newsletter emails that are planned and not queued yet")


class AlreadySubscribed(Conflict):
    code = "already_subscribed"
    message = "Этот адрес уже есть в рассылке"


async def subscribe(db: Session, email: str) -> Subscriber:
    """Add an address, and send it a confirmation link.

    A confirmed address, an address with a recent link, and an address at its daily limit get no link.
    """
    now = db.now()
    settings = db.runtime.settings
    new_subscriber = Subscriber(email=email, consent_at=now, created_at=now, updated_at=now)
    subscriber = await NEWSLETTER.add(db, new_subscriber)
    resend_after = timedelta(minutes=settings.repeat_minutes)
    per_day = settings.emails_per_recipient_per_day
    if link := await NEWSLETTER.request_link(db, subscriber, resend_after=resend_after, emails_per_day=per_day):
        await emails.send_confirmation(db, subscriber, link)
    return subscriber


async def send_new_articles(db: Session, _: object) -> None:
    """Queue each new article for each subscriber once, a few at a time, so that other emails do not wait.

    The recipients of an article are stored when it is new. The rows wait for the mail server, however slow it is.
    """
    await _plan_mailings(db)
    now = db.now()
    free_places = mail_queue.BULK_SEND_THRESHOLD - await mail_queue.count_waiting(db)
    for mailing, subscriber, post in await queries.list_planned_emails(db, max(0, free_places)):
        mailing.sent_at = now
        db.add(mailing)
        await emails.send_article(db, subscriber, post, NEWSLETTER.build_unsubscribe_link(db, subscriber))
    WAITING_EMAILS.set(await queries.count_unsent_emails(db))


async def _plan_mailings(db: Session) -> None:
    """Store the recipients of each new article, once for each article."""
    insertion = insert(Mailing).from_select(
        ["post_id", "subscriber_id"], queries.select_unplanned_mailings(db.now() - MAX_ARTICLE_AGE)
    )
    await db.execute(insertion.on_conflict_do_nothing())


async def purge_subscriptions(db: Session, runtime: ContentRuntime) -> None:
    """Delete unconfirmed addresses whose link has expired, and old mailings."""
    now = runtime.now()
    # Without an expiry no email was sent, because the mailbox had reached its daily limit.
    expires_at = func.coalesce(col(Subscriber.token_expires_at), col(Subscriber.created_at))
    is_unconfirmed = (col(Subscriber.status) == "pending") & (expires_at < now)
    await delete_in_batches(db, Subscriber, is_unconfirmed)
    await delete_in_batches(db, Mailing, col(Mailing.sent_at) < now - MAILING_RETENTION)
    await delete_in_batches(db, Mailing, col(Mailing.sent_at).is_(None), queries.build_obsolete_filter())


@raises(AlreadySubscribed)
async def create(db: Session, email: str, *, caller: Principal) -> Subscriber:
    """Send a confirmation link to an address that an administrator has entered."""
    existing_subscriber = await queries.find_by_email(db, email)
    if existing_subscriber is not None and existing_subscriber.status == "confirmed":
        raise AlreadySubscribed
    subscriber = await subscribe(db, email)
    editing.add_record(db, subscriber, caller=caller, changes={"email": email})
    return subscriber


@raises(NotFound, StaleVersion)
async def change(db: Session, id: UUID, body: SubscriberUpdate, *, caller: Principal) -> Subscriber:
    """Unsubscribe an address."""
    subscriber, changes = await editing.lock_to_change(db, Subscriber, id, body)
    if changes.get("status") == "unsubscribed":
        changes |= {"unsubscribed_at": db.now(), "token_hash": None}
    editing.apply_changes(db, subscriber, changes, caller=caller)
    return subscriber
