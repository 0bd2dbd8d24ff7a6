"""The price of a car day by day: one row for each day on which it changed."""

from datetime import timedelta

from chassis.formats import MOSCOW
from sqlalchemy.dialects.postgresql import insert

from content.cars import queries
from content.cars.schemas import PricePoint
from content.cars.tables import Car, CarPrice
from content.runtime import Session

SHOWN_PERIOD = timedelta(days=366)


async def record_price(db: Session, car: Car) -> None:
    """Save the price of today. A second change on one day replaces the first."""
    if car.price_rub is None:
        return
    today = db.now().astimezone(MOSCOW).date()
    values = {"price_rub": car.price_rub, "price_eur": car.price_eur}
    insertion = insert(CarPrice).values(car_id=car.id, day=today, **values)
    await db.execute(insertion.on_conflict_do_update(index_elements=["car_id", "day"], set_=values))


async def read_history(db: Session, car: Car) -> list[PricePoint]:
    """Return the prices of the last 12 months, the oldest first."""
    since = db.now().astimezone(MOSCOW).date() - SHOWN_PERIOD
    return [PricePoint.model_validate(row) for row in await queries.list_prices(db, car.id, since=since)]
