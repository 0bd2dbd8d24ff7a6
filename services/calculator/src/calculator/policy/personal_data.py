from datetime import datetime
from uuid import UUID

from chassis.features.audit import ERASED_NAME
from chassis.features.personal_data import PersonalData
from sqlalchemy import update
from sqlmodel import col

from calculator.policy.tables import PolicyChange
from calculator.runtime import Session


async def _erase_name(db: Session, user_id: UUID, at: datetime) -> None:
    """Remove the name of an erased administrator; the entries stay."""
    own = update(PolicyChange).where(col(PolicyChange.changed_by) == user_id)
    await db.execute(own.values(changed_by_name=ERASED_NAME))


PERSONAL_DATA = PersonalData(kept=(PolicyChange.changed_by,), erase=_erase_name)
