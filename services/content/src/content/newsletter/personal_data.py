from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.features.personal_data import PersonalData
from fastapi.encoders import jsonable_encoder
from sqlalchemy import delete
from sqlmodel import col

from content.newsletter.queries import find_by_email
from content.newsletter.tables import Subscriber
from content.runtime import Session
from content.users.tables import UserCopy


async def _find_subscriber(db: Session, user_id: UUID) -> Subscriber | None:
    """Return the subscription of the account's address, if the address is known."""
    user = await db.get(UserCopy, user_id)
    return await find_by_email(db, user.email) if user else None


async def _erase(db: Session, user_id: UUID, at: datetime) -> None:
    if subscriber := await _find_subscriber(db, user_id):
        await db.execute(delete(Subscriber).where(col(Subscriber.id) == subscriber.id))


async def _export(db: Session, user_id: UUID) -> dict[str, Any]:
    subscriber = await _find_subscriber(db, user_id)
    if subscriber is None:
        return {"newsletter": None}
    return {"newsletter": jsonable_encoder(subscriber.model_dump(exclude={"token_hash", "version"}))}


PERSONAL_DATA = PersonalData(handled=(Subscriber.email,), erase=_erase, export=_export)
