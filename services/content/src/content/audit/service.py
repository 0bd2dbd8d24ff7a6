"""The audit log of administrators' actions, written in the transaction of each action.

Entries outlive the rows they describe, so texts and addresses of clients are replaced by an ellipsis.
"""

from contextvars import ContextVar
from typing import Any
from uuid import UUID

from chassis.auth import Principal
from fastapi.encoders import jsonable_encoder
from sqlalchemy import update
from sqlmodel import col

from content.audit.tables import AuditEntry
from content.runtime import Session

# Longer texts are shortened: whole texts are in revisions.
MAX_TEXT = 200
WITHHELD = "…"
PERSONAL_FIELDS = {
    "booking": {"note", "place"},
    "comment": {"content", "reason"},
    "contact": {"note"},
    "order_paper": {"reason"},  # words: allow (the name in stored entries)
    "post": {"author_first_name", "author_last_name"},
    "request": {"note"},
    "subscriber": {"email"},
    "team": {"email", "name", "phone"},
}
ERASED_NAME = "Удалённый пользователь"

_client_address: ContextVar[str | None] = ContextVar("client_address", default=None)


def set_client_address(address: str) -> None:
    """Remember where the current request comes from, for the entries that it writes."""
    _client_address.set(address)


def record_audit(
    db: Session,
    *,
    caller: Principal,
    action: str,
    entity: str,
    entity_id: UUID | None,
    changes: dict[str, Any] | None = None,
) -> None:
    """Add one audit entry."""
    personal, encoded = PERSONAL_FIELDS.get(entity, set()), jsonable_encoder(changes or {})
    short = {name: WITHHELD if value and name in personal else _shorten(value) for name, value in encoded.items()}
    now = db.now()
    db.add(
        AuditEntry(
            at=now,
            actor_id=caller.id,
            actor_name=caller.name,
            address=_client_address.get(),
            action=action,
            entity=entity,
            entity_id=entity_id,
            changes=short,
        )
    )


async def erase_actor(db: Session, user_id: UUID) -> None:
    """Remove name and address of an erased administrator; the entries stay."""
    own = update(AuditEntry).where(col(AuditEntry.actor_id) == user_id)
    await db.execute(own.values(actor_name=ERASED_NAME, address=None))


def _shorten(value: Any) -> Any:
    return value[:MAX_TEXT] + "…" if isinstance(value, str) and len(value) > MAX_TEXT else value
