"""Reads of preferences."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.preferences.tables import Preference


async def get_many(db: AsyncSession, ids: Sequence[UUID]) -> dict[UUID, Preference]:
    """The stored preferences by user; users who chose nothing are left out."""
    rows = await db.scalars(select(Preference).where(col(Preference.user_id).in_(ids)))
    return {row.user_id: row for row in rows}
