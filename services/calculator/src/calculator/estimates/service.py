"""The response to a calculation: figures, explanation, warnings, and the result by the edition in force."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

from calculator.duty.payments import Assessment, assess
from calculator.duty.rounding import round_to_hundredths
from calculator.duty.tariffs import Edition
from calculator.estimates.inputs import Inputs, prepare_inputs
from calculator.estimates.power_range import assess_power_range
from calculator.estimates.schemas import CalculationRequest, convert_to_json_number
from calculator.explanation import warnings
from calculator.explanation.breakdown import TITLES, Case, explain_payments
from calculator.explanation.limits import Dates, Notice, list_age_notices, list_size_notices
from calculator.explanation.wording import NBSP, describe_difference, format_number, format_roubles
from calculator.policy.policy import Policy

Json = dict[str, Any]


def calculate(request: CalculationRequest, *, policy: Policy, today: date) -> Json:
    """Calculate one import. Equal request, policy and day give an identical response."""
    inputs = prepare_inputs(request, policy=policy, today=today)
    rate = inputs.rate.value
    result = assess(inputs.car, inputs.edition, rate)
    result_in_force = _assess_by_edition_in_force(inputs, rate)
    answer: Json = {"success": True, **serialize_amounts(result)}
    answer["breakdown"] = explain_payments(Case(inputs.car, inputs.edition, rate, result))
    answer["edition"] = inputs.edition.id
    answer["editionEnds"] = _format_day(inputs.edition.ends)
    answer["eurRate"] = serialize_rate(inputs)
    answer["euroPrice"] = convert_to_json_number(round_to_hundredths(inputs.car.price / rate))
    answer["warnings"] = [notice._asdict() for notice in list_notices(inputs, result, result_in_force)]
    bands = serialize_power_bands(inputs, inputs.edition, result)
    if bands:
        answer["powerRange"] = bands
    if result_in_force is not None:
        answer["current"] = _serialize_result_in_force(inputs, result, *result_in_force)
    default_edition = policy.get_edition()
    if default_edition is not inputs.edition:
        default_result = assess(inputs.car, default_edition, rate)
        answer["default"] = _serialize_other_edition(inputs, default_edition, default_result)
    return answer


def serialize_amounts(result: Assessment) -> Json:
    """Return the sums of an assessment by the names of the API, in roubles."""
    return {
        "totalCustoms": result.total_customs,
        "customsDuty": result.duty.amount,
        "registrationCost": result.clearance.amount,
        "recyclingFee": result.recycling.amount,
        "vat": result.vat.amount,
        "exciseTax": result.excise.amount,
        "total": convert_to_json_number(result.total),
        "currency": "RUB",
    }


def serialize_rate(inputs: Inputs) -> Json:
    rate = inputs.rate
    return {"value": float(rate.value), "date": rate.date.isoformat(), "source": rate.source}


def _assess_by_edition_in_force(inputs: Inputs, rate: Decimal) -> tuple[Edition, Assessment] | None:
    """Return the result by the edition in force today, if another edition was used."""
    edition_in_force = inputs.edition_in_force
    if edition_in_force is None or edition_in_force is inputs.edition:
        return None
    return edition_in_force, assess(inputs.car, edition_in_force, rate)


def _serialize_result_in_force(
    inputs: Inputs, result: Assessment, edition: Edition, current_result: Assessment
) -> Json:
    sums = _serialize_other_edition(inputs, edition, current_result)
    return sums | {"differences": list_differences(result, current_result)}


def _serialize_other_edition(inputs: Inputs, edition: Edition, result: Assessment) -> Json:
    """Return the sums of the same car by an edition other than the answer's."""
    answer: Json = {
        "edition": edition.id,
        "editionEnds": _format_day(edition.ends),
        "totalCustoms": result.total_customs,
        "total": convert_to_json_number(result.total),
    }
    bands = serialize_power_bands(inputs, edition, result)
    if bands:
        answer["powerRange"] = bands
    return answer


def serialize_power_bands(inputs: Inputs, edition: Edition, result: Assessment) -> list[Json]:
    """Return the sums of each band of power, weakest first. Empty if the power is known or changes nothing."""
    bands = []
    for band in assess_power_range(inputs.car, edition, inputs.rate.value, result):
        amounts = serialize_amounts(band.result)
        del amounts["currency"]
        bands.append({"upToHp": band.up_to_hp, **amounts})
    return bands


def _format_day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def list_differences(result: Assessment, other_result: Assessment) -> list[Json]:
    """Return the lines that change, each with a sentence."""
    differences = []
    for payment, other_payment in zip(result.payments, other_result.payments, strict=True):
        change = other_payment.amount - payment.amount
        if change:
            title = TITLES[other_payment.code]
            rate = f" {format_number(other_payment.figure.value)}{NBSP}%" if other_payment.rule == "vat" else ""
            note = f"По действующей редакции: {title}{rate} — {format_roubles(other_payment.amount)}"
            differences.append(
                {
                    "code": other_payment.code,
                    "title": title,
                    "amount": other_payment.amount,
                    "difference": change,
                    "note": f"{note}, {describe_difference(change)}",
                }
            )
    return differences


def list_notices(
    inputs: Inputs, result: Assessment, result_in_force: tuple[Edition, Assessment] | None
) -> Iterator[Notice]:
    """Yield the notices about the edition, the rate, the input, the result, the car's age and its engine."""
    car = inputs.car
    edition = inputs.edition
    rate = inputs.rate
    request = inputs.request
    yield from warnings.list_edition_notices(edition, inputs.today, result, result_in_force)
    if rate.warning is not None:
        yield Notice(rate.warning, rate.message)
    details = warnings.RequestDetails(
        fuel=request.fuelType,
        euro_price=request.euroPrice,
        is_power_assumed=inputs.is_power_assumed,
        is_series_hybrid=request.hybridType == "series",
    )
    yield from warnings.list_input_notices(car, rate.value, details)
    yield from warnings.list_result_notices(car, result)
    dates = Dates(request.manufacture_date, inputs.day) if request.manufacture_date else None
    case = Case(car, edition, rate.value, result)
    yield from list_age_notices(case, dates)
    yield from list_size_notices(case)
