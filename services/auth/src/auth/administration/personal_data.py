from datetime import datetime
from uuid import UUID

from chassis.features.personal_data import PersonalData
from sqlalchemy import update
from sqlmodel import col

from auth.administration.tables import AuditEntry
from auth.runtime import Session


async def _erase(db: Session, account_id: UUID, at: datetime) -> None:
    """Clear the network addresses of the user's audit entries. The account must be marked as erased first."""
    await db.execute(update(AuditEntry).where(col(AuditEntry.actor_id) == account_id).values(ip=""))


PERSONAL_DATA = PersonalData(kept=(AuditEntry.actor_id, AuditEntry.subject_id), erase=_erase)
