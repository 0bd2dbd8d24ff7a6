from datetime import datetime
from uuid import UUID

from chassis.features.personal_data import PersonalData
from sqlalchemy import delete
from sqlmodel import col

from auth.accounts.tables import Account
from auth.registration.tables import Challenge, Registration
from auth.runtime import Session


async def _erase(db: Session, account_id: UUID, at: datetime) -> None:
    """Delete the registrations of the address, and the codes sent to it."""
    account = await db.get_one(Account, account_id)
    await db.execute(delete(Challenge).where(col(Challenge.email_key) == account.email_key))
    await db.execute(delete(Registration).where(col(Registration.email_key) == account.email_key))


PERSONAL_DATA = PersonalData(
    deleted=(Challenge.subject_id,), handled=(Challenge.email_key, Registration.email_key), erase=_erase
)
