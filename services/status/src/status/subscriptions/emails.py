"""News of incidents and maintenance for subscribers, stored in the transaction of the change: emails, and an event for
subscribers who chose Telegram.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from chassis.events import outbox
from chassis.formats import format_moscow_time
from chassis.mail.texts import EmailContent, EmailTexts, RenderedEmail
from contracts.status import INCIDENT_STATES, MAINTENANCE_STAGES, AnnouncementPublished
from sqlalchemy import insert

from status.components.names import format_service_names
from status.runtime import Session
from status.subscriptions import queries
from status.subscriptions.tables import Announcement, Delivery

TEXTS = EmailTexts("status.subscriptions", "emails.yaml")
SITE_NAME = "Меридиан Авто"
TIME_PATTERN = "d MMMM y, HH:mm 'МСК'"


def render_incident_opened(title: str, affected: Iterable[str], message: str) -> EmailContent:
    return TEXTS.fill_in("incident_opened", title=title, services=format_service_names(affected), message=message)


def render_incident_changed(title: str, status: str, message: str) -> EmailContent:
    state = INCIDENT_STATES.get(status, status)
    return TEXTS.fill_in("incident_changed", title=title, state=state, message=message)


def render_maintenance_changed(
    title: str, stage: str, starts_at: datetime, ends_at: datetime, affected: Iterable[str]
) -> EmailContent:
    return TEXTS.fill_in(
        "maintenance_changed",
        title=title,
        state=MAINTENANCE_STAGES.get(stage, stage),
        starts_at=format_moscow_time(starts_at, TIME_PATTERN),
        ends_at=format_moscow_time(ends_at, TIME_PATTERN),
        services=format_service_names(affected),
    )


def render_announcement(subject: str, text: str, *, public_url: str, unsubscribe_url: str) -> RenderedEmail:
    """Render a stored announcement as a subscriber gets it."""
    return TEXTS.render(
        "announcement",
        site_name=SITE_NAME,
        subject=subject,
        text=text,
        status_url=f"{public_url}/status",
        unsubscribe_url=unsubscribe_url,
    )


def render_confirmation(link: str, components: Collection[str]) -> RenderedEmail:
    """Return the email that confirms a subscription or a changed choice of components. No components means all."""
    return TEXTS.render(
        "subscription_confirm", site_name=SITE_NAME, confirm_url=link, services=format_service_names(components)
    )


async def announce(db: Session, content: EmailContent, affected: Collection[str]) -> None:
    """Store an email and one delivery for each confirmed subscriber of an affected component. A job queues the emails.

    An announcement that names no component is for all subscribers. Subscribers in Telegram belong to the notifications
    service, which gets an event.
    """
    announcement = Announcement(subject=content.subject, text=content.text, created_at=db.now())
    db.add(announcement)
    await db.flush()
    rows = queries.select_deliveries(announcement, affected)
    await db.execute(insert(Delivery).from_select(["announcement_id", "subscription_id", "due_at"], rows))
    event = AnnouncementPublished(
        announcement_id=announcement.id, subject=content.subject, text=content.text, affected=sorted(affected)
    )
    await outbox.record(db, event)
