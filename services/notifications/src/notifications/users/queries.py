from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import ColumnElement, select
from sqlmodel import col

from notifications.runtime import Session
from notifications.users.tables import UserCopy

EPOCH = datetime.fromtimestamp(0, UTC)


def build_reachable_filter() -> ColumnElement[bool]:
    """Return the condition for users who have confirmed their email address and may sign in."""
    return col(UserCopy.is_verified) & ~col(UserCopy.is_blocked)


async def get_users(db: Session, ids: Sequence[UUID]) -> list[UserCopy]:
    return list(await db.scalars(select(UserCopy).where(col(UserCopy.id).in_(ids)).order_by(col(UserCopy.id))))


async def get_administrators(db: Session) -> list[UserCopy]:
    """Return all administrators who can be reached."""
    is_administrator = build_reachable_filter() & (col(UserCopy.role) == "admin")
    return list(await db.scalars(select(UserCopy).where(is_administrator).order_by(col(UserCopy.id))))


def build_unknown_user(id: UUID, at: datetime) -> UserCopy:
    """Build a placeholder for a user whose event has not arrived: the inbox works, email does not.

    `at` is a time at which the account existed already. Any event of the account counts as newer.
    """
    return UserCopy(id=id, joined_at=at, event_time=EPOCH)
