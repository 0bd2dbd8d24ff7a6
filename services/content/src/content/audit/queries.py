from collections.abc import Sequence
from uuid import UUID

from chassis.paging import PageQuery
from sqlalchemy import select
from sqlmodel import col

from content.audit.tables import AuditEntry
from content.fields import Word
from content.lists import equal_filters, fetch_page
from content.runtime import Session


class AuditQuery(PageQuery):
    entity: Word | None = None
    entity_id: UUID | None = None
    actor_id: UUID | None = None


async def list_entries(db: Session, query: AuditQuery) -> tuple[Sequence[AuditEntry], int]:
    """A page of the audit log, the newest first, and how many entries match."""
    filters = equal_filters(AuditEntry, query, "entity", "entity_id", "actor_id")
    return await fetch_page(db, select(AuditEntry).where(*filters).order_by(col(AuditEntry.id).desc()), query)
