"""Every query over saved calculations."""

from datetime import datetime
from uuid import UUID

from chassis.auth import Principal
from chassis.database import advisory_lock
from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from calculator.calculations.tables import Calculation, SiteSettingsCopy


def select_owned_by(caller: Principal) -> Select[Calculation]:
    return select(Calculation).where(Calculation.owner_id == caller.id)  # type: ignore[arg-type]


async def get_site_settings(db: AsyncSession) -> SiteSettingsCopy:
    """The site's settings for the PDF; the default name until content has published its own."""
    return await db.get(SiteSettingsCopy, 1) or SiteSettingsCopy()


async def get_calculation(db: AsyncSession, id: UUID) -> Calculation | None:
    """Any calculation by its id, which is the secret of its link."""
    return await db.get(Calculation, id)


async def lock_own_calculation(db: AsyncSession, id: UUID, *, caller: Principal) -> Calculation | None:
    rows = select_owned_by(caller).where(Calculation.id == id)  # type: ignore[arg-type]
    return (await db.scalars(rows.with_for_update())).first()


async def find_repeated(db: AsyncSession, *, saved_by: str, key: str) -> Calculation | None:
    """What was saved before with this key. A repeat at the same time waits for the first request."""
    await advisory_lock(db, f"{saved_by}:{key}")
    rows = select(Calculation).where(
        Calculation.saved_by == saved_by,  # type: ignore[arg-type]
        Calculation.idempotency_key == key,  # type: ignore[arg-type]
    )
    return (await db.scalars(rows)).first()


async def list_own_calculations(
    db: AsyncSession, *, caller: Principal, limit: int, offset: int
) -> tuple[list[Calculation], int]:
    """A page of the caller's calculations, newest first, and how many there are."""
    rows = select_owned_by(caller)
    total = await count_own_calculations(db, caller)
    newest = rows.order_by(Calculation.created_at.desc(), Calculation.id.desc())  # type: ignore[attr-defined]
    return list((await db.scalars(newest.limit(limit).offset(offset))).all()), total


async def count_own_calculations(db: AsyncSession, caller: Principal) -> int:
    return await db.scalar(select(func.count()).select_from(select_owned_by(caller).subquery())) or 0


async def list_by_user(db: AsyncSession, user_id: UUID) -> list[Calculation]:
    """Everything a user has saved, newest first."""
    rows = select(Calculation).where(Calculation.owner_id == user_id)  # type: ignore[arg-type]
    return list((await db.scalars(rows.order_by(Calculation.created_at.desc()))).all())  # type: ignore[attr-defined]


async def erase_user(db: AsyncSession, user_id: UUID) -> None:
    """Erase a user: calculations of an order stay with the deal's documents, without an owner; the rest is deleted."""
    is_own = Calculation.owner_id == user_id
    await db.execute(delete(Calculation).where(is_own, Calculation.order_id.is_(None)))  # type: ignore[arg-type, union-attr]
    await db.execute(
        update(Calculation).where(is_own).values(owner_id=None, title=None, saved_by="erased", idempotency_key=None)  # type: ignore[arg-type]
    )


async def delete_guest_calculations(db: AsyncSession, *, before: datetime) -> None:
    """Delete old calculations without an owner, a request and an order."""
    is_unattached = Calculation.owner_id.is_(None) & Calculation.request_id.is_(None) & Calculation.order_id.is_(None)  # type: ignore[union-attr]
    await db.execute(delete(Calculation).where(is_unattached, Calculation.created_at < before))  # type: ignore[arg-type]
