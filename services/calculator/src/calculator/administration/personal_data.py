from datetime import datetime
from uuid import UUID

from chassis.features.audit import ERASED_NAME, declare_personal_data
from chassis.features.personal_data import PersonalData
from sqlalchemy import update
from sqlmodel import col

from calculator.administration.tables import AuditEntry, FormerPolicyChange
from calculator.runtime import Session


async def _erase_name(db: Session, user_id: UUID, at: datetime) -> None:
    """Replace the name of an erased administrator in the audit entries of the previous release."""
    changes = update(FormerPolicyChange).where(col(FormerPolicyChange.changed_by) == user_id)
    await db.execute(changes.values(changed_by_name=ERASED_NAME))


PERSONAL_DATA = declare_personal_data(AuditEntry)
FORMER_ENTRIES = PersonalData(kept=(FormerPolicyChange.changed_by,), erase=_erase_name)
