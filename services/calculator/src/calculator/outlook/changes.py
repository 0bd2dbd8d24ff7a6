"""What changes the sum next: the age of the car, its power, or a new edition of the rates. Its functions are pure."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import ROUND_CEILING, Decimal
from typing import NamedTuple

from babel.units import format_unit
from chassis.formats import format_days, format_months

from calculator.duty.imports import Import, Power, find_anniversary
from calculator.duty.payments import Assessment, assess
from calculator.duty.tariffs import Edition
from calculator.editions.registry import load_editions
from calculator.estimates.power_range import POWER_UNKNOWN
from calculator.explanation.limits import AGE_STEP, AGES, MIN_DIFFERENCE, format_years, list_power_bounds
from calculator.explanation.wording import (
    NBSP,
    POWER_UNITS,
    describe_difference,
    format_day,
    format_number,
    format_roubles,
)
from calculator.outlook.schemas import ChangeKind

DAYS_IN_YEAR = Decimal("365.2425")
DAYS_IN_MONTH = DAYS_IN_YEAR / 12
# Up to this many days a time is written in days, otherwise in months.
MAX_PERIOD_IN_DAYS = 92
# The smallest difference between two powers, by their unit.
POWER_STEPS = {"hp": Decimal(1), "kW": Decimal("0.01")}


class Baseline(NamedTuple):
    """The car and its sum today. `manufacture_date` is None if only an age was sent."""

    car: Import
    edition: Edition
    rate: Decimal
    today: date
    result: Assessment
    manufacture_date: date | None
    has_exact_day: bool


class Change(NamedTuple):
    """A bound and the sum beyond it. `previous_total` is the sum before it."""

    kind: ChangeKind
    day: date | None
    is_approximate: bool
    edition: Edition
    result: Assessment
    previous_total: int
    message: str

    @property
    def difference(self) -> int:
        return self.result.total_customs - self.previous_total


class Moment(NamedTuple):
    """A day on which the age passes a threshold, or an edition comes into force."""

    day: date
    age: Decimal | None
    edition: Edition | None
    threshold: int = 0


def list_changes_in_time(base: Baseline) -> Iterator[Change]:
    """Yield the sums at the next threshold of age and at each known edition to come, the soonest first.

    The sum of a day uses the edition in force on it, so a threshold in the next year has the rates of that year.
    """
    car = base.car
    edition = base.edition
    previous_total = base.result.total_customs
    reported_threshold: int | None = None
    # On the same day a new edition comes before a threshold of age.
    for moment in sorted(_list_moments(base), key=lambda moment: (moment.day, moment.edition is None)):
        if moment.age is not None:
            if reported_threshold not in {None, moment.threshold}:
                continue
            car = car._replace(age=moment.age)
        edition = moment.edition or edition
        result = assess(car, edition, base.rate)
        if result.total_customs == previous_total:
            continue
        yield _build_change(moment, base, edition, result, previous_total)
        previous_total = result.total_customs
        if moment.age is not None:
            reported_threshold = moment.threshold


def _list_moments(base: Baseline) -> Iterator[Moment]:
    for threshold in AGES:
        threshold_day = _find_day_of_age(base, threshold)
        # A company's duty, and with it the VAT, changes on the third anniversary. All other changes come a day later.
        if threshold_day > base.today:
            yield Moment(threshold_day, Decimal(threshold), None, threshold)
        if threshold_day >= base.today:
            yield Moment(threshold_day + timedelta(days=1), threshold + AGE_STEP, None, threshold)
    for edition in load_editions():
        if edition.starts > base.today:
            yield Moment(edition.starts, None, edition)


def _find_day_of_age(base: Baseline, threshold: int) -> date:
    """Return the day on which the car turns `threshold`. If only an age was sent, it counts as the exact age today."""
    if base.manufacture_date is not None:
        return find_anniversary(base.manufacture_date, threshold)
    days_left = (threshold - base.car.age) * DAYS_IN_YEAR
    return base.today + timedelta(days=int(days_left.to_integral_value(ROUND_CEILING)))


def _build_change(moment: Moment, base: Baseline, edition: Edition, result: Assessment, previous_total: int) -> Change:
    is_age = moment.age is not None
    is_approximate = is_age and not base.has_exact_day
    date_text = _describe_time(moment.day, base.today, is_approximate=is_approximate)
    if not is_age:
        event = f"С {format_day(moment.day)} действует редакция {edition.id}"
        if edition.status == "prepared":
            event += " (подготовлена заранее и может измениться)"
    elif moment.age == moment.threshold:
        event = f"{date_text} автомобилю исполнится {_format_years(moment.threshold)}"
    else:
        event = f"{date_text} автомобиль станет старше {format_years(moment.threshold)}"
    change = describe_difference(result.total_customs - previous_total)
    sums = f"платежи составят {format_roubles(result.total_customs)}, {change}"
    return Change(
        kind="age" if is_age else "law",
        day=moment.day,
        is_approximate=is_approximate,
        edition=edition,
        result=result,
        previous_total=previous_total,
        message=f"{event}: {sums}",
    )


def _describe_time(day: date, today: date, *, is_approximate: bool) -> str:
    """Return 'Через 41 день, 09.01.2027,' or 'Примерно через 12 месяцев'."""
    days_left = (day - today).days
    if days_left <= MAX_PERIOD_IN_DAYS:
        length = format_days(days_left)
    else:
        length = format_months(int((days_left / DAYS_IN_MONTH).to_integral_value()))
    length = length.replace(" ", NBSP)
    if is_approximate:
        return f"Примерно через {length}"
    return f"Через {length}, {format_day(day)},"


def _format_years(count: int) -> str:
    return format_unit(count, "year", locale="ru").replace(" ", NBSP)


def list_changes_of_power(base: Baseline) -> Iterator[Change]:
    """Yield the sum just above the next bound of power, and at the nearest bound below with a lower sum.

    If the power is unknown and matters, it counts as 0.
    """
    is_unknown = any(payment.rule in POWER_UNKNOWN for payment in base.result.payments)
    if base.car.power is None and not is_unknown:
        return
    power = base.car.power or Power(Decimal(0), "hp")
    bounds = sorted(set(list_power_bounds(base.car, base.edition, power)))
    bounds_above = (bound for bound in bounds if bound >= power.value)
    for bound in bounds_above:
        if _compute_jump(base, power, bound) >= MIN_DIFFERENCE:
            yield _build_power_change(base, "Мощнее", power, bound, bound + POWER_STEPS[power.unit])
            break
    bounds_below = (bound for bound in reversed(bounds) if bound < power.value)
    for bound in bounds_below:
        if _compute_jump(base, power, bound) >= MIN_DIFFERENCE:
            yield _build_power_change(base, "Мощность до", power, bound, bound)
            break


def _compute_jump(base: Baseline, power: Power, bound: Decimal) -> int:
    result_at_bound = _assess_with_power(base, power, bound)
    result_above_bound = _assess_with_power(base, power, bound + POWER_STEPS[power.unit])
    return result_above_bound.total_customs - result_at_bound.total_customs


def _assess_with_power(base: Baseline, power: Power, value: Decimal) -> Assessment:
    return assess(base.car._replace(power=power._replace(value=value)), base.edition, base.rate)


def _build_power_change(base: Baseline, prefix: str, power: Power, bound: Decimal, value: Decimal) -> Change:
    result = _assess_with_power(base, power, value)
    previous_total = base.result.total_customs
    subject = f"{prefix} {format_number(bound)}{NBSP}{POWER_UNITS[power.unit]}"
    change = describe_difference(result.total_customs - previous_total)
    sums = f"платежи составят {format_roubles(result.total_customs)}, {change}"
    return Change(
        kind="power",
        day=None,
        is_approximate=False,
        edition=base.edition,
        result=result,
        previous_total=previous_total,
        message=f"{subject}: {sums}",
    )
