"""The audit entries of this service: texts and addresses of clients are withheld."""

from typing import Any
from uuid import UUID

from chassis.auth import Principal
from records import audit

from content.audit.tables import AuditEntry
from content.runtime import Session

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


def record_audit(
    db: Session,
    *,
    caller: Principal,
    action: str,
    entity: str,
    entity_id: UUID | None,
    changes: dict[str, Any] | None = None,
) -> None:
    about: dict[str, Any] = {"action": action, "entity": entity, "entity_id": entity_id, "changes": changes or {}}
    audit.add_entry(db, AuditEntry, caller=caller, **about, withheld=PERSONAL_FIELDS.get(entity, ()))
