"""The five customs payments, one function each, with the rule and table row that apply and the exact amount.

`assess` computes them in the order of the law, rounds each once and adds them up.
"""

from decimal import Decimal
from typing import Literal, NamedTuple

from calculator.duty.imports import Import
from calculator.duty.rounding import round_to_roubles
from calculator.duty.tariffs import (
    Bands,
    Edition,
    Figure,
    PreferentialTable,
    RecyclingRow,
    Row,
    Table,
    VerificationMark,
)

PaymentCode = Literal["customsDuty", "registrationCost", "exciseTax", "vat", "recyclingFee"]
Rule = Literal[
    "electric_percent",
    "unified_percent",
    "unified_minimum",
    "unified_over_3",
    "unified_over_5",
    "tariff_new",
    "tariff_used_percent",
    "tariff_used_minimum",
    "tariff_old",
    "clearance_fee",
    "excise",
    "excise_power_unknown",
    "vat",
    "inside_unified",
    "recycling_preferential",
    "recycling_preferential_assumed",
    "recycling_full",
    "recycling_lowest_assumed",
]

ZERO = Decimal(0)
# In the tax code one horsepower is 0.75 kW. `kW / 0.75` is computed as `kW × 4 / 3`: only the division can round.
TAX_HP_NUMERATOR = 4
TAX_HP_DENOMINATOR = 3


class Payment(NamedTuple):
    """One payment. `figure` is the table cell that applies, `row` is its row."""

    code: PaymentCode
    rule: Rule
    exact: Decimal
    amount: int
    table: Table
    figure: Figure
    row: Row | None

    @property
    def mark(self) -> VerificationMark:
        return self.figure.mark or self.table.mark


def _build_payment(
    code: PaymentCode, rule: Rule, exact: Decimal, table: Table, figure: Figure, row: Row | None = None
) -> Payment:
    return Payment(code, rule, exact, round_to_roubles(exact), table, figure, row)


def _take_percent(price: Decimal, figure: Figure) -> Decimal:
    return price * figure.value / 100


def _multiply_by_volume(car: Import, eur_per_cc: Figure, rate: Decimal) -> Decimal:
    """Return the roubles of a rate in euros for each cm³ of the engine."""
    return eur_per_cc.value * car.engine_cc * rate


def compute_customs_duty(car: Import, edition: Edition, rate: Decimal) -> Payment:
    """Return the duty: unified for a private person, by tariff for a company, a percentage for any electric car."""
    if car.is_electric:
        table = edition.electric
        return _build_payment(
            "customsDuty", "electric_percent", _take_percent(car.price, table.percent), table, table.percent
        )
    if car.importer == "personal":
        return _compute_unified_payment(car, edition, rate)
    return _compute_tariff_duty(car, edition, rate)


def _compute_unified_payment(car: Import, edition: Edition, rate: Decimal) -> Payment:
    table = edition.unified
    if car.age > 5:
        row = table.over_5_by_volume.find_row(car.engine_cc)
        exact = _multiply_by_volume(car, row.eur_per_cc, rate)
        return _build_payment("customsDuty", "unified_over_5", exact, table, row.eur_per_cc, row)
    if car.age > 3:
        row = table.over_3_by_volume.find_row(car.engine_cc)
        exact = _multiply_by_volume(car, row.eur_per_cc, rate)
        return _build_payment("customsDuty", "unified_over_3", exact, table, row.eur_per_cc, row)
    tier = table.by_value.find_scaled_row(car.price, rate)
    percentage = _take_percent(car.price, tier.percent)
    minimum = _multiply_by_volume(car, tier.minimum_eur_per_cc, rate)
    if percentage >= minimum:
        return _build_payment("customsDuty", "unified_percent", percentage, table, tier.percent, tier)
    return _build_payment("customsDuty", "unified_minimum", minimum, table, tier.minimum_eur_per_cc, tier)


def _compute_tariff_duty(car: Import, edition: Edition, rate: Decimal) -> Payment:
    table = edition.petrol if car.fuel == "petrol" else edition.diesel
    row = table.by_volume.find_row(car.engine_cc)
    if car.age > 7:
        exact = _multiply_by_volume(car, row.old_eur_per_cc, rate)
        return _build_payment("customsDuty", "tariff_old", exact, table, row.old_eur_per_cc, row)
    # A car counts as used from the third anniversary on, including that day.
    if car.age < 3:
        exact = _take_percent(car.price, row.new_percent)
        return _build_payment("customsDuty", "tariff_new", exact, table, row.new_percent, row)
    percentage = _take_percent(car.price, table.used_percent)
    minimum = _multiply_by_volume(car, row.used_minimum_eur_per_cc, rate)
    if percentage >= minimum:
        return _build_payment("customsDuty", "tariff_used_percent", percentage, table, table.used_percent, row)
    return _build_payment("customsDuty", "tariff_used_minimum", minimum, table, row.used_minimum_eur_per_cc, row)


