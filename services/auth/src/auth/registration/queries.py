from collections.abc import Collection
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from auth.fields import email_key
from auth.registration.tables import Registration


async def newest(db: AsyncSession, email: str, *, among: Collection[UUID] = ()) -> Registration | None:
    """The newest unverified registration of this address; with ids, of those only."""
    query = select(Registration).where(col(Registration.email_key) == email_key(email))
    if among:
        query = query.where(col(Registration.id).in_(among))
    found: Registration | None = await db.scalar(query.order_by(col(Registration.id).desc()).limit(1))
    return found


async def by_id(db: AsyncSession, id: UUID | None) -> Registration | None:
    """The registration with this id."""
    found: Registration | None = await db.scalar(select(Registration).where(col(Registration.id) == id))
    return found


async def delete_all(db: AsyncSession, email: str) -> None:
    """Delete all registrations of an address that has an account now."""
    await db.execute(delete(Registration).where(col(Registration.email_key) == email_key(email)))
