"""Reads of preferences."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select
from sqlmodel import col

from notifications.preferences.tables import Preference
from notifications.runtime import Session


async def get_many(db: Session, ids: Sequence[UUID]) -> dict[UUID, Preference]:
    """The stored preferences by user; users who chose nothing are left out."""
    rows = await db.scalars(select(Preference).where(col(Preference.user_id).in_(ids)))
    return {row.user_id: row for row in rows}
