from datetime import datetime
from uuid import UUID

from records.personal_data import PersonalData

from calculator.policy.queries import erase_changed_by_name
from calculator.policy.tables import PolicyChange
from calculator.runtime import Session


async def _erase(db: Session, user_id: UUID, at: datetime) -> None:
    await erase_changed_by_name(db, user_id)


PERSONAL_DATA = PersonalData(kept=(PolicyChange.changed_by,), erase=_erase)
