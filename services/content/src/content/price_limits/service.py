"""Rules of price limits: a user sets a sum and is notified when the price of a car or a calculation crosses it.

A crossing is announced once, until the sum crosses back, and a limit causes at most one notification a day.
The contract is docs/product/price-limits.md.
"""

from datetime import datetime, time, timedelta
from decimal import Decimal
from typing import Literal
from uuid import UUID

import httpx2
import structlog
from chassis.database.session import take_advisory_locks
from chassis.events import outbox
from chassis.events.registry import EventContext, Handlers
from chassis.formats import MOSCOW
from chassis.web import limits
from chassis.web.auth import Principal
from chassis.web.errors import Conflict, NotFound, RateLimited, Unavailable, raises, require_found
from contracts.calculator import SettingsChanged
from contracts.content import PriceLimitCrossed
from sqlalchemy import delete, update
from sqlmodel import col

from content.caps import check_cap
from content.cars.tables import Car, Favorite
from content.price_limits import queries
from content.price_limits.estimates import estimate_all
from content.price_limits.schemas import PriceLimitRead, PriceLimitSet, PriceLimitUpdate
from content.price_limits.tables import PriceLimit
from content.runtime import ContentRuntime, Session
from content.stop_links import StopLinks

STOP_LINKS = StopLinks(
    PriceLimit,
    path="/api/price-limits",
    page="/unsubscribe?list=price&state=",
    success_text="Об этой цене мы больше не пишем",
)
NOT_FOUND_TEXT = "Такой границы цены нет"
MAX_LIMITS = 100
MAX_CHANGES_PER_HOUR = 60
MIN_ALERT_INTERVAL = timedelta(days=1)
# The daily rate moves every price a little, so a sum counts as risen only when it is half a percent above the limit.
RISE_MARGIN = Decimal("0.005")
BATCH_SIZE = 50
log = structlog.get_logger()
on = Handlers()


class TooManyPriceLimits(Conflict):
    code = "too_many_price_limits"
    message = "Границ цены слишком много: уберите лишние"


class NotAFavorite(Conflict):
    code = "not_a_favorite"
    message = "Сначала добавьте автомобиль в избранное"


class PriceUnknown(Conflict):
    code = "price_unknown"
    message = "Эта сумма пока не посчитана, поэтому границу поставить нельзя"


@raises(NotFound, NotAFavorite, PriceUnknown, TooManyPriceLimits)
async def set_for_car(db: Session, car_id: UUID, body: PriceLimitSet, *, caller: Principal) -> PriceLimitRead:
    """Set or change the caller's limit of a favourite car, and turn its notifications on."""
    car = require_found(await db.get(Car, car_id), "Такого автомобиля нет")
    if car.status == "hidden":
        raise NotFound("Такого автомобиля нет")
    if await db.get(Favorite, (caller.id, car_id)) is None:
        raise NotAFavorite
    await _lock_limits(db, caller)
    row = await queries.lock_limit_of_car(db, caller, car_id)
    if row is None:
        row = await _build_limit(db, caller, car_id=car_id)
    _set_sum(row, body.limit_rub, current_rub=car.price_rub)
    row.is_alerting = True
    db.add(row)
    await db.flush()
    return _serialize(row, car)


@raises(NotFound, PriceUnknown, TooManyPriceLimits, RateLimited, Unavailable)
async def set_for_calculation(
    runtime: ContentRuntime, calculation_id: UUID, body: PriceLimitSet, *, caller: Principal
) -> PriceLimitRead:
    """Set or change the caller's limit of a saved calculation, and turn its notifications on."""
    await limits.hit(runtime, "price-limits", str(caller.id), limit=MAX_CHANGES_PER_HOUR, per=timedelta(hours=1))
    at = runtime.now()
    try:
        estimates = await estimate_all(runtime, [calculation_id])
    except httpx2.HTTPError as error:
        log.warning("calculator_unreachable", error=type(error).__name__)
        raise Unavailable from None
    estimate = require_found(estimates[calculation_id], "Такого расчёта нет")
    async with runtime.database.transaction() as db:
        await _lock_limits(db, caller)
        row = await queries.lock_limit_of_calculation(db, caller, calculation_id)
        if row is None:
            row = await _build_limit(db, caller, calculation_id=calculation_id)
        row.title = estimate.title
        row.current_rub = estimate.sum_rub
        row.estimated_at = at
        _set_sum(row, body.limit_rub, current_rub=estimate.sum_rub)
        row.is_alerting = True
        db.add(row)
        await db.flush()
        return _serialize(row, None)


async def _lock_limits(db: Session, caller: Principal) -> None:
    """Take the same lock as `check_cap`, but before the look-up, so that two requests for one car set one limit."""
    await take_advisory_locks(db, f"{TooManyPriceLimits.code} {caller.id}")


async def _build_limit(
    db: Session, caller: Principal, *, car_id: UUID | None = None, calculation_id: UUID | None = None
) -> PriceLimit:
    """Build a limit if the caller may have one more. Raises TooManyPriceLimits."""
    limit_ids = queries.select_limit_ids(caller)
    await check_cap(db, limit_ids, owner=caller.id, maximum=MAX_LIMITS, error=TooManyPriceLimits)
    return PriceLimit(
        user_id=caller.id,
        car_id=car_id,
        calculation_id=calculation_id,
        limit_rub=0,
        is_below=False,
        created_at=db.now(),
    )


