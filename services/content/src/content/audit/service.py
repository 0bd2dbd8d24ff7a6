"""The log of what administrators did, written in the transaction of the deed.

It outlives the rows it speaks of, so it keeps no words and no address of a client: of those it names the field alone.
"""

from typing import Any
from uuid import UUID

from chassis.auth import Principal
from chassis.database import runtime_of
from fastapi.encoders import jsonable_encoder
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.audit.tables import AuditEntry

# Whole texts belong to revisions; the log names the change.
SHOWN = 200
WITHHELD = "…"
PERSONAL = {
    "booking": {"note", "place"},
    "comment": {"content", "reason"},
    "contact": {"note"},
    "order_paper": {"reason"},
    "request": {"note"},
    "subscriber": {"email"},
}
FORGOTTEN = "Удалённый пользователь"


def record(
    db: AsyncSession,
    *,
    caller: Principal,
    action: str,
    entity: str,
    entity_id: UUID | None,
    changes: dict[str, Any] | None = None,
) -> None:
    """Note one deed."""
    personal, given = PERSONAL.get(entity, set()), jsonable_encoder(changes or {})
    short = {name: WITHHELD if value and name in personal else _short(value) for name, value in given.items()}
    now = runtime_of(db).clock()
    db.add(
        AuditEntry(
            at=now,
            actor_id=caller.id,
            actor_name=caller.name,
            action=action,
            entity=entity,
            entity_id=entity_id,
            changes=short,
        )
    )


async def forget(db: AsyncSession, user_id: UUID) -> None:
    """The deeds of an administrator who asked to be forgotten stay, without his name."""
    own = update(AuditEntry).where(col(AuditEntry.actor_id) == user_id)
    await db.execute(own.values(actor_name=FORGOTTEN))


def _short(value: Any) -> Any:
    return value[:SHOWN] + "…" if isinstance(value, str) and len(value) > SHOWN else value
