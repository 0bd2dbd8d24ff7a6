from uuid import UUID

from sqlalchemy import select
from sqlmodel import col

from auth.accounts.tables import Consent
from auth.runtime import Session


async def consent_ledger(db: Session, account_id: UUID) -> list[Consent]:
    """All consents of an account, newest first."""
    query = select(Consent).where(col(Consent.account_id) == account_id)
    return list(await db.scalars(query.order_by(col(Consent.given_at).desc(), col(Consent.id).desc())))
