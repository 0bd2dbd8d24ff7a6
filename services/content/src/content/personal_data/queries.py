"""SELECTs of one user's rows, of any table."""

from typing import Any
from uuid import UUID

from sqlalchemy import Select, func, select
from sqlmodel import col

from content.audit.tables import AuditEntry
from content.runtime import Session


async def list_of_user(db: Session, table: Any, user_id: UUID, *, limit: int) -> list[Any]:
    """The newest rows of a user."""
    chosen = select(table).where(table.user_id == user_id).order_by(table.created_at.desc())
    return list(await db.scalars(chosen.limit(limit)))


async def list_guests_with_phone(db: Session, table: Any, phone: str) -> list[tuple[UUID, str]]:
    """Id and name of the rows that guests sent with this number and without an email."""
    guests = select(table.id, table.name).where(table.phone == phone, table.user_id.is_(None))
    return [(id, name) for id, name in await db.execute(guests.where(func.coalesce(table.email, "") == ""))]


def articles_created_by(user_id: UUID) -> Select[UUID | None]:
    """The articles that this editor created."""
    return select(col(AuditEntry.entity_id)).where(
        col(AuditEntry.actor_id) == user_id, col(AuditEntry.entity) == "post", col(AuditEntry.action) == "create"
    )
