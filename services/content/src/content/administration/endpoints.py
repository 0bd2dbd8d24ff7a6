from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from chassis.auth import SIGNED_IN
from chassis.errors import documented
from contracts.envelopes import Items
from fastapi import APIRouter, Query
from pydantic import BaseModel

from content.administration.access import Admin
from content.audit import queries
from content.audit.queries import AuditQuery
from content.runtime import ReadDb

router = APIRouter(prefix="/api/content/admin/audit", tags=["audit"], responses=documented(*SIGNED_IN))


class AuditRead(BaseModel):
    id: UUID
    at: datetime
    actor_id: UUID
    actor_name: str
    address: str | None
    action: str
    entity: str
    entity_id: UUID | None
    changes: dict[str, Any]


@router.get("")
async def list_audit_entries(query: Annotated[AuditQuery, Query()], db: ReadDb, caller: Admin) -> Items[AuditRead]:
    """Actions of administrators, newest first."""
    return Items[AuditRead].of(*await queries.list_entries(db, query))
