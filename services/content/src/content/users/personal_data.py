from datetime import datetime
from uuid import UUID

from emails import mail
from records.personal_data import PersonalData

from content.runtime import Session
from content.users import service
from content.users.tables import UserCopy


async def _mark(db: Session, user_id: UUID, at: datetime) -> None:
    await service.mark_erased(db, user_id)


async def _delete_emails(db: Session, user_id: UUID, at: datetime) -> None:
    if user := await db.get(UserCopy, user_id):
        await mail.delete_to(db, user.email)


MARK = PersonalData(erase=_mark)
COPY = PersonalData(deleted=(UserCopy.id,), handled=(mail.QueuedEmail.recipient,), erase=_delete_emails)
