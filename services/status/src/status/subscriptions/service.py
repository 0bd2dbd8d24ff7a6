"""Emails about incidents and maintenance: only to confirmed addresses, ended by one click (RFC 8058)."""

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

import structlog
from chassis.database.batches import delete_in_batches
from chassis.events.outages import is_outage
from chassis.features.double_opt_in import OptInList
from chassis.mail import mail_queue
from chassis.mail.signed_links import build_unsubscribe_headers
from chassis.retries import compute_next_attempt
from chassis.runtime import AnySession
from prometheus_client import Counter
from sqlalchemy import delete, or_, tuple_, update
from sqlmodel import col

from status.components.names import NAMES, ServiceId
from status.runtime import Session, StatusRuntime
from status.subscriptions import emails, queries
from status.subscriptions.tables import Announcement, Delivery, Subscription

log = structlog.get_logger()
FAILED_DELIVERIES = Counter("status_deliveries_failed_total", "Announcements not queued as emails", ["result"])
RESEND_AFTER = timedelta(minutes=10)
EMAILS_PER_DAY = 3
RETENTION = timedelta(days=30)
BATCH_SIZE = 200
RETRIES = [timedelta(minutes=minutes) for minutes in (1, 10, 60)]


class Subscriptions(OptInList[Subscription]):
    """The list of status subscribers."""

    async def end(self, db: AnySession, token: str) -> Subscription:
        """Unsubscribe, and delete pending announcements."""
        subscription = await super().end(db, token)
        await db.execute(delete(Delivery).where(col(Delivery.subscription_id) == subscription.id))
        return subscription


SUBSCRIPTIONS = Subscriptions(Subscription, "/api/status/subscriptions", "/unsubscribe?list=status&state=")


async def subscribe(db: Session, email: str, components: Collection[ServiceId]) -> None:
    """Email a link that confirms the subscription, or another choice of components by a confirmed subscriber.

    The choice belongs to the link of its email: without a new link nothing changes. The caller does not learn whether
    the address was subscribed already.
    """
    choice = normalize_choice(components)
    subscription = await SUBSCRIPTIONS.add(db, Subscription(email=email, consent_at=db.now()))
    former_request = subscription.requested_components
    is_unchanged = subscription.is_active and subscription.components == choice
    subscription.requested_components = None if is_unchanged else choice

    link = await SUBSCRIPTIONS.request_link(db, subscription, resend_after=RESEND_AFTER, emails_per_day=EMAILS_PER_DAY)
    if link is None:
        subscription.requested_components = former_request
        return

    confirmation = emails.render_confirmation(link, choice)
    await mail_queue.queue_email(db, to=subscription.email, **confirmation._asdict(), kind="status_confirm")


def normalize_choice(components: Collection[ServiceId]) -> list[str]:
    """Return the chosen components in the page's order. The result is empty if all or none are chosen."""
    choice = [component for component in NAMES if component in components]
    return [] if len(choice) == len(NAMES) else [*choice]


async def queue_emails(db: Session, runtime: StatusRuntime) -> None:
    """Turn due deliveries into queued emails, oldest first, in batches.

    Each delivery has its own savepoint. A delivery that fails is retried later and does not stop the others.
    """
    now = runtime.now()
    for delivery, announcement, subscription in await queries.lock_due_deliveries(db, now, limit=BATCH_SIZE):
        # These are read before the savepoint, because its rollback expires the row.
        key = (delivery.announcement_id, delivery.subscription_id)
        attempts = delivery.attempts + 1
        try:
            async with db.begin_nested():
                await _queue_email(db, announcement, subscription)
                await db.delete(delivery)
        except Exception as error:
            if is_outage(error):
                raise
            await _postpone(db, key, attempts, error, now)


async def _postpone(db: Session, key: tuple[UUID, UUID], attempts: int, error: Exception, now: datetime) -> None:
    """Retry the delivery later, or mark it as failed after the last attempt."""
    due_at = compute_next_attempt(RETRIES, attempts=attempts, now=now)
    is_last = due_at is None
    result = "failed" if is_last else "retried"
    values = {"failed_at": now} if is_last else {"due_at": due_at}
    is_this_delivery = tuple_(col(Delivery.announcement_id), col(Delivery.subscription_id)) == key
    await db.execute(update(Delivery).where(is_this_delivery).values(attempts=attempts, **values))
    FAILED_DELIVERIES.labels(result).inc()
    log.error("status_delivery_failed", subscription_id=str(key[1]), last=is_last, exc_info=error)


async def _queue_email(db: Session, announcement: Announcement, subscription: Subscription) -> None:
    unsubscribe_link = SUBSCRIPTIONS.build_unsubscribe_link(db, subscription)
    public_url = db.runtime.settings.public_url
    email = emails.render_announcement(
        announcement.subject, announcement.text, public_url=public_url, unsubscribe_url=unsubscribe_link
    )
    headers = build_unsubscribe_headers(unsubscribe_link)
    await mail_queue.queue_email(db, to=subscription.email, **email._asdict(), kind="status_news", headers=headers)


async def purge_subscriptions(db: Session, runtime: StatusRuntime) -> None:
    """Delete unconfirmed addresses, subscriptions that ended 30 days ago, and announcements of that age."""
    now = runtime.now()
    is_unconfirmed = col(Subscription.confirmed_at).is_(None) & (col(Subscription.token_expires_at) < now)
    await delete_in_batches(db, Subscription, or_(is_unconfirmed, col(Subscription.ended_at) < now - RETENTION))
    await delete_in_batches(db, Announcement, col(Announcement.created_at) < now - RETENTION)
