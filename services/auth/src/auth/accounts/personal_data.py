from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.features.personal_data import PersonalData
from chassis.mail import mail_queue
from fastapi.encoders import jsonable_encoder

from auth.accounts.schemas import UserRead
from auth.accounts.tables import Account
from auth.runtime import Session

ERASED_NAME = ("Удалённый", "пользователь")


async def _erase(db: Session, account_id: UUID, at: datetime) -> None:
    """Empty the account and mark it as erased."""
    account = await db.get_one(Account, account_id)
    await mail_queue.delete_emails_to(db, account.email)
    account.first_name, account.last_name = ERASED_NAME
    account.email = ""
    account.email_key = None
    account.phone = None
    account.avatar_url = None
    account.password_hash = None
    account.blocked_reason = None
    account.role = "user"
    account.account_status = "erased"
    account.mark_access_changed(at)
    account.erased_at = at
    account.updated_at = at
    db.add(account)
    await db.flush()


async def _export(db: Session, account_id: UUID) -> dict[str, Any]:
    return {"account": jsonable_encoder(UserRead.of(await db.get_one(Account, account_id)))}


PERSONAL_DATA = PersonalData(handled=(Account.email, mail_queue.QueuedEmail.recipient), erase=_erase, export=_export)
