"""Rules of favourites. Adding and removing can be repeated. A price change is published once to each user."""

from uuid import UUID

from chassis.events import outbox
from chassis.web.auth import Principal
from chassis.web.errors import Conflict, require_found
from contracts.content import FavoritePriceChanged
from sqlalchemy import delete, func, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from content.caps import check_cap
from content.cars import queries
from content.cars.schemas import FavoriteRead
from content.cars.tables import Car, Favorite
from content.runtime import Session

MAX_FAVORITES = 500
# A share of the price. The daily rate moves every price a little, so smaller changes cause no notification.
MIN_CHANGE_SHARE = 0.01


class TooManyFavorites(Conflict):
    code = "too_many_favorites"
    message = "В избранном слишком много автомобилей: уберите лишние"


async def add(db: Session, car_id: UUID, *, note: str | None, caller: Principal) -> FavoriteRead:
    """Add a car to favourites, or change its note. Raises NotFound, TooManyFavorites."""
    car = require_found(await queries.find_public_car_by_id(db, car_id), "Такого автомобиля нет")
    if await db.get(Favorite, (caller.id, car_id)) is None:
        favorite_ids = queries.select_favorite_ids(caller)
        await check_cap(db, favorite_ids, owner=caller.id, maximum=MAX_FAVORITES, error=TooManyFavorites)
    insertion = insert(Favorite).values(
        user_id=caller.id, car_id=car_id, note=note, price_rub=car.price_rub, created_at=db.now()
    )
    new_note = func.coalesce(insertion.excluded.note, col(Favorite.note))
    await db.execute(insertion.on_conflict_do_update(index_elements=["user_id", "car_id"], set_={"note": new_note}))
    favorite = (await db.execute(queries.select_favorites(caller).where(col(Car.id) == car_id))).one()
    return FavoriteRead.model_validate(favorite, from_attributes=True)


async def remove(db: Session, car_id: UUID, *, caller: Principal) -> None:
    """Remove a car from favourites. A repeated call changes nothing."""
    await db.execute(delete(Favorite).where(col(Favorite.user_id) == caller.id, col(Favorite.car_id) == car_id))


async def record_price_change(db: Session, car: Car) -> None:
    """Publish a price change of one percent or more to each user with this favourite."""
    if car.price_rub is None or car.status != "published":
        return
    for favorite in await queries.lock_favorites(db, car.id):
        last_price = favorite.price_rub
        if last_price is not None and abs(car.price_rub - last_price) < last_price * MIN_CHANGE_SHARE:
            continue
        if last_price is not None:
            event = FavoritePriceChanged(
                car_id=car.id,
                user_id=favorite.user_id,
                car_title=car.title,
                car_slug=car.slug,
                old_price_rub=last_price,
                new_price_rub=car.price_rub,
            )
            await outbox.record(db, event)
        is_of_user = col(Favorite.user_id) == favorite.user_id
        await db.execute(
            update(Favorite).where(is_of_user, col(Favorite.car_id) == car.id).values(price_rub=car.price_rub)
        )
