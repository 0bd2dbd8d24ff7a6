"""Export and erasure of the personal data of one user in this service."""

from typing import Any
from uuid import UUID

from contracts.export_payload import fit_lists
from emails.mail import QueuedEmail
from messaging.events import EventContext
from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.channels import queries as channels
from notifications.channels.tables import Delivery, PushSubscription
from notifications.inbox import queries as inbox
from notifications.inbox.schemas import NotificationRead
from notifications.inbox.tables import InboxState, Notification
from notifications.live.tables import LiveLog
from notifications.preferences import service as preferences
from notifications.preferences.tables import Preference
from notifications.runtime import Session
from notifications.users.tables import UserCopy

MAX_ROWS = 5000


async def erase(db: Session, user_id: UUID, context: EventContext) -> None:
    """Erase the user. Only the id stays, so that late events do not restore the data."""
    known = await db.get(UserCopy, user_id)
    if known is not None and known.email:
        await db.execute(delete(QueuedEmail).where(col(QueuedEmail.recipient) == known.email))
    for table in (Notification, InboxState, LiveLog, Preference, PushSubscription, Delivery):
        await db.execute(delete(table).where(col(table.user_id) == user_id))
    erased = {
        "email": "",
        "first_name": "",
        "last_name": "",
        "role": "user",
        "is_verified": False,
        "is_blocked": True,
        "marketing": False,
        "is_buyer": False,
        "is_erased": True,
        "event_time": context.time,
    }
    row = insert(UserCopy).values(id=user_id, joined_at=context.time, **erased)
    await db.execute(row.on_conflict_do_update(index_elements=[col(UserCopy.id)], set_=erased))


async def export(db: Session, user_id: UUID) -> dict[str, Any]:
    """All personal data of the user; the newest part of each list when it is too large for one event."""
    entries = await inbox.newest_of_user(db, user_id, limit=MAX_ROWS)
    sent = await channels.newest_of_user(db, user_id, limit=MAX_ROWS)
    browsers = await channels.list_browsers(db, [user_id])
    chosen = await preferences.read(db, user_id=user_id)
    lists = {
        "notifications": [NotificationRead.of(row).model_dump(mode="json") for row in entries],
        "deliveries": [
            row.model_dump(mode="json", include={"channel", "type", "title", "state", "created_at", "finished_at"})
            for row in sent
        ],
        "push_subscriptions": [row.model_dump(mode="json", include={"endpoint", "created_at"}) for row in browsers],
    }
    return fit_lists(lists, preferences=chosen.model_dump(mode="json", by_alias=True))
