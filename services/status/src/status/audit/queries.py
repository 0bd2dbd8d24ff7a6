from collections.abc import Sequence

from chassis.paging import PageQuery
from sqlalchemy import func, select
from sqlmodel import col

from status.audit.tables import AuditEntry
from status.runtime import Session


async def list_entries(db: Session, page: PageQuery) -> tuple[Sequence[AuditEntry], int]:
    """A page of the audit log, the newest first, and how many entries it has."""
    total = await db.scalar(select(func.count()).select_from(AuditEntry)) or 0
    newest = select(AuditEntry).order_by(col(AuditEntry.id).desc())
    return (await db.scalars(newest.limit(page.limit).offset(page.offset))).all(), total
