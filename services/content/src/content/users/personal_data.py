from datetime import datetime
from uuid import UUID

from emails.mail import QueuedEmail
from records.personal_data import PersonalData
from sqlalchemy import delete, func
from sqlmodel import col

from content.runtime import Session
from content.users import service
from content.users.tables import UserCopy


async def _mark(db: Session, user_id: UUID, at: datetime) -> None:
    await service.mark_erased(db, user_id)


async def _delete_emails(db: Session, user_id: UUID, at: datetime) -> None:
    """Delete the queued and the sent emails to the account."""
    if user := await db.get(UserCopy, user_id):
        own = func.lower(col(QueuedEmail.recipient)) == user.email.lower()
        await db.execute(delete(QueuedEmail).where(own))


MARK = PersonalData(erase=_mark)
COPY = PersonalData(deleted=(UserCopy.id,), handled=(QueuedEmail.recipient,), erase=_delete_emails)
