"""Rules of the favourites: putting and taking away may be repeated; a changed price is told once."""

from typing import Any
from uuid import UUID

from chassis import outbox
from chassis.auth import Principal
from chassis.database import runtime_of
from chassis.errors import NotFound
from contracts.content import FavoritePriceChanged
from sqlalchemy import Row, Select, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.cars.queries import SUMMARY
from content.cars.tables import Car
from content.favorites.tables import Favorite

# The daily rate moves every price a little; nobody wants a letter about that.
WORTH_TELLING = 0.01


def _own(caller: Principal) -> Select[Any]:
    return (
        select(
            *SUMMARY,
            col(Favorite.note),
            col(Favorite.price_rub).label("seen_price_rub"),
            col(Favorite.created_at).label("added_at"),
        )
        .join(Favorite, col(Favorite.car_id) == Car.id)
        .where(col(Favorite.user_id) == caller.id, col(Car.status) != "hidden")
    )


async def own_page(db: AsyncSession, *, caller: Principal, limit: int, offset: int) -> tuple[list[Row[Any]], int]:
    """One's own favourites, newest first."""
    chosen = _own(caller).order_by(col(Favorite.created_at).desc(), col(Favorite.car_id))
    rows = (await db.execute(chosen.limit(limit).offset(offset))).all()
    total = await db.scalar(select(func.count()).select_from(_own(caller).subquery()))
    return list(rows), total or 0


async def put(db: AsyncSession, car_id: UUID, *, note: str | None, caller: Principal) -> Row[Any]:
    """Keep an eye on a car. Raises NotFound."""
    car = await db.scalar(select(Car).where(col(Car.id) == car_id, col(Car.status) != "hidden"))
    if car is None:
        raise NotFound("Такого автомобиля нет")
    row = insert(Favorite).values(
        user_id=caller.id, car_id=car_id, note=note, price_rub=car.price_rub, created_at=runtime_of(db).clock()
    )
    kept = func.coalesce(row.excluded.note, col(Favorite.note))
    await db.execute(row.on_conflict_do_update(index_elements=["user_id", "car_id"], set_={"note": kept}))
    found: Row[Any] = (await db.execute(_own(caller).where(col(Car.id) == car_id))).one()
    return found


async def remove(db: AsyncSession, car_id: UUID, *, caller: Principal) -> None:
    """Take a car out of favourites; one that is not there is out already."""
    await db.execute(delete(Favorite).where(col(Favorite.user_id) == caller.id, col(Favorite.car_id) == car_id))


async def tell_price(db: AsyncSession, car: Car) -> None:
    """Tell those who keep an eye on a car on offer that its price has moved by a hundredth or more."""
    if car.price_rub is None or car.status != "published":
        return
    fans = (await db.scalars(select(Favorite).where(col(Favorite.car_id) == car.id).with_for_update())).all()
    for fan in fans:
        seen = fan.price_rub
        if seen is not None and abs(car.price_rub - seen) < seen * WORTH_TELLING:
            continue
        if seen is not None:
            await outbox.record(
                db,
                FavoritePriceChanged(
                    car_id=car.id,
                    user_id=fan.user_id,
                    car_title=f"{car.brand} {car.model}, {car.year}",
                    car_slug=car.slug,
                    old_price_rub=seen,
                    new_price_rub=car.price_rub,
                ),
            )
        one = (col(Favorite.user_id) == fan.user_id, col(Favorite.car_id) == car.id)
        await db.execute(update(Favorite).where(*one).values(price_rub=car.price_rub))
