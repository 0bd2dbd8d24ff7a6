"""SELECTs of the favourites: those of one user, and of cars that are not hidden."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from chassis.auth import Principal
from records.lists import PageQuery, fetch_rows
from sqlalchemy import Row, Select, select
from sqlmodel import col

from content.cars.queries import SUMMARY_COLUMNS
from content.cars.tables import Car, Favorite
from content.runtime import Session


def _visible_to(caller: Principal) -> Select[Any]:
    return (
        select(
            *SUMMARY_COLUMNS,
            col(Favorite.note),
            col(Favorite.price_rub).label("seen_price_rub"),
            col(Favorite.created_at).label("added_at"),
        )
        .join(Favorite, col(Favorite.car_id) == Car.id)
        .where(col(Favorite.user_id) == caller.id, col(Car.status) != "hidden")
    )


async def list_own(db: Session, page: PageQuery, *, caller: Principal) -> tuple[Sequence[Row[Any]], int]:
    """One's own favourites, newest first."""
    chosen = _visible_to(caller).order_by(col(Favorite.created_at).desc(), col(Favorite.car_id))
    return await fetch_rows(db, chosen, page)


async def get_own(db: Session, car_id: UUID, *, caller: Principal) -> Row[Any]:
    """One's own favourite; it exists."""
    found: Row[Any] = (await db.execute(_visible_to(caller).where(col(Car.id) == car_id))).one()
    return found


def ids_of(caller: Principal) -> Select[Any]:
    """The cars that the caller keeps, hidden ones too."""
    return select(col(Favorite.car_id)).where(col(Favorite.user_id) == caller.id)
