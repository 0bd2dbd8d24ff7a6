"""Reads of preferences."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.preferences.tables import Preference


async def of(db: AsyncSession, ids: Sequence[UUID]) -> dict[UUID, Preference]:
    """What these people chose; whoever chose nothing is not in it."""
    rows = await db.scalars(select(Preference).where(col(Preference.user_id).in_(ids)))
    return {row.user_id: row for row in rows}
