from uuid import UUID

from chassis.database import advisory_lock
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from auth.accounts.tables import Account
from auth.fields import email_key


async def by_email(db: AsyncSession, email: str) -> Account | None:
    """The account with this e-mail, compared without case."""
    found: Account | None = await db.scalar(select(Account).where(col(Account.email_key) == email_key(email)))
    return found


async def by_id(db: AsyncSession, id: UUID, *, lock: bool = False) -> Account | None:
    """The account, or None when it is missing or erased. With `lock` its row is locked until the transaction ends."""
    query = select(Account).where(col(Account.id) == id, col(Account.account_status) != "erased")
    found: Account | None = await db.scalar(query.with_for_update() if lock else query)
    return found


async def lock_email(db: AsyncSession, email: str) -> None:
    """Lock this e-mail until the transaction ends: requests about one address run one after another."""
    await advisory_lock(db, f"email:{email_key(email)}")
