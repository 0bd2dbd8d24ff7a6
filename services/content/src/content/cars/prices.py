"""Prices of cars in Russia, computed by the calculator at today's rules and exchange rate.

A background job requests estimates of many cars at once, so no visitor waits for the calculator. If the calculator is
down, the catalogue shows the last known price with its date. No transaction is open during a request. A car that was
changed during the request stays in the queue.
"""

from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import httpx2
import structlog
from chassis.events.registry import EventContext, Handlers
from chassis.formats import MOSCOW
from chassis.web.http import create_external_client
from chassis.web.service_calls import Addresses, call_service
from contracts.calculator import SettingsChanged
from sqlalchemy import update
from sqlmodel import col

from content.cars import queries, service
from content.cars.favorites import record_price_change
from content.cars.price_history import record_price
from content.cars.tables import Car
from content.runtime import ContentRuntime, Session

log = structlog.get_logger()
on = Handlers()
BATCH_SIZE = 200


@on(SettingsChanged)
async def queue_all_for_pricing(event: SettingsChanged, db: Session, context: EventContext) -> None:
    """Queue the cars without a manual price for new prices, because the rate or the rules have changed."""
    await db.execute(update(Car).where(col(Car.price_is_manual).is_(False)).values(priced_at=None))


async def price_due_cars(db: Session, runtime: ContentRuntime) -> None:
    """Price the cars that are new, changed, or were priced on another day.

    `db` only reads, because the job calls the network. The prices are saved in a separate transaction.
    """
    now = runtime.now()
    today = now.astimezone(MOSCOW).date()
    cars = await queries.list_cars_to_price(db, since=datetime.combine(today, time(), MOSCOW), limit=BATCH_SIZE)
    if not cars:
        return
    try:
        async with create_external_client(timeout=20) as http:
            rate, estimates = await _request_estimates(
                cars, http, calculator=runtime.settings.calculator_url, today=today
            )
    except httpx2.HTTPError as error:
        # The job runs again soon. Until then the last known prices stay.
        log.warning("calculator_unreachable", error=type(error).__name__)
        return
    async with runtime.database.transaction() as write_db:
        await _save_estimates(write_db, cars, estimates, rate=rate, now=now)


async def _save_estimates(
    db: Session,
    versioned_cars: Sequence[queries.VersionedCar],
    estimates: dict[str, Any],
    *,
    rate: Decimal,
    now: datetime,
) -> None:
    """Save the prices of the calculator's response.

    A car keeps its price if it has changed since it was read, or if it has no estimate.
    """
    results = {item["key"]: item for item in estimates["items"]}
    for car in await queries.lock_unchanged_cars(db, versioned_cars):
        car.priced_at = now
        item = results[str(car.id)]
        if item.get("result"):
            await _save_estimate(db, car, item, rate=rate, rate_date=date.fromisoformat(estimates["eurRate"]["date"]))
        else:
            log.warning("car_not_priced", car=str(car.id), errors=item.get("errors"))
        db.add(car)
    service.cache.drop_after_commit(db)


async def _request_estimates(
    versioned_cars: Sequence[queries.VersionedCar], http: httpx2.AsyncClient, *, calculator: Addresses, today: date
) -> tuple[Decimal, dict[str, Any]]:
    """Return the euro rate in roubles, and the calculator's response with the estimate of each car."""
    rates_answer = await call_service(http, "GET", calculator, "/api/calculator/rates")
    rates_answer.raise_for_status()
    rate = Decimal(str(rates_answer.json()["eurRate"]["value"]))
    items = [{"key": str(car.id), "request": build_request(car, rate=rate, today=today)} for car, _ in versioned_cars]
    answer = await call_service(http, "POST", calculator, "/internal/estimates", json={"items": items})
    answer.raise_for_status()
    return rate, answer.json()


def build_request(car: Car, *, rate: Decimal, today: date) -> dict[str, Any]:
    """Build the request to the calculator: a personal import, declared today.

    `power_kw` is the power in the car's documents. If it is unknown, the power in the catalogue is used. Only the year
    of manufacture is known, so the first of July is used, as in the calculator, but no day after today.
    Raises ValueError for a draft without a year.
    """
    if car.year is None:
        raise ValueError("a car without a year has no price")
    roubles = ((car.price_eur or Decimal(0)) * rate).quantize(Decimal("0.01"), ROUND_HALF_UP)
    manufacture_date = min(date(car.year, 7, 1), today)
    is_electric = car.fuel == "electric"
    request: dict[str, Any] = {
        "price": float(roubles),
        "importCategory": "personal",
        "isElectric": is_electric,
        "isCommercial": False,
        "manufacture_date": manufacture_date.isoformat(),
        "declaration_date": today.isoformat(),
    }
    if car.power_kw is not None:
        request |= {"enginePower": float(car.power_kw), "enginePowerUnit": "kW"}
    else:
        request |= {"enginePower": car.power_hp or None, "enginePowerUnit": "hp"}
    if not is_electric:
        fuel = "diesel" if car.fuel == "diesel" else "petrol"
        request |= {"fuelType": fuel, "engineVolumeLiters": float(car.engine_volume_l or 0)}
    return request


async def _save_estimate(db: Session, car: Car, item: dict[str, Any], *, rate: Decimal, rate_date: date) -> None:
    """Save the estimate of a car. A new price is added to its history and published to users with this favourite."""
    result = item["result"]
    price = int(Decimal(str(result["total"])).quantize(Decimal(1), ROUND_HALF_UP))
    car.eur_rate = rate
    car.rate_date = rate_date
    car.price_details = {name: result[name] for name in result if name not in {"total", "currency"}} | {
        "edition": item["edition"],
        "carPrice": price - result["totalCustoms"],
        "total": price,
    }
    if car.price_rub != price:
        car.price_rub = price
        await record_price(db, car)
        await record_price_change(db, car)
