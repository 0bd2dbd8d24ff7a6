from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.features.audit import ERASED_NAME
from chassis.features.personal_data import PersonalData

from calculator.api_keys import queries
from calculator.api_keys.tables import ApiKey
from calculator.runtime import Session


async def _erase(db: Session, user_id: UUID, at: datetime) -> None:
    """Revoke the keys of the erased owner and remove the name from them."""
    await queries.revoke_keys_of_owner(db, user_id, at=at, owner=ERASED_NAME)


async def _export(db: Session, user_id: UUID) -> dict[str, Any]:
    keys = await queries.list_by_owner(db, user_id)
    return {"api_keys": [key.model_dump(mode="json", exclude={"digest", "owner_id", "version"}) for key in keys]}


PERSONAL_DATA = PersonalData(handled=(ApiKey.owner_id,), erase=_erase, export=_export)
