from uuid import UUID

from chassis.features.audit import AuditRead, list_entries
from chassis.features.lists import PageQuery, QueryParameters
from chassis.fields import Word
from contracts.envelopes import Items
from fastapi import APIRouter

from content.audit.service import Admin
from content.audit.tables import AuditEntry
from content.runtime import ReadDb

router = APIRouter(prefix="/api/content/admin/audit", tags=["audit"])


class AuditQuery(PageQuery):
    entity: Word | None = None
    entity_id: UUID | None = None
    actor_id: UUID | None = None


@router.get("")
async def list_audit_entries(query: QueryParameters[AuditQuery], db: ReadDb, caller: Admin) -> Items[AuditRead]:
    """List actions of administrators, newest first."""
    return Items[AuditRead].of(*await list_entries(db, AuditEntry, query))
