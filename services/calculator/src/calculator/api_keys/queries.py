"""Queries and updates of API keys."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from chassis.features.lists import build_order_by, fetch_page
from sqlalchemy import func, select, update
from sqlmodel import col

from calculator.api_keys.schemas import ApiKeyQuery
from calculator.api_keys.tables import ApiKey
from calculator.runtime import Session


async def list_page(db: Session, query: ApiKeyQuery) -> tuple[Sequence[ApiKey], int]:
    order = build_order_by({"created_at": col(ApiKey.created_at)}, query.sort)
    return await fetch_page(db, select(ApiKey).order_by(order, col(ApiKey.id)), query)


async def count_active_keys(db: Session) -> int:
    statement = select(func.count()).select_from(ApiKey).where(col(ApiKey.revoked_at).is_(None))
    return await db.scalar(statement) or 0


async def find_active_key(db: Session, digest: str) -> ApiKey | None:
    statement = select(ApiKey).where(col(ApiKey.digest) == digest, col(ApiKey.revoked_at).is_(None))
    key: ApiKey | None = await db.scalar(statement)
    return key


async def record_use(db: Session, id: UUID, at: datetime) -> None:
    await db.execute(update(ApiKey).where(col(ApiKey.id) == id).values(last_used_at=at))


async def list_by_owner(db: Session, owner_id: UUID) -> Sequence[ApiKey]:
    return (await db.scalars(select(ApiKey).where(col(ApiKey.owner_id) == owner_id))).all()


async def revoke_keys_of_owner(db: Session, owner_id: UUID, *, at: datetime, owner: str) -> None:
    """Revoke the keys of an erased owner. `owner` replaces the owner's name in them."""
    statement = update(ApiKey).where(col(ApiKey.owner_id) == owner_id)
    revoked_at = func.coalesce(col(ApiKey.revoked_at), at)
    await db.execute(statement.values(owner=owner, owner_id=None, revoked_at=revoked_at))
