from typing import Any
from uuid import UUID

from chassis.features.personal_data import MAX_ROWS, PersonalData

from notifications.inbox import queries
from notifications.inbox.schemas import NotificationRead
from notifications.inbox.tables import InboxState, Notification
from notifications.runtime import Session


async def _export(db: Session, user_id: UUID) -> dict[str, Any]:
    entries = await queries.list_newest_notifications(db, user_id, limit=MAX_ROWS)
    return {"notifications": [NotificationRead.of(row).model_dump(mode="json") for row in entries]}


PERSONAL_DATA = PersonalData(deleted=(Notification.user_id, InboxState.user_id), export=_export)
