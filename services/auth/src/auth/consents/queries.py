from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from auth.accounts.tables import Consent


async def ledger(db: AsyncSession, account_id: UUID) -> list[Consent]:
    """All consents of an account, newest first."""
    query = select(Consent).where(col(Consent.account_id) == account_id)
    return list(await db.scalars(query.order_by(col(Consent.given_at).desc(), col(Consent.id).desc())))
