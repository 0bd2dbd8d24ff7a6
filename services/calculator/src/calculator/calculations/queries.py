"""Every SELECT over kept calculations."""

from datetime import datetime
from uuid import UUID

from chassis.auth import Principal
from chassis.database import advisory_lock
from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from calculator.calculations.tables import Calculation, Letterhead


def owned_by(caller: Principal) -> Select[Calculation]:
    return select(Calculation).where(Calculation.owner_id == caller.id)  # type: ignore[arg-type]


async def letterhead(db: AsyncSession) -> Letterhead:
    """What the printed page has at its head; the shipped name until the site has told its own."""
    return await db.get(Letterhead, 1) or Letterhead()


async def calculation(db: AsyncSession, id: UUID) -> Calculation | None:
    """Anybody's, by the link itself."""
    return await db.get(Calculation, id)


async def own_calculation(db: AsyncSession, id: UUID, *, caller: Principal) -> Calculation | None:
    rows = owned_by(caller).where(Calculation.id == id)  # type: ignore[arg-type]
    return (await db.scalars(rows.with_for_update())).first()


async def repeated(db: AsyncSession, *, saved_by: str, key: str) -> Calculation | None:
    """What this key kept before. Whoever repeats it at the same moment waits for the first to end."""
    await advisory_lock(db, f"{saved_by}:{key}")
    rows = select(Calculation).where(
        Calculation.saved_by == saved_by,  # type: ignore[arg-type]
        Calculation.idempotency_key == key,  # type: ignore[arg-type]
    )
    return (await db.scalars(rows)).first()


async def own_calculations(
    db: AsyncSession, *, caller: Principal, limit: int, offset: int
) -> tuple[list[Calculation], int]:
    """A page of the caller's calculations, newest first, and how many there are."""
    rows = owned_by(caller)
    total = await count_of(db, caller)
    newest = rows.order_by(Calculation.created_at.desc(), Calculation.id.desc())  # type: ignore[attr-defined]
    return list((await db.scalars(newest.limit(limit).offset(offset))).all()), total


async def count_of(db: AsyncSession, caller: Principal) -> int:
    return await db.scalar(select(func.count()).select_from(owned_by(caller).subquery())) or 0


async def all_of(db: AsyncSession, user_id: UUID) -> list[Calculation]:
    """Everything a person keeps, newest first."""
    rows = select(Calculation).where(Calculation.owner_id == user_id)  # type: ignore[arg-type]
    return list((await db.scalars(rows.order_by(Calculation.created_at.desc()))).all())  # type: ignore[attr-defined]


async def erase(db: AsyncSession, user_id: UUID) -> None:
    """Forget a person: what hangs on an order stays with the deal's papers, without a name; the rest goes."""
    mine = Calculation.owner_id == user_id
    await db.execute(delete(Calculation).where(mine, Calculation.order_id.is_(None)))  # type: ignore[arg-type, union-attr]
    await db.execute(
        update(Calculation).where(mine).values(owner_id=None, title=None, saved_by="erased", idempotency_key=None)  # type: ignore[arg-type]
    )


async def erase_guests(db: AsyncSession, *, before: datetime) -> None:
    """Forget the calculations of nobody that hang on no request and no order."""
    nobodys = Calculation.owner_id.is_(None) & Calculation.request_id.is_(None) & Calculation.order_id.is_(None)  # type: ignore[union-attr]
    await db.execute(delete(Calculation).where(nobodys, Calculation.created_at < before))  # type: ignore[arg-type]