def _set_sum(row: PriceLimit, limit_rub: int, *, current_rub: int | None) -> None:
    """Set the sum of a limit, and note on which side of it the current sum is. Raises PriceUnknown."""
    if current_rub is None:
        raise PriceUnknown
    row.limit_rub = limit_rub
    row.is_below = current_rub <= limit_rub


async def read_limits(db: Session, *, caller: Principal) -> list[PriceLimitRead]:
    """Return the caller's limits, newest first."""
    rows = (await db.execute(queries.select_limits(caller))).all()
    return [_serialize(limit, car) for limit, car in rows]


def _serialize(row: PriceLimit, car: Car | None) -> PriceLimitRead:
    return PriceLimitRead(
        id=row.id,
        car_id=row.car_id,
        calculation_id=row.calculation_id,
        title=car.title if car else row.title,
        limit_rub=row.limit_rub,
        current_rub=car.price_rub if car else row.current_rub,
        alerts=row.is_alerting,
        alerted_at=row.alerted_at,
        created_at=row.created_at,
    )


@raises(NotFound, PriceUnknown)
async def change(db: Session, id: UUID, body: PriceLimitUpdate, *, caller: Principal) -> PriceLimitRead:
    """Change the sum of a limit, or turn its notifications on or off.

    Crossings that happened while they were off are not reported later.
    """
    row = require_found(await queries.lock_own_limit(db, id, caller), NOT_FOUND_TEXT)
    car = await db.get(Car, row.car_id) if row.car_id else None
    current_rub = car.price_rub if car else row.current_rub
    if body.limit_rub is not None or (body.alerts and not row.is_alerting):
        _set_sum(row, body.limit_rub or row.limit_rub, current_rub=current_rub)
    if body.alerts is not None:
        row.is_alerting = body.alerts
    db.add(row)
    await db.flush()
    return _serialize(row, car)


async def remove(db: Session, id: UUID, *, caller: Principal) -> None:
    """Delete a limit. A repeated call changes nothing."""
    await db.execute(delete(PriceLimit).where(col(PriceLimit.id) == id, col(PriceLimit.user_id) == caller.id))


@on(SettingsChanged)
async def mark_sums_outdated(event: SettingsChanged, db: Session, context: EventContext) -> None:
    """Mark the sums of all calculations as outdated, because the rate or the rules have changed."""
    is_for_calculation = col(PriceLimit.calculation_id).is_not(None)
    await db.execute(update(PriceLimit).where(is_for_calculation).values(outdated_at=db.now()))


async def estimate_due_calculations(db: Session, runtime: ContentRuntime) -> None:
    """Compute outdated sums of calculations again. The limits of a deleted calculation are deleted too.

    `db` only reads, because the job calls the network. The sums are saved in a separate transaction.
    """
    now = runtime.now()
    midnight = datetime.combine(now.astimezone(MOSCOW).date(), time(), MOSCOW)
    ids = await queries.list_calculations_to_estimate(db, since=midnight, limit=BATCH_SIZE)
    try:
        estimates = await estimate_all(runtime, ids)
    except httpx2.HTTPError as error:
        # The job runs again soon. Until then the last known sums stay.
        log.warning("calculator_unreachable", error=type(error).__name__)
        return
    async with runtime.database.transaction() as write_db:
        for calculation_id, estimate in estimates.items():
            if estimate is None:
                await queries.delete_limits_of_calculation(write_db, calculation_id)
            else:
                await queries.save_estimate(
                    write_db, calculation_id, title=estimate.title, sum_rub=estimate.sum_rub, at=now
                )


async def publish_crossed_limits(_: Session, runtime: ContentRuntime) -> None:
    """Publish the limits that were crossed and may alert. Each batch has a transaction of its own."""
    while await _publish_batch(runtime):
        pass


async def _publish_batch(runtime: ContentRuntime) -> bool:
    """Publish the next crossed limits. Returns False if there were none."""
    async with runtime.database.transaction() as db:
        now = runtime.now()
        alerted_before = now - MIN_ALERT_INTERVAL
        crossed_limits = await queries.lock_crossed_limits(
            db, alerted_before=alerted_before, rise_margin=RISE_MARGIN, limit=BATCH_SIZE
        )
        for row, car, current_rub in crossed_limits:
            row.is_below = not row.is_below
            row.alerted_at = now
            db.add(row)
            direction: Literal["fell", "rose"] = "fell" if row.is_below else "rose"
            event = PriceLimitCrossed(
                limit_id=row.id,
                user_id=row.user_id,
                car_id=row.car_id,
                calculation_id=row.calculation_id,
                title=car.title if car else row.title,
                car_slug=car.slug if car else None,
                limit_rub=row.limit_rub,
                current_rub=current_rub,
                direction=direction,
                stop_url=STOP_LINKS.build_link(db, row.id),
            )
            await outbox.record(db, event)
    return bool(crossed_limits)


async def purge_unwatched_limits(db: Session, runtime: ContentRuntime) -> None:
    """Delete limits of cars that their users have removed from the favourites."""
    await queries.delete_unwatched_limits(db)
