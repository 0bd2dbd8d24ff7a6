from datetime import datetime
from uuid import UUID

from chassis.features.personal_data import PersonalData
from chassis.mail import mail_queue
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.runtime import Session
from notifications.users.tables import UserCopy


async def _erase(db: Session, user_id: UUID, at: datetime) -> None:
    """Erase the copy of the account. Only the id stays, so that late events do not restore the data."""
    user_copy = await db.get(UserCopy, user_id)
    if user_copy is not None and user_copy.email:
        await mail_queue.delete_emails_to(db, user_copy.email)
    erased_copy = UserCopy(id=user_id, is_blocked=True, is_erased=True, joined_at=at, event_time=at)
    values = erased_copy.model_dump(exclude={"id", "joined_at", "block_event_time"})
    row = insert(UserCopy).values(erased_copy.model_dump())
    await db.execute(row.on_conflict_do_update(index_elements=[col(UserCopy.id)], set_=values))


PERSONAL_DATA = PersonalData(handled=(UserCopy.email, mail_queue.QueuedEmail.recipient), erase=_erase)
