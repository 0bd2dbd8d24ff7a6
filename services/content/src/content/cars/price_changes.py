"""A price change is published once to each user who has the car among the favourites."""

from contracts.content import FavoritePriceChanged
from messaging import outbox
from sqlalchemy import update
from sqlmodel import col

from content.cars import queries
from content.cars.tables import Car, Favorite
from content.runtime import Session

# The daily rate moves every price a little: smaller changes cause no notification.
MIN_PRICE_CHANGE = 0.01


async def record_price_change(db: Session, car: Car) -> None:
    """Publish for each user with this favourite that the price changed by one percent or more."""
    if car.price_rub is None or car.status != "published":
        return
    for favorite in await queries.lock_favorites(db, car.id):
        seen = favorite.price_rub
        if seen is not None and abs(car.price_rub - seen) < seen * MIN_PRICE_CHANGE:
            continue
        if seen is not None:
            await outbox.record(
                db,
                FavoritePriceChanged(
                    car_id=car.id,
                    user_id=favorite.user_id,
                    car_title=car.title,
                    car_slug=car.slug,
                    old_price_rub=seen,
                    new_price_rub=car.price_rub,
                ),
            )
        one = (col(Favorite.user_id) == favorite.user_id, col(Favorite.car_id) == car.id)
        await db.execute(update(Favorite).where(*one).values(price_rub=car.price_rub))
