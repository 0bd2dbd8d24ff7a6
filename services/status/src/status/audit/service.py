"""The audit log of administrators' actions, written in the transaction of each action."""

from typing import Any
from uuid import UUID

from chassis.auth import Principal
from pydantic import BaseModel
from sqlalchemy import update
from sqlmodel import col

from status.audit.tables import AuditEntry
from status.runtime import Session

# The trigger of the table allows this name only (migration 0007).
ERASED_NAME = "Удалённый пользователь"
# Longer texts are shortened: whole texts are in the rows themselves.
MAX_TEXT = 200


def record_audit(
    db: Session,
    *,
    caller: Principal,
    address: str,
    action: str,
    entity: str,
    entity_id: UUID,
    changes: BaseModel | None = None,
) -> None:
    """Add one entry to the audit log. `changes`: the request body, of which the sent fields are kept."""
    sent = changes.model_dump(mode="json", exclude_unset=True) if changes else {}
    db.add(
        AuditEntry(
            at=db.now(),
            actor_id=caller.id,
            actor_name=caller.name,
            address=address,
            action=action,
            entity=entity,
            entity_id=entity_id,
            changes={name: _shorten(value) for name, value in sent.items()},
        )
    )


def _shorten(value: Any) -> Any:
    return value[:MAX_TEXT] + "…" if isinstance(value, str) and len(value) > MAX_TEXT else value


async def erase_actor(db: Session, user_id: UUID) -> None:
    """Remove the name and the address of an erased administrator; the entries stay."""
    own = update(AuditEntry).where(col(AuditEntry.actor_id) == user_id)
    await db.execute(own.values(actor_name=ERASED_NAME, address=None))
