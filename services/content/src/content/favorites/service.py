"""Rules of the favourites: adding and removing can be repeated."""

from uuid import UUID

from chassis.auth import Principal
from chassis.errors import Conflict, found
from sqlalchemy import delete, func
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from content.caps import check_cap
from content.cars.queries import get_visible
from content.cars.tables import Favorite
from content.favorites import queries
from content.favorites.schemas import FavoriteRead
from content.runtime import Session

MAX_FAVORITES = 500


class TooManyFavorites(Conflict):
    code, message = "too_many_favorites", "В избранном слишком много автомобилей: уберите лишние"


async def add(db: Session, car_id: UUID, *, note: str | None, caller: Principal) -> FavoriteRead:
    """Add a car to favourites, or change its note. Raises NotFound, TooManyFavorites."""
    car = found(await get_visible(db, car_id), "Такого автомобиля нет")
    if await db.get(Favorite, (caller.id, car_id)) is None:
        await check_cap(db, queries.ids_of(caller), owner=caller.id, maximum=MAX_FAVORITES, error=TooManyFavorites)
    row = insert(Favorite).values(
        user_id=caller.id, car_id=car_id, note=note, price_rub=car.price_rub, created_at=db.now()
    )
    kept = func.coalesce(row.excluded.note, col(Favorite.note))
    await db.execute(row.on_conflict_do_update(index_elements=["user_id", "car_id"], set_={"note": kept}))
    saved = await queries.get_own(db, car_id, caller=caller)
    return FavoriteRead.model_validate(saved, from_attributes=True)


async def remove(db: Session, car_id: UUID, *, caller: Principal) -> None:
    """Remove a car from favourites; repeating it is no error."""
    await db.execute(delete(Favorite).where(col(Favorite.user_id) == caller.id, col(Favorite.car_id) == car_id))
