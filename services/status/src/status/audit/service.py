"""The audit log of actions on incidents and maintenance, and who may act on them."""

from typing import Annotated
from uuid import UUID

from chassis.auth import Principal
from pydantic import BaseModel
from records.audit import add_entry, administrator

from status.audit.tables import AuditEntry
from status.runtime import Session

Operator = Annotated[Principal, administrator("status:administer")]


def record_audit(
    db: Session, action: str, entity_id: UUID, body: BaseModel | None = None, *, caller: Principal
) -> None:
    """Add one entry to the audit log; `incident.opened` is an action on an incident, `body` its request."""
    sent = body.model_dump(mode="json", exclude_unset=True) if body else {}
    entity = action.partition(".")[0]
    add_entry(db, AuditEntry, caller=caller, action=action, entity=entity, entity_id=entity_id, changes=sent)
