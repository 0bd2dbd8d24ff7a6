"""Rules of the favourites: adding and removing can be repeated."""

from typing import Any
from uuid import UUID

from chassis.auth import Principal
from chassis.errors import Conflict, NotFound
from sqlalchemy import Select, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from content.caps import check_cap
from content.cars.queries import SUMMARY_COLUMNS
from content.cars.tables import Car, Favorite
from content.favorites.schemas import FavoriteRead
from content.runtime import Session

MAX_FAVORITES = 500


class TooManyFavorites(Conflict):
    code, message = "too_many_favorites", "В избранном слишком много автомобилей: уберите лишние"


def _select_own(caller: Principal) -> Select[Any]:
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


async def list_own(db: Session, *, caller: Principal, limit: int, offset: int) -> tuple[list[FavoriteRead], int]:
    """One's own favourites, newest first."""
    chosen = _select_own(caller).order_by(col(Favorite.created_at).desc(), col(Favorite.car_id))
    rows = (await db.execute(chosen.limit(limit).offset(offset))).all()
    total = await db.scalar(select(func.count()).select_from(_select_own(caller).subquery()))
    return [FavoriteRead.model_validate(row, from_attributes=True) for row in rows], total or 0


async def add(db: Session, car_id: UUID, *, note: str | None, caller: Principal) -> FavoriteRead:
    """Add a car to favourites, or change its note. Raises NotFound, TooManyFavorites."""
    car = await db.scalar(select(Car).where(col(Car.id) == car_id, col(Car.status) != "hidden"))
    if car is None:
        raise NotFound("Такого автомобиля нет")
    is_owned = (col(Favorite.user_id) == caller.id, col(Favorite.car_id) == car_id)
    if await db.scalar(select(col(Favorite.car_id)).where(*is_owned)) is None:
        owned = select(col(Favorite.car_id)).where(col(Favorite.user_id) == caller.id)
        await check_cap(db, owned, owner=caller.id, maximum=MAX_FAVORITES, error=TooManyFavorites)
    row = insert(Favorite).values(
        user_id=caller.id, car_id=car_id, note=note, price_rub=car.price_rub, created_at=db.now()
    )
    kept = func.coalesce(row.excluded.note, col(Favorite.note))
    await db.execute(row.on_conflict_do_update(index_elements=["user_id", "car_id"], set_={"note": kept}))
    saved = (await db.execute(_select_own(caller).where(col(Car.id) == car_id))).one()
    return FavoriteRead.model_validate(saved, from_attributes=True)


async def remove(db: Session, car_id: UUID, *, caller: Principal) -> None:
    """Remove a car from favourites; repeating it is no error."""
    await db.execute(delete(Favorite).where(col(Favorite.user_id) == caller.id, col(Favorite.car_id) == car_id))
