"""The audit log of administrators' actions, written in the transaction of each action."""

from contextvars import ContextVar
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


_client_address: ContextVar[str | None] = ContextVar("client_address", default=None)


def set_client_address(address: str) -> None:
    """Remember where the current request comes from, for the entries that it writes."""
    _client_address.set(address)


def record_audit(
    db: Session, action: str, entity_id: UUID, body: BaseModel | None = None, *, caller: Principal
) -> None:
    """Add one entry to the audit log; `incident.opened` is an action on an incident, `body` its request."""
    sent = body.model_dump(mode="json", exclude_unset=True) if body else {}
    db.add(
        AuditEntry(
            at=db.now(),
            actor_id=caller.id,
            actor_name=caller.name,
            address=_client_address.get(),
            action=action,
            entity=action.partition(".")[0],
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
