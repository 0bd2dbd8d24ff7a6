"""Personal data of auth by feature, in the order of an erasure.

The emptied account row stays, because the audit log refers to it. Consents stay as proof, without IP addresses.
"""

from datetime import datetime
from uuid import UUID

from chassis.features.personal_data import PersonalData, export_rows
from sqlalchemy import update
from sqlmodel import col

from auth.accounts import personal_data as accounts
from auth.accounts.tables import Consent
from auth.administration import personal_data as administration
from auth.profile.tables import DataExport, Erasure
from auth.registration import personal_data as registration
from auth.runtime import Session
from auth.second_factor import personal_data as second_factor
from auth.sessions import personal_data as sessions
from auth.social import personal_data as social


async def _forget_ip_addresses(db: Session, account_id: UUID, at: datetime) -> None:
    await db.execute(update(Consent).where(col(Consent.account_id) == account_id).values(ip=""))


CONSENTS = PersonalData(
    kept=(Consent.account_id,),
    erase=_forget_ip_addresses,
    export=export_rows("consents", Consent.account_id, exclude={"id", "account_id"}),
)
# Exports are deleted, because an export that was not fetched holds data of all services.
EXPORTS = PersonalData(deleted=(DataExport.account_id,), kept=(Erasure.account_id,))

PERSONAL_DATA = [
    CONSENTS,
    EXPORTS,
    sessions.PERSONAL_DATA,
    social.PERSONAL_DATA,
    second_factor.PERSONAL_DATA,
    # This runs before the account is emptied, because it needs the account's email address.
    registration.PERSONAL_DATA,
    accounts.PERSONAL_DATA,
    administration.PERSONAL_DATA,
    # The database lets a former entry lose its IP address only when the account is marked as erased.
    administration.FORMER_ENTRIES,
]
