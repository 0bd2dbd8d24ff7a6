"""Every query of the policy and its audit entries."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from calculator.policy.tables import THE_ONLY_ROW, PolicyChange, PolicyRow


async def get_policy_row(db: AsyncSession, *, for_update: bool = False) -> PolicyRow | None:
    """The only row of the policy, or None while the defaults hold."""
    return await db.get(PolicyRow, THE_ONLY_ROW, with_for_update=for_update or None)


async def list_changes(db: AsyncSession, *, limit: int, offset: int) -> list[PolicyChange]:
    """A page of changes, newest first."""
    rows = select(PolicyChange).order_by(PolicyChange.changed_at.desc(), PolicyChange.id.desc())  # type: ignore[attr-defined]
    return list((await db.scalars(rows.limit(limit).offset(offset))).all())


async def count_changes(db: AsyncSession) -> int:
    """How many changes there are."""
    return await db.scalar(select(func.count()).select_from(PolicyChange)) or 0
