from datetime import datetime
from uuid import UUID

from records.personal_data import PersonalData

from auth.administration import audit
from auth.administration.tables import AuditEntry
from auth.runtime import Session


async def _erase(db: Session, account_id: UUID, at: datetime) -> None:
    await audit.forget_addresses(db, account_id)


PERSONAL_DATA = PersonalData(kept=(AuditEntry.actor_id, AuditEntry.subject_id), erase=_erase)
