from chassis.features.audit import AuditRead, list_entries
from chassis.features.lists import PageQuery, QueryParameters
from chassis.fields import Word
from contracts.envelopes import Items
from fastapi import APIRouter

from notifications.audit.service import Admin
from notifications.audit.tables import AuditEntry
from notifications.runtime import ReadDb

router = APIRouter(prefix="/api/notifications/admin/audit", tags=["audit"])


class AuditQuery(PageQuery):
    entity: Word | None = None


@router.get("")
async def list_notification_audit_entries(
    query: QueryParameters[AuditQuery], db: ReadDb, caller: Admin
) -> Items[AuditRead]:
    """List actions of administrators on campaigns and texts, newest first."""
    return Items[AuditRead].of(*await list_entries(db, AuditEntry, query))
