"""Queries of the price limits. A limit of a car counts while the car is among the user's favourites."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from chassis.web.auth import Principal
from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, or_, select, update
from sqlmodel import col

from content.cars.tables import Car, Favorite
from content.price_limits.tables import PriceLimit
from content.runtime import Session

CURRENT_PRICE = func.coalesce(col(Car.price_rub), col(PriceLimit.current_rub))


def build_watched_filter() -> ColumnElement[bool]:
    """Return the condition for a calculation, or a car among the favourites of the limit's user."""
    same_favorite = (col(Favorite.user_id) == col(PriceLimit.user_id), col(Favorite.car_id) == col(PriceLimit.car_id))
    return or_(col(PriceLimit.calculation_id).is_not(None), exists().where(*same_favorite))


def select_limits(caller: Principal) -> Select[PriceLimit, Car]:
    """Select the caller's limits with their cars, newest first (ids sort by time)."""
    statement = select(PriceLimit, Car).outerjoin(Car, col(Car.id) == col(PriceLimit.car_id))
    return statement.where(col(PriceLimit.user_id) == caller.id, build_watched_filter()).order_by(
        col(PriceLimit.id).desc()
    )


def select_limit_ids(caller: Principal) -> Select[UUID]:
    """Select the ids of the caller's limits."""
    return select(col(PriceLimit.id)).where(col(PriceLimit.user_id) == caller.id, build_watched_filter())


async def lock_own_limit(db: Session, id: UUID, caller: Principal) -> PriceLimit | None:
    """Lock and return the caller's limit with this id."""
    statement = select(PriceLimit).where(col(PriceLimit.id) == id, col(PriceLimit.user_id) == caller.id)
    return await db.scalar(statement.with_for_update())


async def lock_limit_of_car(db: Session, caller: Principal, car_id: UUID) -> PriceLimit | None:
    """Lock and return the caller's limit of a car."""
    statement = select(PriceLimit).where(col(PriceLimit.user_id) == caller.id, col(PriceLimit.car_id) == car_id)
    return await db.scalar(statement.with_for_update())


async def lock_limit_of_calculation(db: Session, caller: Principal, calculation_id: UUID) -> PriceLimit | None:
    """Lock and return the caller's limit of a calculation."""
    statement = select(PriceLimit).where(
        col(PriceLimit.user_id) == caller.id, col(PriceLimit.calculation_id) == calculation_id
    )
    return await db.scalar(statement.with_for_update())


async def lock_crossed_limits(
    db: Session, *, alerted_before: datetime, rise_margin: Decimal, limit: int
) -> Sequence[tuple[PriceLimit, Car | None, int]]:
    """Lock limits that were crossed and may alert. Returns each with its car, if it has one, and the current sum.

    A sum has risen when it exceeds its limit by more than `rise_margin`, a share of the limit.
    """
    may_alert = or_(col(PriceLimit.alerted_at).is_(None), col(PriceLimit.alerted_at) <= alerted_before)
    was_below = col(PriceLimit.is_below)
    has_risen = col(PriceLimit.limit_rub) * (1 + rise_margin) < CURRENT_PRICE
    has_fallen = col(PriceLimit.limit_rub) >= CURRENT_PRICE
    is_on_offer = or_(col(PriceLimit.car_id).is_(None), col(Car.status) == "published")
    statement = (
        select(PriceLimit, Car, CURRENT_PRICE)
        .outerjoin(Car, col(Car.id) == col(PriceLimit.car_id))
        .where(
            col(PriceLimit.is_alerting).is_(True),
            may_alert,
            is_on_offer,
            build_watched_filter(),
            or_(and_(was_below.is_(True), has_risen), and_(was_below.is_(False), has_fallen)),
        )
    )
    statement = statement.order_by(col(PriceLimit.id)).limit(limit).with_for_update(of=PriceLimit, skip_locked=True)
    return [(price_limit, car, current_rub) for price_limit, car, current_rub in await db.execute(statement)]


async def list_calculations_to_estimate(db: Session, *, since: datetime, limit: int) -> Sequence[UUID]:
    """Return the calculations whose sums are older than `since` or than the last change of rate or edition.

    A calculation that several users watch is returned once.
    """
    estimated_at = col(PriceLimit.estimated_at)
    is_old = or_(estimated_at.is_(None), estimated_at < since, estimated_at < col(PriceLimit.outdated_at))
    calculation_id = col(PriceLimit.calculation_id)
    statement = select(calculation_id).where(calculation_id.is_not(None), is_old).group_by(calculation_id)
    oldest_first = func.min(estimated_at).nulls_first()
    return [id for id in await db.scalars(statement.order_by(oldest_first).limit(limit)) if id]


async def save_estimate(
    db: Session, calculation_id: UUID, *, title: str | None, sum_rub: int | None, at: datetime
) -> None:
    """Save the sum of a calculation for all users who watch it. `at` is the time of the request to the calculator."""
    values: dict[str, Any] = {"title": title, "estimated_at": at}
    if sum_rub is not None:
        values["current_rub"] = sum_rub
    await db.execute(update(PriceLimit).where(col(PriceLimit.calculation_id) == calculation_id).values(**values))


async def delete_limits_of_calculation(db: Session, calculation_id: UUID) -> None:
    await db.execute(delete(PriceLimit).where(col(PriceLimit.calculation_id) == calculation_id))


async def delete_unwatched_limits(db: Session) -> None:
    """Delete limits of cars that are not among their users' favourites any more."""
    await db.execute(delete(PriceLimit).where(~build_watched_filter()))
