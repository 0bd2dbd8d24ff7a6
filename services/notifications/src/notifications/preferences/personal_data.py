from typing import Any
from uuid import UUID

from chassis.features.personal_data import PersonalData

from notifications.preferences import service
from notifications.preferences.tables import Preference
from notifications.runtime import Session


async def _export(db: Session, user_id: UUID) -> dict[str, Any]:
    return {"preferences": (await service.read(db, user_id=user_id)).model_dump(mode="json", by_alias=True)}


PERSONAL_DATA = PersonalData(deleted=(Preference.user_id,), export=_export)
