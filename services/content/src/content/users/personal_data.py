from datetime import datetime
from uuid import UUID

from chassis.features.personal_data import PersonalData
from chassis.mail import mail_queue

from content.runtime import Session
from content.users import service
from content.users.tables import UserCopy


async def _mark_erased(db: Session, user_id: UUID, at: datetime) -> None:
    await service.mark_erased(db, user_id)


async def _delete_emails(db: Session, user_id: UUID, at: datetime) -> None:
    if user := await db.get(UserCopy, user_id):
        await mail_queue.delete_emails_to(db, user.email)


MARK_ERASED = PersonalData(erase=_mark_erased)
COPY = PersonalData(deleted=(UserCopy.id,), handled=(mail_queue.QueuedEmail.recipient,), erase=_delete_emails)
