"""What each car costs in Russia: the calculator's rules, in force today, at a dated rate.

A background job asks the calculator for many cars at once; no visitor ever waits for it, and while it is away
the catalogue shows the last known price with its date.
"""

from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import httpx2
import structlog
from chassis.app import Runtime
from chassis.events import EventContext, Handlers
from chassis.http import outside_client
from contracts.calculator import SettingsChanged
from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.cars import service
from content.cars.tables import Car
from content.favorites.service import tell_price
from content.replies.hours import MOSCOW
from content.settings import settings_of

log = structlog.get_logger()
on = Handlers()
BATCH = 200


@on(SettingsChanged)
async def price_again(event: SettingsChanged, db: AsyncSession, context: EventContext) -> None:
    """The rate or the rules have changed: every computed price is due."""
    await db.execute(update(Car).where(col(Car.price_is_manual).is_(False)).values(priced_at=None))


async def price_due(db: AsyncSession, runtime: Runtime) -> None:
    """Price the cars that are new, changed, or were priced on another day."""
    now = runtime.clock()
    today = now.astimezone(MOSCOW).date()
    cars = await _due(db, datetime.combine(today, time(), MOSCOW))
    if not cars:
        return
    try:
        async with outside_client(timeout=20) as http:
            await _price(db, cars, http, base=settings_of(runtime).calculator_url, today=today, now=now)
    except httpx2.HTTPError as error:
        # It is asked again in a moment; the last known prices stay.
        log.warning("calculator_unreachable", error=type(error).__name__)


async def _due(db: AsyncSession, since: datetime) -> Sequence[Car]:
    waiting = select(Car).where(
        col(Car.price_is_manual).is_(False),
        col(Car.price_eur) > 0,
        or_(col(Car.priced_at).is_(None), col(Car.priced_at) < since),
    )
    ordered = waiting.order_by(col(Car.priced_at).nulls_first()).limit(BATCH)
    return (await db.scalars(ordered.with_for_update(skip_locked=True))).all()


async def _price(
    db: AsyncSession, cars: Sequence[Car], http: httpx2.AsyncClient, *, base: str, today: date, now: datetime
) -> None:
    told = await http.get(f"{base}/api/calculator/rates")
    told.raise_for_status()
    rate = Decimal(str(told.json()["eurRate"]["value"]))
    items = [{"key": str(car.id), "request": request_for(car, rate=rate, today=today)} for car in cars]
    answer = await http.post(f"{base}/internal/estimates", json={"items": items})
    answer.raise_for_status()
    body = answer.json()
    results = {item["key"]: item for item in body["items"]}
    for car in cars:
        car.priced_at = now
        item = results[str(car.id)]
        if item.get("result"):
            await _keep(db, car, item, rate=rate, rate_date=date.fromisoformat(body["eurRate"]["date"]))
        else:
            log.warning("car_not_priced", car=str(car.id), errors=item.get("errors"))
        db.add(car)
    service.forget_kept(db)


def request_for(car: Car, *, rate: Decimal, today: date) -> dict[str, Any]:
    """The car as the calculator wants it: imported by a person for himself, declared today.

    Of the manufacture only the year is known, so it counts as its first of July, as the calculator does.
    """
    roubles = ((car.price_eur or Decimal(0)) * rate).quantize(Decimal("0.01"), ROUND_HALF_UP)
    made = min(date(car.year, 7, 1), today)
    is_electric = car.fuel == "electric"
    request: dict[str, Any] = {
        "price": float(roubles),
        "importCategory": "personal",
        "isElectric": is_electric,
        "isCommercial": False,
        "manufacture_date": made.isoformat(),
        "declaration_date": today.isoformat(),
        "enginePower": car.power_hp or None,
        "enginePowerUnit": "hp",
    }
    if not is_electric:
        fuel = "diesel" if car.fuel == "diesel" else "petrol"
        request |= {"fuelType": fuel, "engineVolumeLiters": float(car.engine_volume_l or 0)}
    return request


async def _keep(db: AsyncSession, car: Car, item: dict[str, Any], *, rate: Decimal, rate_date: date) -> None:
    result = item["result"]
    price = int(Decimal(str(result["total"])).quantize(Decimal(1), ROUND_HALF_UP))
    car.eur_rate, car.rate_date = rate, rate_date
    car.price_details = {name: result[name] for name in result if name not in {"total", "currency"}} | {
        "edition": item["edition"],
        "carPrice": price - result["totalCustoms"],
        "total": price,
    }
    if car.price_rub != price:
        car.price_rub = price
        await tell_price(db, car)
