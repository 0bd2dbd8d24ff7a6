from typing import Any
from uuid import UUID

from chassis.features.personal_data import PersonalData

from notifications.channels.tables import TelegramChat, TelegramMessage
from notifications.runtime import Session
from notifications.telegram.tables import TelegramLinkToken


async def _export(db: Session, user_id: UUID) -> dict[str, Any]:
    chat = await db.get(TelegramChat, user_id)
    return {"telegram": chat.model_dump(mode="json", include={"chat_id", "name", "linked_at"}) if chat else None}


PERSONAL_DATA = PersonalData(
    deleted=(TelegramChat.user_id, TelegramLinkToken.user_id, TelegramMessage.user_id), export=_export
)
