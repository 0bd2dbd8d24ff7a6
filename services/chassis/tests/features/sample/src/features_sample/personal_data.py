from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.features.audit import declare_personal_data
from chassis.features.personal_data import PersonalData, export_rows
from sqlalchemy import delete, select
from sqlmodel import col

from features_sample.runtime import Session
from features_sample.tables import AccountCopy, AuditEntry, Repair, Vehicle, Visitor


async def erase_vehicles(db: Session, user_id: UUID, at: datetime) -> str | None:
    """Return what must be kept by law if the user has vehicles. The rows themselves are among `deleted`."""
    vehicle_id = await db.scalar(select(col(Vehicle.id)).where(col(Vehicle.user_id) == user_id).limit(1))
    return "Договоры хранения" if vehicle_id else None


async def erase_visitor(db: Session, user_id: UUID, at: datetime) -> str | None:
    """Delete the visits of the account's address. Returns what is kept."""
    account = await db.get(AccountCopy, user_id)
    if account:
        await db.execute(delete(Visitor).where(col(Visitor.email) == account.email))
    return "Посещения без адреса" if account else None


async def export_visitor(db: Session, user_id: UUID) -> dict[str, Any]:
    account = await db.get(AccountCopy, user_id)
    return {"address": account.email if account else None}


VEHICLES = PersonalData(
    deleted=(Vehicle.user_id,),
    kept=(Vehicle.approved_by,),
    erase=erase_vehicles,
    export=export_rows("vehicles", Vehicle.user_id, include={"title"}),
)
REPAIRS = PersonalData(
    cleared=(Repair.user_id,),
    export=export_rows("repairs", Repair.user_id, exclude={"id", "user_id", "vehicle_id"}, newest_by=Repair.done_at),
)
VISITORS = PersonalData(handled=(Visitor.email,), erase=erase_visitor, export=export_visitor)
ACCOUNTS = PersonalData(deleted=(AccountCopy.id,))
PERSONAL_DATA = [VEHICLES, REPAIRS, VISITORS, declare_personal_data(AuditEntry), ACCOUNTS]
