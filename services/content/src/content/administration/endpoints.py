from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from chassis.auth import SIGNED_IN
from chassis.database import ReadDb
from chassis.errors import documented
from chassis.paging import PageQuery
from contracts.envelopes import Items
from fastapi import APIRouter, Query
from pydantic import BaseModel
from sqlalchemy import func, select
from sqlmodel import col

from content.administration.access import Admin
from content.audit.tables import AuditEntry
from content.fields import Word

router = APIRouter(prefix="/api/content/admin/audit", tags=["audit"], responses=documented(*SIGNED_IN))


class AuditQuery(PageQuery):
    entity: Word | None = None
    entity_id: UUID | None = None
    actor_id: UUID | None = None


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
    named = {"entity": query.entity, "entity_id": query.entity_id, "actor_id": query.actor_id}
    filters = [getattr(AuditEntry, name) == value for name, value in named.items() if value]
    total = await db.scalar(select(func.count()).select_from(AuditEntry).where(*filters))
    newest = select(AuditEntry).where(*filters).order_by(col(AuditEntry.id).desc())
    rows = await db.scalars(newest.limit(query.limit).offset(query.offset))
    return Items[AuditRead].of(rows, total or 0)
