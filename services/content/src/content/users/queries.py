from collections.abc import Collection
from uuid import UUID

from sqlalchemy import select
from sqlmodel import col

from content.runtime import Session
from content.users.tables import ErasedUser


async def erased_among(db: Session, ids: Collection[UUID]) -> set[UUID]:
    return set(await db.scalars(select(col(ErasedUser.id)).where(col(ErasedUser.id).in_(ids))))
