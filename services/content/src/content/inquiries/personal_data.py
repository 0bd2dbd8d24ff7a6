"""Personal data of inquiries. Export and erasure include the inquiries that a user sent as a guest.

The row of an inquiry by a guest has no account id.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.features.personal_data import EraseFunction, ExportFunction, PersonalData
from sqlalchemy import delete, func, or_
from sqlmodel import col

from content.fields import normalize_telephone
from content.inquiries import queries
from content.inquiries.tables import Contact, Inquiry, ServiceRequest
from content.runtime import Session
from content.users.tables import UserCopy

# Fields that an export leaves out: notes and decisions of employees, and technical values.
INTERNAL_FIELDS = {"fingerprint", "note", "assignee_id", "version"}


def _build_eraser(table: type[Inquiry]) -> EraseFunction:
    async def erase(db: Session, user_id: UUID, at: datetime) -> None:
        if user := await db.get(UserCopy, user_id):
            same_address = func.lower(col(table.email)) == user.email.lower()
            same_number = col(table.id).in_(await _find_ids_by_phone(db, table, user))
            await db.execute(delete(table).where(or_(same_address, same_number)))

    return erase


async def _find_ids_by_phone(db: Session, table: type[Inquiry], user: UserCopy) -> list[UUID]:
    """Find guest rows with the account's phone number and name.

    The phone number of an account is unverified, so it is not enough alone. Otherwise anyone could enter another
    person's number, erase the account, and so delete that person's inquiries.
    """
    try:
        phone = normalize_telephone(user.phone or "")
    except ValueError:
        return []
    names = {name.casefold() for name in (user.first_name, user.last_name) if name}
    # A row with an email address is found by that address, or belongs to another person.
    rows = await queries.list_guests_with_phone(db, table, phone)
    return [id for id, name in rows if names & set(name.casefold().split())]


def _build_export(name: str, table: type[Inquiry]) -> ExportFunction:
    """Build the export of the user's inquiries.

    It includes the inquiries that a guest sent from the account's verified email address. The phone number of an
    account is unverified, so inquiries by guests with this number are not exported.
    """

    async def export(db: Session, user_id: UUID) -> dict[str, Any]:
        user = await db.get(UserCopy, user_id)
        rows = await queries.list_for_export(db, table, user_id, guest_email=user.email if user else None)
        return {name: [row.model_dump(mode="json", exclude=INTERNAL_FIELDS) for row in rows]}

    return export


def _declare_personal_data(name: str, table: type[Inquiry]) -> PersonalData:
    return PersonalData(
        deleted=(table.user_id,),
        handled=(table.email,),
        # This column holds the id of an employee.
        kept=(table.assignee_id,),
        erase=_build_eraser(table),
        export=_build_export(name, table),
    )


CONTACTS = _declare_personal_data("contacts", Contact)
REQUESTS = _declare_personal_data("requests", ServiceRequest)
