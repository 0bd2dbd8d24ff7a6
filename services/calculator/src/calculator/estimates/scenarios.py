"""Comparison: the same car with another importer, fuel, age or edition, in one answer."""

from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from calculator.duty.payments import Assessment, assess
from calculator.editions.registry import load_editions
from calculator.estimates.inputs import Inputs, prepare_inputs
from calculator.estimates.schemas import (
    AmountsRead,
    CalculationRequest,
    ComparisonRead,
    PowerBandRead,
    Scenario,
    ScenarioRead,
    WarningRead,
)
from calculator.estimates.service import list_notices, serialize_amounts, serialize_power_bands
from calculator.explanation.breakdown import TITLES
from calculator.explanation.wording import format_day, format_roubles
from calculator.policy.policy import Policy

Json = dict[str, Any]


class Variant(NamedTuple):
    id: str
    title: str
    changes: Json


class Base(NamedTuple):
    """The original calculation. Its two totals are equal if the power is known or changes nothing."""

    result: Assessment
    customs_at_highest_power: int


def compare(
    request: CalculationRequest, scenarios: list[Scenario] | None, *, policy: Policy, today: date
) -> ComparisonRead:
    """Calculate the request, then each scenario with its difference from the request.

    Raises RequestValidationError if the changes of a scenario are not valid.
    """
    if scenarios:
        variants = list(_list_requested_variants(scenarios))
    else:
        variants = list(_list_usual_variants(request, policy, today))
    base_inputs = prepare_inputs(request, policy=policy, today=today)
    base_result = assess(base_inputs.car, base_inputs.edition, base_inputs.rate.value)
    base = Base(base_result, _find_customs_at_highest_power(_list_power_bands(base_inputs, base_result), base_result))
    results = [
        _calculate_scenario(Variant("as_requested", "Ваш расчёт", {}), request, base, policy=policy, today=today)
    ]
    for index, variant in enumerate(variants):
        changed_request = _apply_changes(request, variant, index)
        results.append(_calculate_scenario(variant, changed_request, base, policy=policy, today=today))
    return ComparisonRead(scenarios=results)


def _list_requested_variants(scenarios: list[Scenario]) -> Iterator[Variant]:
    for number, scenario in enumerate(scenarios, start=1):
        yield Variant(f"scenario_{number}", scenario.title or f"Вариант {number}", scenario.changes)


def _list_usual_variants(request: CalculationRequest, policy: Policy, today: date) -> Iterator[Variant]:
    """Yield the default scenarios: other importer, other fuels, older car, current edition and next edition."""
    if request.importCategory == "personal":
        yield Variant("legal", "Юридическое лицо", {"importCategory": "legal"})
    else:
        yield Variant("personal", "Физическое лицо", {"importCategory": "personal"})
    if not request.counts_as_electric:
        if request.fuelType != "petrol":
            yield Variant("petrol", "Бензин", {"fuelType": "petrol"})
        if request.fuelType != "diesel":
            yield Variant("diesel", "Дизель", {"fuelType": "diesel"})
        yield Variant("electric", "Электромобиль", {"isElectric": True, "hybridType": None})
    inputs = prepare_inputs(request, policy=policy, today=today)
    if inputs.car.age <= 3:
        yield Variant("older", "Автомобиль от 3 до 5 лет", {"age": 4, "manufacture_date": None})
    edition_in_force = load_editions().find_in_force(today)
    if edition_in_force is not None and edition_in_force is not inputs.edition:
        title = f"По редакции, действующей сегодня ({edition_in_force.id})"
        yield Variant("edition_in_force", title, {"edition": edition_in_force.id})
    next_edition = load_editions().find_successor(edition_in_force) if edition_in_force else None
    if next_edition is not None and next_edition is not inputs.edition:
        title = f"После следующего изменения, с {format_day(next_edition.starts)} ({next_edition.id})"
        yield Variant("edition_next", title, {"edition": next_edition.id})


def _apply_changes(request: CalculationRequest, variant: Variant, index: int) -> CalculationRequest:
    """Return the request with the changes of a variant. `index` is its position in the request, for error messages."""
    body = request.model_dump(mode="json")
    try:
        return CalculationRequest.model_validate(body | variant.changes)
    except ValidationError as error:
        errors = [
            item | {"loc": ("scenarios", index, "changes", *item["loc"])} for item in error.errors(include_url=False)
        ]
        raise RequestValidationError(errors) from error


def _calculate_scenario(
    variant: Variant, request: CalculationRequest, base: Base, *, policy: Policy, today: date
) -> ScenarioRead:
    inputs = prepare_inputs(request, policy=policy, today=today)
    result = assess(inputs.car, inputs.edition, inputs.rate.value)
    difference = result.total_customs - base.result.total_customs
    bands = _list_power_bands(inputs, result)
    difference_at_highest_power = _find_customs_at_highest_power(bands, result) - base.customs_at_highest_power
    return ScenarioRead(
        id=variant.id,
        title=variant.title,
        edition=inputs.edition.id,
        result=AmountsRead(**serialize_amounts(result)),
        powerRange=bands or None,
        difference=difference,
        differenceAtMostPower=difference_at_highest_power if difference_at_highest_power != difference else None,
        note=_explain_difference(base.result, result),
        warnings=[WarningRead(**notice._asdict()) for notice in list_notices(inputs, result, None)],
    )


def _list_power_bands(inputs: Inputs, result: Assessment) -> list[PowerBandRead]:
    return [PowerBandRead.model_validate(band) for band in serialize_power_bands(inputs, inputs.edition, result)]


def _find_customs_at_highest_power(bands: list[PowerBandRead], result: Assessment) -> int:
    return bands[-1].totalCustoms if bands else result.total_customs


def _explain_difference(base_result: Assessment, result: Assessment) -> str:
    """Return, in words, the payments that change most: two at most."""
    changes = [
        (payment.amount - base_payment.amount, TITLES[payment.code])
        for base_payment, payment in zip(base_result.payments, result.payments, strict=True)
        if payment.amount != base_payment.amount
    ]
    if not changes:
        return "Сумма та же"
    changes.sort(key=lambda change: -abs(change[0]))
    parts = []
    for change, title in changes[:2]:
        sign = "+" if change > 0 else "−"
        parts.append(f"{title} {sign}{format_roubles(abs(change))}")
    return ", ".join(parts)
