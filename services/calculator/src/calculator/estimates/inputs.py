"""The inputs of a calculation from the client's request: edition, day, rate, and the car in cm³ and years."""

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from chassis.web.errors import Invalid

from calculator.duty.imports import Import, Power, compute_age, convert_to_cc
from calculator.duty.tariffs import Edition
from calculator.editions.registry import load_editions, require_edition
from calculator.estimates.schemas import CalculationRequest
from calculator.euro.rates import RateInUse
from calculator.explanation.wording import format_day
from calculator.policy.policy import Policy

# Power of a company's combustion car if none was sent, in the unit of the request.
ASSUMED_POWER = Decimal(200)
MAX_AGE_YEARS = 50


class Inputs(NamedTuple):
    """Everything that an assessment needs. `day` is the day of the declaration."""

    car: Import
    edition: Edition
    rate: RateInUse
    day: date
    today: date
    edition_in_force: Edition | None
    is_power_assumed: bool
    request: CalculationRequest


def prepare_inputs(request: CalculationRequest, *, policy: Policy, today: date) -> Inputs:
    """Read the inputs of a request. Raises Invalid with the field for an unknown edition or an impossible date."""
    day = request.declaration_date or today
    power = _compute_power(request)
    is_electric = request.counts_as_electric
    is_power_assumed = power is None and request.importCategory == "legal" and not is_electric
    if is_power_assumed:
        power = Power(ASSUMED_POWER, request.enginePowerUnit or "hp")
    car = Import(
        price=request.price,
        engine_cc=0 if is_electric else convert_to_cc(request.engineVolumeLiters or Decimal(0)),
        age=_compute_age(request, day),
        fuel="petrol" if request.fuelType == "petrol" else "diesel",
        importer=request.importCategory,
        is_electric=is_electric,
        is_commercial=request.isCommercial,
        power=power,
    )
    edition_in_force = load_editions().find_in_force(today)
    return Inputs(
        car=car,
        edition=_choose_edition(request, policy),
        rate=policy.get_rate_on(day),
        day=day,
        today=today,
        edition_in_force=edition_in_force,
        is_power_assumed=is_power_assumed,
        request=request,
    )


def _choose_edition(request: CalculationRequest, policy: Policy) -> Edition:
    if request.edition is not None:
        return require_edition(request.edition, "edition")
    if request.declaration_date is None:
        return policy.get_edition()
    edition = load_editions().find_in_force(request.declaration_date)
    if edition is None:
        first_edition = next(iter(load_editions()))
        raise Invalid(declaration_date=f"Ставки известны с {format_day(first_edition.starts)}")
    return edition


def _compute_age(request: CalculationRequest, day: date) -> Decimal:
    """Return the age in years. A date of manufacture takes precedence: the law counts from it."""
    if request.manufacture_date is None:
        return request.age or Decimal(0)
    if request.manufacture_date > day:
        raise Invalid(manufacture_date="Дата выпуска позже дня подачи декларации")
    age = compute_age(request.manufacture_date, day)
    if age > MAX_AGE_YEARS:
        raise Invalid(manufacture_date=f"Автомобилю больше {MAX_AGE_YEARS} лет")
    return age


def _compute_power(request: CalculationRequest) -> Power | None:
    """Return the power for excise and recycling fee. A parallel hybrid adds the power of both engines."""
    value = request.enginePower
    if value is None:
        return None
    if request.hybridType == "parallel" and request.electricPower is not None:
        value += request.electricPower
    return Power(value, request.enginePowerUnit or "hp")
