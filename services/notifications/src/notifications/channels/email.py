"""The email channel. It queues the emails of deliveries in the mail outbox and copies the results into the deliveries.

Campaigns wait while many emails are queued, so that they never delay the emails of a single user.
"""

import asyncio
import re
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

import structlog
from chassis.events.outages import is_outage
from chassis.mail import mail_queue
from chassis.mail.layout import build_environment, greet
from chassis.mail.signed_links import build_unsubscribe_headers
from chassis.mail.texts import RenderedEmail

from notifications.channels import metrics, queries
from notifications.channels.sending import finish
from notifications.channels.tables import Delivery, SiteSettingsCopy
from notifications.channels.unsubscribe_links import sign_token
from notifications.runtime import NotificationsRuntime, Session
from notifications.users import queries as users
from notifications.users.tables import UserCopy

log = structlog.get_logger()
BATCH_SIZE = 20
MAX_DIGESTS_AT_ONCE = 50
# A paragraph such as "Больше не писать об этом поиске: https://site/stop?token=...".
STOP_LINK = re.compile(r".+: https?://\S+\?\S+")
TEXT_TEMPLATES = build_environment("notifications.channels", html=False)
HTML_TEMPLATES = build_environment("notifications.channels", html=True)


class EmailEntry(NamedTuple):
    """One notification in an email. The URL may be empty."""

    title: str
    message: str
    url: str


async def step(runtime: NotificationsRuntime) -> bool:
    """Queue the next emails. Returns True if there were any."""
    async with runtime.database.transaction() as db:
        now = runtime.now()
        for state in await queries.save_email_results(db, now):
            metrics.RESULTS.labels("email", state).inc()
        has_room = await mail_queue.count_waiting(db) < mail_queue.BULK_SEND_THRESHOLD
        due_deliveries = await queries.lock_due_deliveries(db, "email", now, limit=BATCH_SIZE, includes_bulk=has_room)
        await _queue_emails(db, [[delivery] for delivery in due_deliveries], now)
    if any(delivery.is_bulk for delivery in due_deliveries):
        await asyncio.sleep(len(due_deliveries) / runtime.settings.emails_per_second)
    return bool(due_deliveries)


async def send_digests(db: Session, runtime: NotificationsRuntime) -> None:
    """Collect the promotions of each user into one email."""
    now = runtime.now()
    while rows := await queries.lock_digests(db, now, max_users=MAX_DIGESTS_AT_ONCE):
        groups = [list(group) for _, group in groupby(rows, key=lambda row: row.user_id)]
        await _queue_emails(db, groups, now)
        await db.flush()


async def _queue_emails(db: Session, groups: Sequence[Sequence[Delivery]], now: datetime) -> None:
    """Queue one email for each group; the deliveries of a group belong to one user."""
    if not groups:
        return
    users_by_id = {user.id: user for user in await users.get_users(db, [group[0].user_id for group in groups])}
    site_settings = await queries.get_site_settings(db)
    for group in groups:
        user = users_by_id.get(group[0].user_id)
        email_id: UUID | None = None
        try:
            async with db.begin_nested():
                if user and user.email:
                    email_id = await _queue_email_of_group(db, group, user, site_settings)
        except Exception as error:
            if is_outage(error):
                raise
            _retry_later(db, group, error, now)
            continue
        for delivery in group:
            delivery.email_id = email_id
            if email_id is None:
                finish(delivery, "failed", "no_address", now)
            db.add(delivery)


def _retry_later(db: Session, group: Sequence[Delivery], error: Exception, now: datetime) -> None:
    """Count the failed attempt of an email that cannot be built. After the last attempt its deliveries have failed."""
    log.error("email_not_queued", delivery_id=group[0].id, exc_info=error)
    for delivery in group:
        delivery.attempts = delivery.attempts + 1
        delivery.reason = type(error).__name__
        if retry_at := db.runtime.settings.retry_at(delivery.attempts, now):
            delivery.due_at = retry_at
            metrics.RESULTS.labels("email", "retried").inc()
        else:
            finish(delivery, "failed", delivery.reason, now)
        db.add(delivery)


async def _queue_email_of_group(
    db: Session, group: Sequence[Delivery], user: UserCopy, site_settings: SiteSettingsCopy
) -> UUID:
    first_delivery = group[0]
    settings = db.runtime.settings
    token = sign_token(settings, user.id, first_delivery.type)
    unsubscribe_url = f"{settings.public_url}/api/notifications/unsubscribe?token={token}"
    entries = []
    for delivery in group:
        url = settings.public_url + delivery.link if delivery.link else ""
        entries.append(EmailEntry(delivery.title, delivery.message, url))
    email = render(entries, first_name=user.first_name, site_settings=site_settings, unsubscribe_url=unsubscribe_url)
    return await mail_queue.queue_email(
        db,
        to=user.email,
        **email._asdict(),
        kind=f"notification.{first_delivery.type}",
        headers=build_unsubscribe_headers(unsubscribe_url),
    )


def render(
    entries: Sequence[EmailEntry], *, first_name: str, site_settings: SiteSettingsCopy, unsubscribe_url: str
) -> RenderedEmail:
    """Render the email with these notifications."""
    is_single = len(entries) == 1
    subject = f"{site_settings.site_name}: новости для вас ({len(entries)})"
    if is_single:
        subject = entries[0].title
    parts = {
        "heading": subject,
        "is_single": is_single,
        "salutation": greet(first_name),
        "entries": [_split_message(entry) for entry in entries],
        "unsubscribe_url": unsubscribe_url,
        **site_settings.model_dump(include={"site_name", "contact_phone", "working_hours"}),
    }
    text = TEXT_TEMPLATES.get_template("notifications.txt.j2").render(parts)
    return RenderedEmail(subject, text, HTML_TEMPLATES.get_template("notifications.html.j2").render(parts))


def _split_message(entry: EmailEntry) -> dict[str, Any]:
    """Return the values of the template for one notification.

    Links that stop a kind of email are `closing` paragraphs: they stand below the link that opens the page. The first
    paragraph is never one of them, because it may quote what another person wrote.
    """
    first_paragraph, *other_paragraphs = entry.message.split("\n\n")
    return {
        "title": entry.title,
        "paragraphs": [
            first_paragraph,
            *(paragraph for paragraph in other_paragraphs if not STOP_LINK.fullmatch(paragraph)),
        ],
        "url": entry.url,
        "closing": [paragraph for paragraph in other_paragraphs if STOP_LINK.fullmatch(paragraph)],
    }
