from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.features.personal_data import PersonalData

from notifications.channels import queries
from notifications.channels.tables import StatusSubscriber, TelegramChat, TelegramMessage
from notifications.runtime import Session
from notifications.telegram.tables import TelegramLinkToken


async def _export(db: Session, user_id: UUID) -> dict[str, Any]:
    chat = await db.get(TelegramChat, user_id)
    if chat is None:
        return {"telegram": None}
    exported_chat = chat.model_dump(mode="json", include={"chat_id", "name", "linked_at"})
    subscriber = await db.get(StatusSubscriber, chat.chat_id)
    if subscriber is not None:
        exported_chat["status"] = subscriber.model_dump(mode="json", include={"components", "subscribed_at"})
    return {"telegram": exported_chat}


async def _erase(db: Session, user_id: UUID, at: datetime) -> None:
    """End the subscription of the user's chat to the status page. Only the link tells whose chat it is."""
    chat = await db.get(TelegramChat, user_id)
    if chat is not None:
        await queries.delete_subscriber(db, chat.chat_id)


PERSONAL_DATA = PersonalData(
    deleted=(TelegramChat.user_id, TelegramLinkToken.user_id, TelegramMessage.user_id), erase=_erase, export=_export
)
