from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from chassis.auth import SIGNED_IN, Principal, requires
from chassis.database import ReadDb
from chassis.errors import documented
from chassis.paging import Page
from fastapi import APIRouter
from pydantic import BaseModel
from sqlalchemy import func, select
from sqlmodel import col

from status.audit.tables import AuditEntry

router = APIRouter(prefix="/api/status/admin/audit", tags=["audit"])
Operator = Annotated[Principal, requires("status:administer")]


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


class AuditPage(BaseModel):
    success: bool = True
    items: list[AuditRead]
    total: int


@router.get("", responses=documented(*SIGNED_IN))
async def list_status_audit_entries(page: Page, _: Operator, db: ReadDb) -> AuditPage:
    """Administrators' actions on incidents and maintenance, newest first."""
    total = await db.scalar(select(func.count()).select_from(AuditEntry)) or 0
    newest = select(AuditEntry).order_by(col(AuditEntry.id).desc())
    rows = await db.scalars(newest.limit(page.limit).offset(page.offset))
    return AuditPage(items=[AuditRead.model_validate(row, from_attributes=True) for row in rows], total=total)
