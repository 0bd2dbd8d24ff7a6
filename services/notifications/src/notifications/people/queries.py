"""Who belongs to an audience."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.people.tables import Person


def reachable() -> ColumnElement[bool]:
    """People who have proven their address and may sign in."""
    return col(Person.is_verified) & ~col(Person.is_blocked)


async def people(db: AsyncSession, ids: Sequence[UUID]) -> list[Person]:
    """Those of these people whom we know."""
    return list(await db.scalars(select(Person).where(col(Person.id).in_(ids)).order_by(col(Person.id))))


async def administrators(db: AsyncSession) -> list[Person]:
    """Everybody who looks after the site."""
    rule = reachable() & (col(Person.role) == "admin")
    return list(await db.scalars(select(Person).where(rule).order_by(col(Person.id))))


def stranger(id: UUID, at: datetime) -> Person:
    """Somebody of whom no fact has come yet: the site can reach him, letters cannot."""
    return Person(id=id, email="", first_name="", last_name="", role="user", joined_at=at, told_at=at)
