from uuid import UUID

from sqlalchemy import select
from sqlmodel import col

from auth.runtime import Session
from auth.second_factor.tables import Passkey


async def passkeys_of_account(db: Session, account_id: UUID) -> list[Passkey]:
    """The passkeys of an account, newest first."""
    query = select(Passkey).where(col(Passkey.account_id) == account_id)
    return list(await db.scalars(query.order_by(col(Passkey.id).desc())))


async def passkey_by_credential(db: Session, credential_id: bytes) -> Passkey | None:
    """The passkey with this credential id, locked until the transaction ends."""
    query = select(Passkey).where(col(Passkey.credential_id) == credential_id).with_for_update()
    return await db.scalar(query)
