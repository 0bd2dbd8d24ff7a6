from datetime import datetime
from uuid import UUID

from emails import mail
from records.personal_data import PersonalData
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.runtime import Session
from notifications.users.tables import UserCopy


async def _erase(db: Session, user_id: UUID, at: datetime) -> None:
    """Erase the copy of the account. Only the id stays, so that late events do not restore the data."""
    known = await db.get(UserCopy, user_id)
    if known is not None and known.email:
        await mail.delete_to(db, known.email)
    erased = {
        "email": "",
        "first_name": "",
        "last_name": "",
        "role": "user",
        "is_verified": False,
        "is_blocked": True,
        "marketing": False,
        "is_buyer": False,
        "is_erased": True,
        "event_time": at,
    }
    row = insert(UserCopy).values(id=user_id, joined_at=at, **erased)
    await db.execute(row.on_conflict_do_update(index_elements=[col(UserCopy.id)], set_=erased))


PERSONAL_DATA = PersonalData(handled=(UserCopy.email, mail.QueuedEmail.recipient), erase=_erase)
