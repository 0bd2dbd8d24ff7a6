"""Access of administrators to notifications, and the audit log of their actions."""

from typing import Annotated, Any
from uuid import UUID

from chassis.features.audit import add_entry, requires_administrator
from chassis.web.auth import Principal

from notifications.audit.tables import AuditEntry
from notifications.runtime import Session

Admin = Annotated[Principal, requires_administrator("notifications:administer")]


def record_audit(
    db: Session, action: str, entity_id: UUID | None = None, *, caller: Principal, changes: dict[str, Any]
) -> None:
    """Add one entry in the caller's transaction. `campaign.send` is the action `send` on a campaign."""
    entity, _, verb = action.partition(".")
    add_entry(db, AuditEntry, caller=caller, action=verb, entity=entity, entity_id=entity_id, changes=changes)
