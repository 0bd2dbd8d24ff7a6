"""Breakdown: for each payment its base, rate, formula with the exact result, and legal source."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, NamedTuple

from calculator.duty.imports import Import
from calculator.duty.payments import Assessment, Payment, PaymentCode, Rule, assess
from calculator.duty.tariffs import (
    Bands,
    Edition,
    ExciseRow,
    FeeRow,
    RecyclingRow,
    RowT,
    TariffRow,
    ValueTier,
    VolumeRow,
)
from calculator.explanation.wording import NBSP, format_exact, format_number, format_roubles

TITLES: dict[PaymentCode, str] = {
    "customsDuty": "Таможенная пошлина",
    "registrationCost": "Таможенный сбор",
    "exciseTax": "Акциз",
    "vat": "НДС",
    "recyclingFee": "Утилизационный сбор",
}


class Case(NamedTuple):
    """A car with the edition, the euro rate and the result of its assessment. Formulas refer to these values."""

    car: Import
    edition: Edition
    rate: Decimal
    result: Assessment

    def compute_customs_with(self, **changes: Any) -> int:
        """Return the total customs payments of the same car with these changes."""
        return assess(self.car._replace(**changes), self.edition, self.rate).total_customs


class Explanation(NamedTuple):
    base: str
    rate: str
    formula: str
    tn_ved_code: str | None = None


def explain_payments(case: Case) -> list[dict[str, str | int]]:
    """Return the explained lines, each with the fields of `BreakdownLineRead`."""
    return [_explain_payment(payment, case) for payment in case.result.payments]


def _explain_payment(payment: Payment, case: Case) -> dict[str, str | int]:
    explanation = EXPLANATIONS[payment.rule](payment, case)
    source = payment.table.source.citation
    return {
        "code": payment.code,
        "title": TITLES[payment.code],
        "base": explanation.base,
        "rate": explanation.rate,
        "formula": explanation.formula,
        "amount": payment.amount,
        "source": f"{source}, код ТН ВЭД {explanation.tn_ved_code}" if explanation.tn_ved_code else source,
        "exact": f"{payment.exact.normalize():f}",
        "mark": payment.mark,
    }


def _describe_upper_bound(bands: Bands[RowT], row: RowT, unit: str) -> str:
    """Return 'до 2 300 см³', or for the last row 'свыше 3 000 см³'."""
    bound = bands.get_bound(row)
    if bound is not None:
        return f"до {format_number(bound)}{NBSP}{unit}"
    return f"свыше {format_number(bands.bounds[-1])}{NBSP}{unit}"


def _explain_electric(payment: Payment, case: Case) -> Explanation:
    percent = f"{format_number(payment.figure.value)}{NBSP}%"
    formula = f"Пошлина на электромобиль: {percent} × {format_number(case.car.price)} = {format_exact(payment.exact)}"
    return Explanation(format_roubles(case.car.price), percent, formula, case.edition.electric.tn_ved)


def _explain_by_volume(payment: Payment, case: Case) -> tuple[str, str]:
    """Return '2,7 € за см³' and '2,7 × 2 000 × 93,3508 = 504 094,32'."""
    figure = format_number(payment.figure.value)
    product = (
        f"{figure} × {format_number(case.car.engine_cc)} × {format_number(case.rate)} = {format_exact(payment.exact)}"
    )
    return f"{figure}{NBSP}€ за{NBSP}см³", product


def _format_volume(case: Case) -> str:
    return f"{format_number(case.car.engine_cc)}{NBSP}см³"


def _explain_unified_older(payment: Payment, case: Case) -> Explanation:
    assert isinstance(payment.row, VolumeRow)
    table = case.edition.unified
    is_over_5 = payment.rule == "unified_over_5"
    bands = table.over_5_by_volume if is_over_5 else table.over_3_by_volume
    age = "старше 5 лет" if is_over_5 else "старше 3 и до 5 лет"
    rate, product = _explain_by_volume(payment, case)
    bound = _describe_upper_bound(bands, payment.row, "см³")
    return Explanation(_format_volume(case), rate, f"Единый платёж, {age}, объём {bound}: {product}")


def _explain_unified_new(payment: Payment, case: Case) -> Explanation:
    tier = payment.row
    assert isinstance(tier, ValueTier)
    bound = _describe_upper_bound(case.edition.unified.by_value, tier, "€")
    return _explain_larger_amount(
        payment,
        case,
        f"Единый платёж, до 3 лет, стоимость {bound}",
        tier.percent.value,
        tier.minimum_eur_per_cc.value,
    )


def _explain_larger_amount(
    payment: Payment, case: Case, subject: str, percent: Decimal, minimum: Decimal
) -> Explanation:
    """Return the text for the larger of a percentage and a minimum. Both are shown, the larger one first."""
    percentage_duty = case.car.price * percent / 100
    minimum_duty = minimum * case.car.engine_cc * case.rate
    price_product = (
        f"{format_number(percent)}{NBSP}% × {format_number(case.car.price)} = {format_exact(percentage_duty)}"
    )
    factors = f"{format_number(minimum)} × {format_number(case.car.engine_cc)} × {format_number(case.rate)}"
    volume_product = f"{factors} = {format_exact(minimum_duty)}"
    rate = f"{format_number(percent)}{NBSP}%, но не менее {format_number(minimum)}{NBSP}€ за{NBSP}см³"
    if payment.rule.endswith("percent"):
        formula = f"{subject}: {price_product}; это больше минимума {volume_product}"
        return Explanation(format_roubles(case.car.price), rate, formula)
    return Explanation(
        _format_volume(case), rate, f"{subject}: минимум {volume_product}; это больше, чем {price_product}"
    )


def _explain_tariff(payment: Payment, case: Case) -> Explanation:
    row = payment.row
    assert isinstance(row, TariffRow)
    is_petrol = case.car.fuel == "petrol"
    table = case.edition.petrol if is_petrol else case.edition.diesel
    bound = _describe_upper_bound(table.by_volume, row, "см³")
    fuel = f"{'бензин' if is_petrol else 'дизель'}, объём {bound}"
    if payment.rule == "tariff_new":
        rate = f"{format_number(payment.figure.value)}{NBSP}%"
        formula = f"Пошлина, до 3 лет, {fuel}: {rate} × {format_number(case.car.price)} = {format_exact(payment.exact)}"
        return Explanation(format_roubles(case.car.price), rate, formula, row.tn_ved)
    if payment.rule == "tariff_old":
        rate, product = _explain_by_volume(payment, case)
        return Explanation(_format_volume(case), rate, f"Пошлина, старше 7 лет, {fuel}: {product}", row.tn_ved)
    subject = f"Пошлина, от 3 до 7 лет, {fuel}"
    percent = table.used_percent.value
    minimum = row.used_minimum_eur_per_cc.value
    return _explain_larger_amount(payment, case, subject, percent, minimum)._replace(tn_ved_code=row.tn_ved)


def _explain_clearance(payment: Payment, case: Case) -> Explanation:
    assert isinstance(payment.row, FeeRow)
    fee = format_roubles(payment.figure.value)
    bound = _describe_upper_bound(case.edition.clearance.by_price, payment.row, "₽")
    return Explanation(format_roubles(case.car.price), fee, f"Сбор за таможенные операции при стоимости {bound}: {fee}")


def _explain_excise(payment: Payment, case: Case) -> Explanation:
    power = case.car.power
    row = payment.row
    assert power is not None
    assert isinstance(row, ExciseRow)
    rate = format_number(payment.figure.value)
    table = case.edition.excise
    value = format_number(power.value)
    if power.unit == "hp":
        bound = _describe_upper_bound(table.by_hp, row, "л.\u00a0с.")
        formula = f"Акциз, мощность {bound}: {rate} × {value} = {format_exact(payment.exact)}"
        return Explanation(f"{value}{NBSP}л.{NBSP}с.", f"{rate}{NBSP}₽ за{NBSP}л.{NBSP}с.", formula)
    bound = _describe_upper_bound(table.by_kw, row, "кВт")
    formula = f"Акциз, мощность {bound}: {rate} × {value} / 0,75 = {format_exact(payment.exact)}"
    return Explanation(f"{value}{NBSP}кВт", f"{rate}{NBSP}₽ за 0,75{NBSP}кВт", formula)


def _explain_unknown_excise(payment: Payment, case: Case) -> Explanation:
    return Explanation("не указана", "—", "Мощность не указана: акциз не посчитан")


def _explain_inside_unified(payment: Payment, case: Case) -> Explanation:
    return Explanation("—", "—", "Входит в единый платёж")


def _explain_vat(payment: Payment, case: Case) -> Explanation:
    parts = [case.car.price, case.result.duty.exact, case.result.excise.exact]
    base = " + ".join(format_exact(part) for part in parts if part)
    rate = f"{format_number(payment.figure.value)}{NBSP}%"
    formula = f"НДС со стоимости, пошлины и акциза: {rate} × ({base}) = {format_exact(payment.exact)}"
    return Explanation(f"{format_exact(sum(parts, Decimal(0)))}{NBSP}₽", rate, formula)


def _explain_recycling(payment: Payment, case: Case) -> Explanation:
    base = case.edition.recycling.base
    coefficient = format_number(payment.figure.value)
    product = f"{format_number(base)} × {coefficient} = {format_exact(payment.exact)}"
    age = "старше 3 лет" if case.car.age > 3 else "не старше 3 лет"
    return Explanation(
        format_roubles(base), coefficient, f"{_describe_recycling_class(payment, case)}, {age}: {product}"
    )


def _describe_recycling_class(payment: Payment, case: Case) -> str:
    if payment.rule == "recycling_preferential":
        return "Льготный сбор для личного пользования"
    if payment.rule == "recycling_preferential_assumed":
        return "Льготный сбор для личного пользования, мощность не указана"
    row = payment.row
    assert isinstance(row, RecyclingRow)
    car_class = "Электромобиль" if case.car.is_electric else f"Объём {_format_volume(case)}"
    if payment.rule == "recycling_lowest_assumed":
        return f"{car_class}, мощность не указана: взята нижняя строка таблицы"
    if case.car.power is not None and case.edition.recycling.uses_power:
        return f"{car_class}, мощность {format_number(case.car.power.convert_to_kilowatts())}{NBSP}кВт"
    return car_class


EXPLANATIONS: dict[Rule, Callable[[Payment, Case], Explanation]] = {
    "electric_percent": _explain_electric,
    "unified_percent": _explain_unified_new,
    "unified_minimum": _explain_unified_new,
    "unified_over_3": _explain_unified_older,
    "unified_over_5": _explain_unified_older,
    "tariff_new": _explain_tariff,
    "tariff_used_percent": _explain_tariff,
    "tariff_used_minimum": _explain_tariff,
    "tariff_old": _explain_tariff,
    "clearance_fee": _explain_clearance,
    "excise": _explain_excise,
    "excise_power_unknown": _explain_unknown_excise,
    "vat": _explain_vat,
    "inside_unified": _explain_inside_unified,
    "recycling_preferential": _explain_recycling,
    "recycling_preferential_assumed": _explain_recycling,
    "recycling_full": _explain_recycling,
    "recycling_lowest_assumed": _explain_recycling,
}
