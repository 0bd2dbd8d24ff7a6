"""Every query of the policy and its audit entries."""

from uuid import UUID

from sqlalchemy import func, select, update
from sqlmodel import col

from calculator.policy.tables import THE_ONLY_ROW, PolicyChange, PolicyRow
from calculator.runtime import Session

# The trigger of the table allows this name only (migration 0006).
ERASED_NAME = "Удалённый пользователь"


async def get_policy_row(db: Session, *, for_update: bool = False) -> PolicyRow | None:
    """The only row of the policy, or None while the defaults hold."""
    return await db.get(PolicyRow, THE_ONLY_ROW, with_for_update=for_update or None)


async def list_changes(db: Session, *, limit: int, offset: int) -> list[PolicyChange]:
    """A page of changes, newest first."""
    rows = select(PolicyChange).order_by(PolicyChange.changed_at.desc(), PolicyChange.id.desc())  # type: ignore[attr-defined]
    return list((await db.scalars(rows.limit(limit).offset(offset))).all())


async def count_changes(db: Session) -> int:
    """How many changes there are."""
    return await db.scalar(select(func.count()).select_from(PolicyChange)) or 0


async def erase_changed_by_name(db: Session, user_id: UUID) -> None:
    """Remove the name of an erased administrator; the entries stay."""
    own = update(PolicyChange).where(col(PolicyChange.changed_by) == user_id)
    await db.execute(own.values(changed_by_name=ERASED_NAME))
