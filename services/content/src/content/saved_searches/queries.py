from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from chassis.web.auth import Principal
from sqlalchemy import Select, func, select
from sqlmodel import col

from content.cars.tables import Car
from content.runtime import Session
from content.saved_searches.tables import KnownCar, SavedSearch


def select_searches(caller: Principal) -> Select[SavedSearch]:
    """Select the caller's searches, newest first (ids sort by time)."""
    statement = select(SavedSearch).where(col(SavedSearch.user_id) == caller.id)
    return statement.order_by(col(SavedSearch.id).desc())


async def lock_own_search(db: Session, id: UUID, caller: Principal) -> SavedSearch | None:
    """Lock and return the caller's search with this id."""
    statement = select(SavedSearch).where(col(SavedSearch.id) == id, col(SavedSearch.user_id) == caller.id)
    return await db.scalar(statement.with_for_update())


async def find_by_key(db: Session, caller: Principal, key: str) -> SavedSearch | None:
    """Return the caller's search with these filters."""
    return await db.scalar(select_searches(caller).where(col(SavedSearch.key) == key))


async def find_last_change(db: Session) -> datetime | None:
    """Return when a car was last changed or priced, or None without cars."""
    last_change = select(func.max(Car.updated_at)).scalar_subquery()
    # The condition matches the index `cars_to_price`. A price set by hand changes `updated_at`.
    last_pricing = select(func.max(Car.priced_at)).where(col(Car.price_is_manual).is_(False)).scalar_subquery()
    return await db.scalar(select(func.greatest(last_change, last_pricing)))


async def lock_due_searches(
    db: Session, *, checked_before: datetime, alerted_before: datetime, limit: int
) -> Sequence[SavedSearch]:
    """Lock searches that may alert and were not compared with the cars since `checked_before`."""
    may_alert = col(SavedSearch.alerted_at).is_(None) | (col(SavedSearch.alerted_at) <= alerted_before)
    due_searches = select(SavedSearch).where(
        col(SavedSearch.is_alerting).is_(True), may_alert, col(SavedSearch.checked_at) < checked_before
    )
    oldest_searches = due_searches.order_by(col(SavedSearch.checked_at), col(SavedSearch.id)).limit(limit)
    return (await db.scalars(oldest_searches.with_for_update(skip_locked=True))).all()


async def list_known_car_ids(db: Session, search_id: UUID) -> set[UUID]:
    """Return the ids of the cars that the owner of a search knows."""
    known_cars = select(col(KnownCar.car_id)).where(col(KnownCar.search_id) == search_id)
    return set((await db.scalars(known_cars)).all())
