"""Emails about incidents and maintenance: only to confirmed addresses, ended by one click (RFC 8058)."""

from datetime import datetime, timedelta
from urllib.parse import urlencode
from uuid import UUID

import structlog
from emails import double_opt_in, mail
from emails.signed_links import hash_token, subscriber_from_token, unsubscribe_headers, unsubscribe_token
from messaging.outages import is_outage
from persistence.batches import delete_in_batches
from prometheus_client import Counter
from sqlalchemy import delete, or_, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from status.runtime import Runtime, Session
from status.subscriptions import queries
from status.subscriptions.errors import InvalidLink
from status.subscriptions.tables import Announcement, Delivery, Subscription

log = structlog.get_logger()
FAILED_DELIVERIES = Counter("status_deliveries_failed_total", "Announcements not queued as emails", ["result"])
RESEND_AFTER = timedelta(minutes=10)
KEPT_FOR = timedelta(days=30)
BATCH = 200
RETRIES = [timedelta(minutes=minutes) for minutes in (1, 10, 60)]
CONFIRMATION_TEXT = """Здравствуйте!

Этот адрес указали на странице статуса «Меридиан Авто», чтобы узнавать о сбоях и плановых работах.
Чтобы подтвердить подписку, откройте ссылку, она действует три дня:
{link}

Если это были не вы, ничего не делайте: писем не будет.

Меридиан Авто
"""
PATH = "/api/status/subscriptions"


async def subscribe(db: Session, email: str) -> None:
    """Email a confirmation link to the address; the caller does not learn whether it was subscribed already.

    A confirmed address gets no email. Nor does one that got a link less than ten minutes ago: that link stays valid.
    """
    now = db.now()
    new = Subscription(email=email, consent_at=now)
    await db.execute(insert(Subscription).values(new.model_dump()).on_conflict_do_nothing())
    subscription = await queries.lock_by_email(db, email)
    is_confirmed = subscription.confirmed_at is not None and subscription.ended_at is None
    if is_confirmed or double_opt_in.has_recent_link(subscription, since=now - RESEND_AFTER):
        return
    token = double_opt_in.new_link(subscription, now)
    subscription.confirmed_at, subscription.ended_at = None, None
    db.add(subscription)
    await mail.queue(
        db,
        to=subscription.email,
        subject="Подтвердите подписку на статус сервисов",
        text=CONFIRMATION_TEXT.format(link=_make_link(db, "confirm", token)),
        kind="status_confirm",
    )


async def confirm_subscription(db: Session, token: str) -> None:
    """Confirm by the link of the email; a second click on the same link is no error. Raises InvalidLink."""
    now = db.now()
    subscription = await queries.lock_by_token(db, hash_token(token))
    if subscription is None:
        raise InvalidLink
    if subscription.confirmed_at is not None:
        return
    if not double_opt_in.has_valid_link(subscription, now):
        raise InvalidLink
    subscription.confirmed_at = now
    db.add(subscription)


async def unsubscribe(db: Session, token: str) -> None:
    """End the subscription; a second time is no error. Raises InvalidLink."""
    id = subscriber_from_token(token, db.runtime.settings.secret_key.get_secret_value())
    subscription = await db.get(Subscription, id, with_for_update=True) if id else None
    if subscription is None:
        raise InvalidLink
    if subscription.ended_at is None:
        subscription.ended_at, subscription.token_hash = db.now(), None
        db.add(subscription)
        await db.execute(delete(Delivery).where(col(Delivery.subscription_id) == subscription.id))


async def queue_emails(db: Session, runtime: Runtime) -> None:
    """Turn due deliveries into queued emails, the oldest first, a batch at a time.

    Each delivery has its own savepoint: one that fails is tried again later and stops no other.
    """
    now = runtime.now()
    for delivery, announcement, subscription in await queries.lock_due(db, now, limit=BATCH):
        # Read before the savepoint: its rollback expires the row.
        key, attempts = (delivery.announcement_id, delivery.subscription_id), delivery.attempts + 1
        try:
            async with db.begin_nested():
                await _queue_email(db, announcement, subscription)
                await db.delete(delivery)
        except Exception as error:
            if is_outage(error):
                raise
            await _postpone(db, key, attempts, error, now)


async def _postpone(db: Session, key: tuple[UUID, UUID], attempts: int, error: Exception, now: datetime) -> None:
    """Try the delivery again later; after the last attempt mark it as failed."""
    is_last = attempts > len(RETRIES)
    values = {"failed_at": now} if is_last else {"due_at": now + RETRIES[attempts - 1]}
    this = tuple_(col(Delivery.announcement_id), col(Delivery.subscription_id)) == key
    await db.execute(update(Delivery).where(this).values(attempts=attempts, **values))
    FAILED_DELIVERIES.labels("failed" if is_last else "retried").inc()
    log.error("status_delivery_failed", subscription_id=str(key[1]), last=is_last, exc_info=error)


async def _queue_email(db: Session, announcement: Announcement, subscription: Subscription) -> None:
    runtime = db.runtime
    token = unsubscribe_token(subscription.id, runtime.settings.secret_key.get_secret_value())
    unsubscribe_link = _make_link(db, "unsubscribe", token)
    await mail.queue(
        db,
        to=subscription.email,
        subject=announcement.subject,
        text=(
            f"{announcement.text}\n\nПодробности: {runtime.settings.public_url}/status\n\nМеридиан Авто\n"
            f"Больше не присылать: {unsubscribe_link}\n"
        ),
        kind="status_news",
        headers=unsubscribe_headers(unsubscribe_link),
    )


def _make_link(db: Session, action: str, token: str) -> str:
    return f"{db.runtime.settings.public_url}{PATH}/{action}?{urlencode({'token': token})}"


async def purge_subscriptions(db: Session, runtime: Runtime) -> None:
    """Delete addresses never confirmed in time, those that ended 30 days ago, and announcements as old."""
    now = runtime.now()
    unconfirmed = col(Subscription.confirmed_at).is_(None) & (col(Subscription.token_expires_at) < now)
    await delete_in_batches(db, Subscription, or_(unconfirmed, col(Subscription.ended_at) < now - KEPT_FOR))
    await delete_in_batches(db, Announcement, col(Announcement.created_at) < now - KEPT_FOR)
