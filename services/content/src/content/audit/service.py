"""The log of what administrators did, written in the transaction of the deed."""

from typing import Any
from uuid import UUID

from chassis.auth import Principal
from chassis.database import runtime_of
from fastapi.encoders import jsonable_encoder
from sqlalchemy.ext.asyncio import AsyncSession

from content.audit.tables import AuditEntry

# Whole texts belong to revisions; the log names the change.
SHOWN = 200


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
    short = {name: _short(value) for name, value in jsonable_encoder(changes or {}).items()}
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


def _short(value: Any) -> Any:
    return value[:SHOWN] + "…" if isinstance(value, str) and len(value) > SHOWN else value