def compute_clearance_fee(car: Import, edition: Edition) -> Payment:
    table = edition.clearance
    row = table.by_price.find_row(car.price)
    return _build_payment("registrationCost", "clearance_fee", row.fee.value, table, row.fee, row)


def are_taxes_due(car: Import) -> bool:
    """Return True if excise and VAT are due in addition to the duty: for a company, and for any electric car."""
    return car.is_electric or car.importer == "legal"


def compute_excise_tax(car: Import, edition: Edition) -> Payment:
    table = edition.excise
    if not are_taxes_due(car):
        return _build_payment("exciseTax", "inside_unified", ZERO, edition.unified, Figure(ZERO, None))
    if car.power is None:
        return _build_payment("exciseTax", "excise_power_unknown", ZERO, table, Figure(ZERO, None))
    value, unit = car.power
    if unit == "hp":
        row = table.by_hp.find_row(value)
        exact = value * row.rate.value
    else:
        row = table.by_kw.find_row(value)
        exact = value * row.rate.value * TAX_HP_NUMERATOR / TAX_HP_DENOMINATOR
    return _build_payment("exciseTax", "excise", exact, table, row.rate, row)


def compute_value_added_tax(car: Import, edition: Edition, *, duty: Decimal, excise: Decimal) -> Payment:
    """Return the VAT. Its base includes duty and excise, unrounded, but neither clearance nor recycling fee."""
    if not are_taxes_due(car):
        return _build_payment("vat", "inside_unified", ZERO, edition.unified, Figure(ZERO, None))
    figure = edition.vat.percent
    return _build_payment("vat", "vat", _take_percent(car.price + duty + excise, figure), edition.vat, figure)


def compute_recycling_fee(car: Import, edition: Edition) -> Payment:
    kilowatts = car.power.convert_to_kilowatts() if car.power else None
    preferential = edition.preferential
    base = edition.recycling.base
    if car.importer == "personal" and not car.is_commercial:
        limit = preferential.max_electric_power_kw if car.is_electric else preferential.max_power_kw
        is_within_volume = car.is_electric or car.engine_cc <= preferential.max_engine_cc
        is_within_power = limit is None or kilowatts is None or kilowatts <= limit
        if is_within_volume and is_within_power:
            is_assumed = limit is not None and kilowatts is None
            figure = _choose_by_age(preferential, car.age)
            rule: Rule = "recycling_preferential_assumed" if is_assumed else "recycling_preferential"
            return _build_payment("recyclingFee", rule, base * figure.value, preferential, figure)
    bands = choose_recycling_bands(car, edition)
    row = bands.rows[0] if kilowatts is None else bands.find_row(kilowatts)
    rule = "recycling_lowest_assumed" if kilowatts is None and edition.recycling.uses_power else "recycling_full"
    figure = _choose_by_age(row, car.age)
    return _build_payment("recyclingFee", rule, base * figure.value, edition.recycling, figure, row)


def choose_recycling_bands(car: Import, edition: Edition) -> Bands[RecyclingRow]:
    """Return the rows of the car's class. Before 2025-12-01 a class has one row, because power did not matter."""
    if car.is_electric:
        return edition.recycling.electric_by_power
    return edition.recycling.by_volume.find_row(car.engine_cc).by_power


def _choose_by_age(row: RecyclingRow | PreferentialTable, age: Decimal) -> Figure:
    return row.over_3 if age > 3 else row.not_over_3


class Assessment(NamedTuple):
    duty: Payment
    clearance: Payment
    excise: Payment
    vat: Payment
    recycling: Payment
    total_customs: int
    total: Decimal

    @property
    def payments(self) -> tuple[Payment, ...]:
        return (self.duty, self.clearance, self.excise, self.vat, self.recycling)


def assess(car: Import, edition: Edition, rate: Decimal) -> Assessment:
    """Return all payments for `car` by `edition`, at `rate` roubles for a euro."""
    clearance = compute_clearance_fee(car, edition)
    duty = compute_customs_duty(car, edition, rate)
    excise = compute_excise_tax(car, edition)
    vat = compute_value_added_tax(car, edition, duty=duty.exact, excise=excise.exact)
    recycling = compute_recycling_fee(car, edition)
    customs = duty.amount + clearance.amount + excise.amount + vat.amount + recycling.amount
    return Assessment(duty, clearance, excise, vat, recycling, customs, car.price + customs)
