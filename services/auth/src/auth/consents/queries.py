from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from auth.consents.tables import Consent


async def ledger(db: AsyncSession, account_id: UUID) -> list[Consent]:
    """All consents of an account, newest first."""
    query = select(Consent).where(col(Consent.account_id) == account_id)
    return list(await db.scalars(query.order_by(col(Consent.given_at).desc(), col(Consent.id).desc())))


async def open_consent(db: AsyncSession, account_id: UUID, purpose: str) -> Consent | None:
    """The consent in force, if any."""
    query = select(Consent).where(
        col(Consent.account_id) == account_id, col(Consent.purpose) == purpose, col(Consent.withdrawn_at).is_(None)
    )
    found: Consent | None = await db.scalar(query.order_by(col(Consent.given_at).desc()).limit(1))
    return found


async def allows_marketing(db: AsyncSession, account_id: UUID) -> bool:
    """Whether the user agreed to news and offers."""
    return await open_consent(db, account_id, "marketing") is not None
