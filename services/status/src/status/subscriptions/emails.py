"""The emails to subscribers about incidents and maintenance, stored in the transaction of the change itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from chassis.formats import moscow_time
from contracts.status import INCIDENT_STATES, MAINTENANCE_STAGES
from sqlalchemy import insert

from status.components.names import service_names
from status.runtime import Session
from status.subscriptions import queries
from status.subscriptions.tables import Announcement, Delivery


@dataclass(frozen=True)
class EmailContent:
    """Subject and text of an email, without the links below the text."""

    subject: str
    text: str


def incident_opened(title: str, affected: Iterable[str], message: str) -> EmailContent:
    services = service_names(affected)
    text = f"{title}\n\n{message}" + (f"\nЗатронуто: {services}." if services else "")
    return EmailContent(f"Сбой: {title}", text)


def incident_changed(title: str, status: str, message: str) -> EmailContent:
    return EmailContent(f"{title}: {INCIDENT_STATES.get(status, status)}", f"{title}\n\n{message}")


def maintenance_changed(
    title: str, stage: str, starts: datetime, ends: datetime, affected: Iterable[str]
) -> EmailContent:
    services = service_names(affected)
    text = f"{title}\n\nНачало: {moscow_time(starts)}\nОкончание: {moscow_time(ends)}"
    return EmailContent(
        f"Плановые работы {MAINTENANCE_STAGES.get(stage, stage)}: {title}",
        text + (f"\nМогут не работать: {services}." if services else ""),
    )


async def announce(db: Session, content: EmailContent) -> None:
    """Store the email and one delivery for each confirmed subscriber; a job queues the emails."""
    announcement = Announcement(subject=content.subject, text=content.text, created_at=db.now())
    db.add(announcement)
    await db.flush()
    rows = queries.deliveries_of(announcement)
    await db.execute(insert(Delivery).from_select(["announcement_id", "subscription_id", "due_at"], rows))
