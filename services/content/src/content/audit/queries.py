from collections.abc import Sequence
from uuid import UUID

from chassis.paging import PageQuery
from sqlalchemy import func, select
from sqlmodel import col

from content.audit.tables import AuditEntry
from content.fields import Word
from content.runtime import Session


class AuditQuery(PageQuery):
    entity: Word | None = None
    entity_id: UUID | None = None
    actor_id: UUID | None = None


async def list_entries(db: Session, query: AuditQuery) -> tuple[Sequence[AuditEntry], int]:
    """A page of the audit log, the newest first, and how many entries match."""
    named = {"entity": query.entity, "entity_id": query.entity_id, "actor_id": query.actor_id}
    filters = [getattr(AuditEntry, name) == value for name, value in named.items() if value]
    newest = select(AuditEntry).where(*filters).order_by(col(AuditEntry.id).desc())
    rows = (await db.scalars(newest.limit(query.limit).offset(query.offset))).all()
    return rows, await db.scalar(select(func.count()).select_from(AuditEntry).where(*filters)) or 0
