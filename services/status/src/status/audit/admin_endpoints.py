from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.auth import SIGNED_IN
from chassis.errors import documented
from chassis.paging import Page
from contracts.envelopes import Answer
from fastapi import APIRouter
from pydantic import BaseModel

from status.audit import queries
from status.audit.access import Operator
from status.runtime import ReadDb

router = APIRouter(prefix="/api/status/admin/audit", tags=["audit"])


class AuditRead(BaseModel):
    id: UUID
    at: datetime
    actor_id: UUID
    actor_name: str
    address: str | None
    action: str
    entity: str
    entity_id: UUID
    changes: dict[str, Any]


class AuditPage(Answer):
    items: list[AuditRead]
    total: int


@router.get("", responses=documented(*SIGNED_IN))
async def list_status_audit_entries(page: Page, _: Operator, db: ReadDb) -> AuditPage:
    """Administrators' actions on incidents and maintenance, newest first."""
    rows, total = await queries.list_entries(db, page)
    return AuditPage(items=[AuditRead.model_validate(row, from_attributes=True) for row in rows], total=total)
