"""Notices near a bound: age close to a threshold, power or volume slightly above a bound."""

from collections.abc import Iterator
from datetime import date
from decimal import ROUND_CEILING, Decimal
from typing import NamedTuple

from chassis.formats import format_months

from calculator.duty.imports import CC_IN_LITRE, Import, Power, convert_bound_to_horsepower, find_anniversary
from calculator.duty.payments import are_taxes_due, choose_recycling_bands
from calculator.duty.tariffs import Edition
from calculator.explanation.breakdown import Case
from calculator.explanation.wording import NBSP, POWER_UNITS, describe_difference, format_number, format_roubles

AGES = (3, 5, 7)
NEAR_DAYS = 60
NEAR_YEARS = Decimal("0.5")
# Years by which an age is moved to the other side of a threshold: less than a day.
AGE_STEP = Decimal("0.002")
# A value of at most this multiple of a bound is near the bound.
NEAR_FACTOR = Decimal("1.05")
# Roubles. A smaller difference is not worth a notice.
MIN_DIFFERENCE = 1000


class Dates(NamedTuple):
    manufacture_date: date
    declaration_date: date


class Notice(NamedTuple):
    code: str
    message: str


def format_years(count: int) -> str:
    """Return the years in the genitive, after 'старше' and 'младше'."""
    return f"{count}{NBSP}лет"


def list_age_notices(case: Case, dates: Dates | None) -> Iterator[Notice]:
    """Yield the notices about age.

    Within 60 days of a threshold, the notice has the total on the other side of the threshold. If the dates are
    unknown, only an age of exactly the threshold gets this notice. Otherwise, within half a year before a threshold,
    the notice has the total after it.
    """
    for threshold in AGES:
        if dates is not None:
            days_left = (find_anniversary(dates.manufacture_date, threshold) - dates.declaration_date).days
            if abs(days_left) <= NEAR_DAYS:
                yield _build_notice_at_threshold(case, threshold, is_past=days_left < 0)
                return
        elif case.car.age == threshold:
            yield _build_notice_at_threshold(case, threshold, is_past=False)
            return
        if Decimal(0) < threshold - case.car.age <= NEAR_YEARS:
            yield from _list_notices_of_next_age(case, threshold)
            return


def _build_notice_at_threshold(case: Case, threshold: int, *, is_past: bool) -> Notice:
    age = Decimal(threshold)
    customs_now = case.result.total_customs
    other_age = age if is_past else age + AGE_STEP
    side = f"не старше {format_years(threshold)}" if is_past else f"старше {format_years(threshold)}"
    customs = case.compute_customs_with(age=other_age)
    change = describe_difference(customs - customs_now)
    message = f"Возраст у границы: для автомобиля {side} платежи составят {format_roubles(customs)} ({change})"
    if case.car.importer == "legal":
        # For a company the third anniversary already counts as used, so the day before has another total.
        customs_if_younger = case.compute_customs_with(age=age - AGE_STEP)
        if customs_if_younger not in (customs_now, customs):
            change = describe_difference(customs_if_younger - customs_now)
            message += f"; младше {format_years(threshold)} — {format_roubles(customs_if_younger)} ({change})"
    return Notice("age_boundary", message)


def _list_notices_of_next_age(case: Case, threshold: int) -> Iterator[Notice]:
    customs = case.compute_customs_with(age=threshold + AGE_STEP)
    change = customs - case.result.total_customs
    if abs(change) >= MIN_DIFFERENCE:
        months_left = ((threshold - case.car.age) * 12).to_integral_value(ROUND_CEILING)
        months = format_months(int(months_left)).replace(" ", NBSP)
        yield Notice(
            "limit_near",
            f"Через {months} автомобиль станет старше {format_years(threshold)}: "
            f"платежи составят {format_roubles(customs)} ({describe_difference(change)})",
        )


def list_size_notices(case: Case) -> Iterator[Notice]:
    """Yield the notices about power or volume up to 5 % above a bound. Each has the total at the bound itself."""
    car = case.car
    edition = case.edition
    if car.power:
        power_bound = _find_bound_below(list_power_bounds(car, edition, car.power), car.power.value)
        if power_bound:
            subject = f"Мощность до {format_number(power_bound)}{NBSP}{POWER_UNITS[car.power.unit]}"
            yield from _list_notices_of_saving(case, subject, power=car.power._replace(value=power_bound))
    if car.is_electric:
        return
    volume_bound = _find_bound_below(_list_volume_bounds(car, edition), Decimal(car.engine_cc))
    if volume_bound:
        litres = format_number(volume_bound / CC_IN_LITRE)
        yield from _list_notices_of_saving(case, f"Объём до {litres}{NBSP}л", engine_cc=int(volume_bound))


def _list_notices_of_saving(case: Case, subject: str, **changes: object) -> Iterator[Notice]:
    customs = case.compute_customs_with(**changes)
    saving = case.result.total_customs - customs
    if saving >= MIN_DIFFERENCE:
        yield Notice(
            "limit_near", f"{subject}: платежи составили бы {format_roubles(customs)} ({describe_difference(-saving)})"
        )


def _find_bound_below(bounds: Iterator[Decimal], value: Decimal) -> Decimal | None:
    return max((bound for bound in bounds if bound < value <= bound * NEAR_FACTOR), default=None)


def list_power_bounds(car: Import, edition: Edition, power: Power) -> Iterator[Decimal]:
    """Yield the bounds of excise and recycling fee for the car, in the unit of `power`; some occur twice."""
    is_in_hp = power.unit == "hp"
    if are_taxes_due(car):
        yield from edition.excise.by_hp.bounds if is_in_hp else edition.excise.by_kw.bounds
    for bound in choose_recycling_bands(car, edition).bounds:
        yield Decimal(convert_bound_to_horsepower(bound)) if is_in_hp else bound


def _list_volume_bounds(car: Import, edition: Edition) -> Iterator[Decimal]:
    if car.importer == "legal":
        tariff = edition.petrol if car.fuel == "petrol" else edition.diesel
        yield from tariff.by_volume.bounds
    elif car.age > 3:
        unified_table = edition.unified
        yield from unified_table.over_5_by_volume.bounds if car.age > 5 else unified_table.over_3_by_volume.bounds
    yield from edition.recycling.by_volume.bounds
