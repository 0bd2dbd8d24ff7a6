"""Audit log of administrators' actions, and the permission that these actions need."""

from typing import Annotated
from uuid import UUID

from chassis.features.audit import add_entry, requires_administrator
from chassis.web.auth import Principal
from pydantic import BaseModel

from status.audit.tables import AuditEntry
from status.response_cache import cache
from status.runtime import Session

Operator = Annotated[Principal, requires_administrator("status:administer")]


def record_audit(
    db: Session,
    action: str,
    entity_id: UUID,
    body: BaseModel | None = None,
    *,
    caller: Principal,
    title: str | None = None,
) -> None:
    """Add an audit entry. The part of `action` before the dot is the kind of record: `incident.opened`.

    Cached answers of the status page are dropped after the commit, because the action may change the page.
    """
    changes = body.model_dump(mode="json", exclude_unset=True) if body else {}
    entity = action.partition(".")[0]
    cache.drop_after_commit(db)
    add_entry(
        db,
        AuditEntry,
        caller=caller,
        action=action,
        entity=entity,
        entity_id=entity_id,
        changes=changes,
        title=title,
    )
