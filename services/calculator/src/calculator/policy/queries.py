"""Every read of the policy and its trail."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from calculator.policy.tables import THE_ONLY_ROW, PolicyChange, PolicyRow


async def policy_row(db: AsyncSession, *, for_update: bool = False) -> PolicyRow | None:
    return await db.get(PolicyRow, THE_ONLY_ROW, with_for_update=for_update or None)


async def changes(db: AsyncSession, *, limit: int, offset: int) -> list[PolicyChange]:
    rows = select(PolicyChange).order_by(PolicyChange.changed_at.desc(), PolicyChange.id.desc())  # type: ignore[attr-defined]
    return list((await db.scalars(rows.limit(limit).offset(offset))).all())


async def count_changes(db: AsyncSession) -> int:
    return await db.scalar(select(func.count()).select_from(PolicyChange)) or 0
