from uuid import UUID

from chassis.features import audit
from chassis.features.lists import Page
from contracts.envelopes import Items
from fastapi import APIRouter

from status.audit.service import Operator
from status.audit.tables import AuditEntry
from status.runtime import ReadDb

router = APIRouter(prefix="/api/status/admin/audit", tags=["audit"])


class AuditRead(audit.AuditRead):
    entity_id: UUID


@router.get("")
async def list_status_audit_entries(page: Page, _: Operator, db: ReadDb) -> Items[AuditRead]:
    """List administrators' actions on incidents and maintenance, newest first."""
    return Items[AuditRead].of(*await audit.list_entries(db, AuditEntry, page))
