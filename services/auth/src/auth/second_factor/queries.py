from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlmodel import col

from auth.accounts.tables import Account
from auth.runtime import Session
from auth.second_factor.tables import Passkey, RecoveryCode, TotpSecret


async def has_totp(db: Session, account_id: UUID) -> bool:
    """Return True if the account has an active authenticator app."""
    secret = await db.get(TotpSecret, account_id)
    return secret is not None and secret.confirmed_at is not None


async def has_factor(db: Session, account_id: UUID) -> bool:
    """Return True if the account has an authenticator app or a passkey."""
    return await has_totp(db, account_id) or bool(await count_passkeys(db, account_id))


async def count_recovery_codes(db: Session, account_id: UUID) -> int:
    query = select(func.count()).where(col(RecoveryCode.account_id) == account_id, col(RecoveryCode.used_at).is_(None))
    return await db.scalar(query) or 0


async def lock_recovery_code(db: Session, account_id: UUID, code_hash: str) -> RecoveryCode | None:
    query = select(RecoveryCode).where(
        col(RecoveryCode.account_id) == account_id,
        col(RecoveryCode.code_hash) == code_hash,
        col(RecoveryCode.used_at).is_(None),
    )
    return await db.scalar(query.with_for_update())


async def list_passkeys(db: Session, account_id: UUID) -> list[Passkey]:
    """Return the passkeys of an account, newest first."""
    query = select(Passkey).where(col(Passkey.account_id) == account_id)
    return list(await db.scalars(query.order_by(col(Passkey.id).desc())))


async def count_passkeys(db: Session, account_id: UUID) -> int:
    return await db.scalar(select(func.count()).where(col(Passkey.account_id) == account_id)) or 0


async def lock_passkey(db: Session, credential_id: bytes) -> Passkey | None:
    """Return the passkey with this credential id, locked until the transaction ends."""
    query = select(Passkey).where(col(Passkey.credential_id) == credential_id).with_for_update()
    return await db.scalar(query)


async def find_first_removal(db: Session, table: type[TotpSecret] | type[Passkey], account_id: UUID) -> datetime | None:
    """Return when the next factor of this kind will be removed, or None if no removal is planned."""
    return await db.scalar(select(func.min(col(table.removal_at))).where(col(table.account_id) == account_id))


async def lock_accounts_with_due_removal(db: Session, now: datetime) -> Sequence[Account]:
    """Lock the accounts with a factor whose removal is due. Rows locked by another replica are skipped."""
    accounts = select(Account).where(col(Account.factor_removal_at) <= now)
    return (await db.scalars(accounts.with_for_update(skip_locked=True))).all()
