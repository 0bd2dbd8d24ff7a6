"""The only place that writes the audit log; the database refuses to change or delete its rows.

The one change it allows: the addresses of an actor whose account is erased become empty.
"""

from typing import Any
from uuid import UUID

from sqlalchemy import update
from sqlmodel import col

from auth.administration.tables import AuditEntry
from auth.runtime import Session


async def record_audit(
    db: Session, action: str, *, actor_id: UUID | None, subject_id: UUID | None, ip: str, **details: Any
) -> None:
    """Record an action in its own transaction. `details` hold no personal data: the log outlives accounts."""
    now = db.now()
    db.add(AuditEntry(at=now, actor_id=actor_id, action=action, subject_id=subject_id, ip=ip, details=details))


async def forget_addresses(db: Session, account_id: UUID) -> None:
    """Empty the addresses from which an erased user acted; the account must be marked as erased before."""
    await db.execute(update(AuditEntry).where(col(AuditEntry.actor_id) == account_id).values(ip=""))
