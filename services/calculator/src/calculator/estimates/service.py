"""The response to a calculation: figures, explanation, warnings, and the result by the edition in force."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

from calculator.duty.payments import Assessment, assess
from calculator.duty.rounding import hundredths
from calculator.duty.tariffs import Edition
from calculator.estimates.inputs import Inputs, prepare_inputs
from calculator.estimates.power_range import power_range
from calculator.estimates.schemas import CalculationRequest, as_json_number
from calculator.explanation import warnings
from calculator.explanation.breakdown import TITLES, Case, explain_payments
from calculator.explanation.limits import Dates, Notice, age_notices, size_notices
from calculator.explanation.wording import NBSP, describe_difference, format_number, format_roubles
from calculator.policy.current import Policy

Json = dict[str, Any]


def calculate(request: CalculationRequest, *, policy: Policy, today: date) -> Json:
    """Calculate one import. Equal request, policy and day give an identical response."""
    inputs = prepare_inputs(request, policy=policy, today=today)
    rate = inputs.rate.value
    result = assess(inputs.car, inputs.edition, rate)
    current = _current(inputs, rate)
    answer: Json = {"success": True, **amounts(result)}
    answer["breakdown"] = explain_payments(Case(inputs.car, inputs.edition, rate, result))
    answer["edition"] = inputs.edition.id
    answer["editionEnds"] = _iso(inputs.edition.ends)
    answer["eurRate"] = euro_rate(inputs)
    answer["euroPrice"] = as_json_number(hundredths(inputs.car.price / rate))
    answer["warnings"] = [notice._asdict() for notice in notices(inputs, result, current)]
    if bands := _power_bands(inputs, inputs.edition, result):
        answer["powerRange"] = bands
    if current is not None:
        answer["current"] = _current_json(inputs, result, *current)
    if (usual := policy.edition()) is not inputs.edition:
        answer["default"] = _other_edition(inputs, usual, assess(inputs.car, usual, rate))
    return answer


def amounts(result: Assessment) -> Json:
    return {
        "totalCustoms": result.total_customs,
        "customsDuty": result.duty.amount,
        "registrationCost": result.fee.amount,
        "recyclingFee": result.recycling.amount,
        "vat": result.vat.amount,
        "exciseTax": result.excise.amount,
        "total": as_json_number(result.total),
        "currency": "RUB",
    }


def euro_rate(inputs: Inputs) -> Json:
    rate = inputs.rate
    return {"value": float(rate.value), "date": rate.date.isoformat(), "source": rate.source}


def _current(inputs: Inputs, rate: Decimal) -> tuple[Edition, Assessment] | None:
    """Return the result by the edition in force today, if another edition was used."""
    in_force = inputs.in_force
    if in_force is None or in_force is inputs.edition:
        return None
    return in_force, assess(inputs.car, in_force, rate)


def _current_json(inputs: Inputs, result: Assessment, edition: Edition, current: Assessment) -> Json:
    return _other_edition(inputs, edition, current) | {"differences": differences(result, current)}


def _other_edition(inputs: Inputs, edition: Edition, result: Assessment) -> Json:
    """Return the same car by an edition other than the one of the answer."""
    other: Json = {
        "edition": edition.id,
        "editionEnds": _iso(edition.ends),
        "totalCustoms": result.total_customs,
        "total": as_json_number(result.total),
    }
    if bands := _power_bands(inputs, edition, result):
        other["powerRange"] = bands
    return other


def _power_bands(inputs: Inputs, edition: Edition, result: Assessment) -> list[Json]:
    return [
        {
            "upToHp": band.up_to_hp,
            "totalCustoms": band.result.total_customs,
            "total": as_json_number(band.result.total),
        }
        for band in power_range(inputs.car, edition, inputs.rate.value, result)
    ]


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def differences(result: Assessment, other: Assessment) -> list[Json]:
    """Return the lines that change, each with a sentence."""
    changed = []
    for line, new in zip(result.payments, other.payments, strict=True):
        change = new.amount - line.amount
        if change:
            rate = f" {format_number(new.figure.value)}{NBSP}%" if new.rule == "vat" else ""
            note = f"По действующей редакции: {TITLES[new.code]}{rate} — {format_roubles(new.amount)}"
            changed.append(
                {
                    "code": new.code,
                    "title": TITLES[new.code],
                    "amount": new.amount,
                    "difference": change,
                    "note": f"{note}, {describe_difference(change)}",
                }
            )
    return changed


def notices(inputs: Inputs, result: Assessment, current: tuple[Edition, Assessment] | None) -> Iterator[Notice]:
    car = inputs.car
    edition = inputs.edition
    rate = inputs.rate
    request = inputs.request
    yield from warnings.edition_notices(edition, inputs.today, result, current)
    if rate.warning is not None:
        yield Notice(rate.warning, rate.message)
    is_series = request.hybridType == "series"
    sent = warnings.RequestFacts(request.fuelType, request.euroPrice, inputs.power_assumed, is_series)
    yield from warnings.input_notices(car, edition, rate.value, sent)
    yield from warnings.result_notices(car, result)
    dates = Dates(request.manufacture_date, inputs.day) if request.manufacture_date else None
    case = Case(car, edition, rate.value, result)
    yield from age_notices(case, dates)
    yield from size_notices(case)
