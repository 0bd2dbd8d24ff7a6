"""Warnings about a calculation, each with a stable code."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from calculator.duty.imports import Import
from calculator.duty.payments import Assessment, Rule
from calculator.duty.tariffs import Edition
from calculator.explanation.breakdown import TITLES
from calculator.explanation.limits import Notice
from calculator.explanation.wording import (
    NBSP,
    POWER_UNITS,
    describe_difference,
    format_day,
    format_number,
    format_roubles,
)

ResultInForce = tuple[Edition, Assessment]

PREFERENTIAL_RULES: set[Rule] = {"recycling_preferential", "recycling_preferential_assumed"}
EFFECTS_OF_UNKNOWN_POWER: dict[Rule, str] = {
    "excise_power_unknown": "акциз не посчитан",
    "recycling_preferential_assumed": "взят льготный утилизационный сбор, верный до предела мощности",
    "recycling_lowest_assumed": "утилизационный сбор взят по нижней строке таблицы",
}
EURO_TOLERANCE = Decimal("0.01")


class RequestDetails(NamedTuple):
    """Parts of the request that matter for warnings only."""

    fuel: str | None
    euro_price: Decimal | None
    is_power_assumed: bool
    is_series_hybrid: bool


def list_edition_notices(
    edition: Edition, today: date, result: Assessment, result_in_force: ResultInForce | None
) -> Iterator[Notice]:
    comparison = ""
    if result_in_force is not None:
        comparison = f". По действующей редакции {_describe_in_force(result_in_force, result)}"
    if edition.status == "prepared" or edition.starts > today:
        prepared_notice = (
            f"Редакция {edition.id} подготовлена заранее, с {format_day(edition.starts)}, и может измениться"
        )
        yield Notice("edition_prepared", prepared_notice + comparison)
    elif edition.ends is not None and edition.ends < today:
        ended_notice = f"Редакция {edition.id} действовала до {format_day(edition.ends)}"
        yield Notice("edition_ended", ended_notice + comparison)


def _describe_in_force(result_in_force: ResultInForce, result: Assessment) -> str:
    """Return the edition in force with its sum. The sum is the lowest one if it depends on an unknown power."""
    edition, current_result = result_in_force
    total = format_roubles(current_result.total_customs)
    if any(payment.rule in EFFECTS_OF_UNKNOWN_POWER for payment in current_result.payments):
        return f"{edition.id}: от {total} платежей, сумма зависит от мощности, а она не указана"
    change = describe_difference(current_result.total_customs - result.total_customs)
    return f"{edition.id}: {total} платежей ({change})"


def list_input_notices(car: Import, rate: Decimal, details: RequestDetails) -> Iterator[Notice]:
    if details.is_power_assumed and car.power is not None:
        power = f"{format_number(car.power.value)}{NBSP}{POWER_UNITS[car.power.unit]}"
        yield Notice("power_assumed", f"Мощность не указана: принято {power}")
    if details.is_series_hybrid:
        yield Notice(
            "hybrid_series",
            "Последовательный гибрид посчитан как электромобиль; старые калькуляторы считают его иначе",
        )
    if not car.is_electric and details.fuel not in {"petrol", "diesel"}:
        yield Notice("fuel_assumed_diesel", "Тип топлива не бензин и не дизель: посчитано как дизель")
    if details.euro_price is not None and abs(details.euro_price - car.price / rate) > EURO_TOLERANCE:
        computed_price = format_number((car.price / rate).quantize(EURO_TOLERANCE))
        message = f"Присланная стоимость в евро не сходится с курсом: использовано {computed_price}{NBSP}€"
        yield Notice("euro_price_mismatch", message)


def list_result_notices(car: Import, result: Assessment) -> Iterator[Notice]:
    effects = [EFFECTS_OF_UNKNOWN_POWER[line.rule] for line in result.payments if line.rule in EFFECTS_OF_UNKNOWN_POWER]
    if effects:
        yield Notice("power_missing", f"Мощность не указана: {', '.join(effects)}")
    if result.recycling.rule in PREFERENTIAL_RULES:
        yield Notice(
            "personal_use_conditions",
            f"Льготный утилизационный сбор: один автомобиль за 12{NBSP}месяцев для личного пользования; "
            f"при продаже в течение 12{NBSP}месяцев доплачивается полный сбор",
        )
    if car.is_commercial and car.importer == "personal":
        yield Notice("commercial_use", "Ввоз не для личного пользования: льготный утилизационный сбор не действует")
    unconfirmed_titles = [TITLES[line.code].lower() for line in result.payments if line.mark != "V"]
    if unconfirmed_titles:
        yield Notice("low_confidence", f"Ставка не подтверждена вторым источником: {', '.join(unconfirmed_titles)}")
