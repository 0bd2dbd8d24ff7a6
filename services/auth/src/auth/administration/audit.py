"""The audit log: one way in, no way to change."""

from typing import Any
from uuid import UUID

from chassis.database import runtime_of
from sqlalchemy.ext.asyncio import AsyncSession

from auth.administration.tables import AuditEntry


async def note(
    db: AsyncSession, action: str, *, actor_id: UUID | None, subject_id: UUID | None, ip: str, **details: Any
) -> None:
    """Write down an action in the transaction that does it; no personal data, since the log outlives accounts."""
    now = runtime_of(db).clock()
    db.add(AuditEntry(at=now, actor_id=actor_id, action=action, subject_id=subject_id, ip=ip, details=details))
