"""What a little more or less would change: age at a threshold, power and volume just over a bound."""

from collections.abc import Iterator
from datetime import date
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import NamedTuple

from calculator.duty.imports import CC_IN_LITRE, KW_IN_HP, Import, Power, anniversary
from calculator.duty.payments import Assessment, assess, pays_taxes, recycling_bands
from calculator.duty.tariffs import Edition
from calculator.explanation.wording import NBSP, POWER_UNITS, difference, number, roubles

AGES = (3, 5, 7)
NEAR_DAYS = 60
NEAR_YEARS = Decimal("0.5")
A_DAY = Decimal("0.002")
CLOSE = Decimal("1.05")
WORTH_SAYING = 1000


class Dates(NamedTuple):
    manufactured: date
    declared: date


class Notice(NamedTuple):
    code: str
    message: str


def years(count: int) -> str:
    """After 'старше' and 'младше': the genitive."""
    return f"{count}{NBSP}лет"


def age_notice(car: Import, edition: Edition, rate: Decimal, result: Assessment, dates: Dates | None) -> Notice | None:
    """At a threshold, or within 60 days of it, the total on the other side; within half a year, what is coming."""
    for threshold in AGES:
        if dates is not None:
            left = (anniversary(dates.manufactured, threshold) - dates.declared).days
            if abs(left) <= NEAR_DAYS:
                return _at_threshold(car, edition, rate, result, threshold, passed=left < 0)
        elif car.age == threshold:
            return _at_threshold(car, edition, rate, result, threshold, passed=False)
        if Decimal(0) < threshold - car.age <= NEAR_YEARS:
            return _coming(car, edition, rate, result, threshold)
    return None


def _customs_at(car: Import, edition: Edition, rate: Decimal, age: Decimal) -> int:
    return assess(car._replace(age=age), edition, rate).total_customs


def _at_threshold(
    car: Import, edition: Edition, rate: Decimal, result: Assessment, threshold: int, *, passed: bool
) -> Notice:
    age = Decimal(threshold)
    other = age if passed else age + A_DAY
    side = f"не старше {years(threshold)}" if passed else f"старше {years(threshold)}"
    customs = _customs_at(car, edition, rate, other)
    change = difference(customs - result.total_customs)
    message = f"Возраст у границы: для автомобиля {side} платежи составят {roubles(customs)} ({change})"
    # A company pays the duty of a used car from the third anniversary on, so the day before has its own total.
    younger = _customs_at(car, edition, rate, age - A_DAY) if car.importer == "legal" else customs
    if younger not in (result.total_customs, customs):
        change = difference(younger - result.total_customs)
        message += f"; младше {years(threshold)} — {roubles(younger)} ({change})"
    return Notice("age_boundary", message)


def _coming(car: Import, edition: Edition, rate: Decimal, result: Assessment, threshold: int) -> Notice | None:
    customs = _customs_at(car, edition, rate, threshold + A_DAY)
    change = customs - result.total_customs
    if abs(change) < WORTH_SAYING:
        return None
    months = ((threshold - car.age) * 12).to_integral_value(ROUND_CEILING)
    return Notice(
        "limit_near",
        f"Через {months}{NBSP}мес. автомобиль станет старше {years(threshold)}: "
        f"платежи составят {roubles(customs)} ({difference(change)})",
    )


def size_notices(car: Import, edition: Edition, rate: Decimal, result: Assessment) -> Iterator[Notice]:
    """Power or volume up to 5 % over a bound: what the row below would cost."""
    power = car.power and _bound_below(_power_bounds(car, edition, car.power), car.power.value)
    if power and car.power:
        smaller = car._replace(power=Power(power, car.power.unit))
        what = f"Мощность до {number(power)}{NBSP}{POWER_UNITS[car.power.unit]}"
        yield from _cheaper(smaller, edition, rate, result, what)
    volume = None if car.electric else _bound_below(_volume_bounds(car, edition), Decimal(car.engine_cc))
    if volume:
        smaller = car._replace(engine_cc=int(volume))
        litres = number(volume / CC_IN_LITRE)
        yield from _cheaper(smaller, edition, rate, result, f"Объём до {litres}{NBSP}л")


def _cheaper(car: Import, edition: Edition, rate: Decimal, result: Assessment, what: str) -> Iterator[Notice]:
    customs = assess(car, edition, rate).total_customs
    saved = result.total_customs - customs
    if saved >= WORTH_SAYING:
        yield Notice("limit_near", f"{what}: платежи составили бы {roubles(customs)} ({difference(-saved)})")


def _bound_below(bounds: Iterator[Decimal], value: Decimal) -> Decimal | None:
    return max((bound for bound in bounds if bound < value <= bound * CLOSE), default=None)


def _power_bounds(car: Import, edition: Edition, power: Power) -> Iterator[Decimal]:
    in_hp = power.unit == "hp"
    if pays_taxes(car):
        yield from edition.excise.by_hp.bounds if in_hp else edition.excise.by_kw.bounds
    for bound in recycling_bands(car, edition).bounds:
        # Every bound in kilowatts is a whole number of horsepower in the acts.
        yield (bound / KW_IN_HP).to_integral_value(ROUND_FLOOR) if in_hp else bound


def _volume_bounds(car: Import, edition: Edition) -> Iterator[Decimal]:
    if car.importer == "legal":
        tariff = edition.petrol if car.fuel == "petrol" else edition.diesel
        yield from tariff.by_volume.bounds
    elif car.age > 3:
        unified = edition.unified
        yield from unified.old_by_volume.bounds if car.age > 5 else unified.middle_by_volume.bounds
    yield from edition.recycling.by_volume.bounds
