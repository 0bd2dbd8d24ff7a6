"""Every query over saved calculations."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from chassis.database.batches import delete_in_batches
from chassis.database.session import take_advisory_locks
from chassis.features.lists import PageQuery, count_rows, fetch_page
from chassis.web.auth import Principal
from sqlalchemy import ColumnElement, Select, delete, func, select, update
from sqlmodel import col

from calculator.calculations.tables import Calculation, OrderCopy, SiteSettingsCopy
from calculator.runtime import Session

# `saved_by` of calculations that stay with an order after their user was erased.
SAVED_BY_ERASED_USER = "erased"


def select_owned_by(caller: Principal) -> Select[Calculation]:
    return select(Calculation).where(col(Calculation.owner_id) == caller.id)


async def get_site_settings(db: Session) -> SiteSettingsCopy:
    """Return the site's settings for the PDF; the default name until content has published its own."""
    return await db.get(SiteSettingsCopy, 1) or SiteSettingsCopy()


async def lock_own_calculation(db: Session, id: UUID, *, caller: Principal) -> Calculation | None:
    rows = select_owned_by(caller).where(col(Calculation.id) == id)
    return (await db.scalars(rows.with_for_update())).first()


async def lock_guest_calculations(db: Session, ids: Iterable[UUID]) -> Sequence[Calculation]:
    """Lock the visitors' calculations among these ids, oldest first."""
    rows = select(Calculation).where(col(Calculation.id).in_(ids), build_guest_filter())
    return (await db.scalars(rows.order_by(col(Calculation.id)).with_for_update())).all()


def build_guest_filter() -> ColumnElement[bool]:
    """Return the condition for visitors' calculations. Calculations of erased users have no owner either."""
    return col(Calculation.owner_id).is_(None) & (col(Calculation.saved_by) != SAVED_BY_ERASED_USER)


async def find_by_idempotency_key(db: Session, *, saved_by: str, key: str) -> Calculation | None:
    """Find the calculation saved with this idempotency key. A concurrent repeat waits for the first request."""
    await take_advisory_locks(db, f"{saved_by}:{key}")
    rows = select(Calculation).where(col(Calculation.saved_by) == saved_by, col(Calculation.idempotency_key) == key)
    return (await db.scalars(rows)).first()


async def list_own_calculations(
    db: Session, page: PageQuery, *, caller: Principal
) -> tuple[Sequence[Calculation], int]:
    """Return a page of the caller's calculations, newest first, and how many there are."""
    newest_first = (col(Calculation.created_at).desc(), col(Calculation.id).desc())
    return await fetch_page(db, select_owned_by(caller).order_by(*newest_first), page)


async def lock_and_count_own_calculations(db: Session, caller: Principal) -> int:
    """Count the caller's calculations, before some are added.

    Takes a lock on the caller, so that simultaneous requests wait for each other until the end of the transaction.
    """
    await take_advisory_locks(db, f"saved calculations {caller.id}")
    return await count_rows(db, select_owned_by(caller))


async def list_by_user(db: Session, user_id: UUID) -> list[Calculation]:
    """Return everything a user has saved, newest first."""
    rows = select(Calculation).where(col(Calculation.owner_id) == user_id)
    return list((await db.scalars(rows.order_by(col(Calculation.created_at).desc()))).all())


async def erase_user(db: Session, user_id: UUID) -> None:
    """Erase a user. Calculations attached to the user's orders stay with the documents, without an owner.

    All others are deleted, also calculations attached to an order id that is not an order of this user.
    """
    is_own = col(Calculation.owner_id) == user_id
    orders = select(col(OrderCopy.order_id)).where(col(OrderCopy.user_id) == user_id)
    is_of_an_order = func.coalesce(col(Calculation.order_id).in_(orders), False)
    await db.execute(delete(Calculation).where(is_own, ~is_of_an_order))
    await db.execute(
        update(Calculation)
        .where(is_own)
        .values(owner_id=None, title=None, saved_by=SAVED_BY_ERASED_USER, idempotency_key=None)
    )
    await db.execute(delete(OrderCopy).where(col(OrderCopy.user_id) == user_id))


async def delete_guest_calculations(db: Session, *, before: datetime) -> None:
    """Delete visitors' calculations saved before a time, even with an order id: a visitor can send any id."""
    await delete_in_batches(db, Calculation, build_guest_filter(), col(Calculation.created_at) < before)
