from datetime import datetime
from uuid import UUID

from chassis.features.audit import declare_personal_data
from chassis.features.personal_data import PersonalData
from sqlalchemy import update
from sqlmodel import col

from auth.administration.tables import AuditEntry, FormerAuditEntry
from auth.runtime import Session


async def _erase(db: Session, account_id: UUID, at: datetime) -> None:
    """Clear the network addresses of the user's former audit entries. The account must be marked as erased first."""
    entries = update(FormerAuditEntry).where(col(FormerAuditEntry.actor_id) == account_id)
    await db.execute(entries.values(ip=""))


PERSONAL_DATA = declare_personal_data(AuditEntry)
FORMER_ENTRIES = PersonalData(kept=(FormerAuditEntry.actor_id, FormerAuditEntry.subject_id), erase=_erase)
