"""Each payment names the rule that gave it, and the table, row and cell that were used."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from calculator.duty.imports import Import
from calculator.duty.rounding import round_to_hundredths, round_to_roubles

from ..cars import RATE, assess_car, load_edition, make_car

EDITION_ID = "ru-2026-01"
EDITION = load_edition(EDITION_ID)
LEGAL: dict[str, Any] = {"importer": "legal", "hp": 150}
ELECTRIC: dict[str, Any] = {"is_electric": True, "cc": 0}
CODES = ("customsDuty", "registrationCost", "exciseTax", "vat", "recyclingFee")
# The index of each payment in `Assessment.payments`.
DUTY, CLEARANCE, EXCISE, VAT, RECYCLING = range(5)
UNIFIED_TABLE = EDITION.unified
TIER = UNIFIED_TABLE.up_to_3_years[2]
FIRST_TIER = UNIFIED_TABLE.up_to_3_years[0]
ROW_OVER_3_YEARS = UNIFIED_TABLE.over_3_years[0]
ROW_OVER_5_YEARS = UNIFIED_TABLE.over_5_years[0]
PETROL = EDITION.petrol
PETROL_ROW = PETROL.rows[3]
DIESEL = EDITION.diesel
DIESEL_ROW = DIESEL.rows[1]
CLEARANCE_ROW = EDITION.clearance.rows[0]
EXCISE_ROW = EDITION.excise.rows[1]
PREFERENTIAL = EDITION.preferential
RECYCLING_TABLE = EDITION.recycling
RECYCLING_ROWS = RECYCLING_TABLE.combustion[1].rows


@pytest.mark.parametrize(
    ("index", "rule", "car", "table", "figure", "row"),
    [
        (DUTY, "electric_percent", make_car(**ELECTRIC), EDITION.electric, EDITION.electric.percent, None),
        (DUTY, "unified_percent", make_car(age=1), UNIFIED_TABLE, TIER.percent, TIER),
        (DUTY, "unified_minimum", make_car(100, age=1), UNIFIED_TABLE, FIRST_TIER.minimum_eur_per_cc, FIRST_TIER),
        (DUTY, "unified_over_3", make_car(cc=900), UNIFIED_TABLE, ROW_OVER_3_YEARS.eur_per_cc, ROW_OVER_3_YEARS),
        (DUTY, "unified_over_5", make_car(cc=900, age=9), UNIFIED_TABLE, ROW_OVER_5_YEARS.eur_per_cc, ROW_OVER_5_YEARS),
        (DUTY, "tariff_new", make_car(age=1, **LEGAL), PETROL, PETROL_ROW.new_percent, PETROL_ROW),
        (DUTY, "tariff_used_percent", make_car(**LEGAL), PETROL, PETROL.used_percent, PETROL_ROW),
        (DUTY, "tariff_used_minimum", make_car(100, **LEGAL), PETROL, PETROL_ROW.used_minimum_eur_per_cc, PETROL_ROW),
        (DUTY, "tariff_old", make_car(age=8, fuel="diesel", **LEGAL), DIESEL, DIESEL_ROW.old_eur_per_cc, DIESEL_ROW),
        (CLEARANCE, "clearance_fee", make_car(100), EDITION.clearance, CLEARANCE_ROW.fee, CLEARANCE_ROW),
        (EXCISE, "excise", make_car(**LEGAL), EDITION.excise, EXCISE_ROW.rate, EXCISE_ROW),
        (EXCISE, "excise", make_car(importer="legal", kw=100), EDITION.excise, EXCISE_ROW.rate, EXCISE_ROW),
        (EXCISE, "excise_power_unknown", make_car(**ELECTRIC), EDITION.excise, (Decimal(0), None), None),
        (EXCISE, "inside_unified", make_car(), UNIFIED_TABLE, (Decimal(0), None), None),
        (VAT, "vat", make_car(**LEGAL), EDITION.vat, EDITION.vat.percent, None),
        (VAT, "inside_unified", make_car(), UNIFIED_TABLE, (Decimal(0), None), None),
        (RECYCLING, "recycling_preferential", make_car(hp=150), PREFERENTIAL, PREFERENTIAL.over_3, None),
        (RECYCLING, "recycling_preferential_assumed", make_car(age=1), PREFERENTIAL, PREFERENTIAL.not_over_3, None),
        (RECYCLING, "recycling_full", make_car(**LEGAL), RECYCLING_TABLE, RECYCLING_ROWS[0].over_3, RECYCLING_ROWS[0]),
        (
            RECYCLING, "recycling_full", make_car(hp=249, age=3),
            RECYCLING_TABLE, RECYCLING_ROWS[3].not_over_3, RECYCLING_ROWS[3],
        ),
        (
            RECYCLING, "recycling_lowest_assumed", make_car(importer="legal", **ELECTRIC),
            RECYCLING_TABLE, RECYCLING_TABLE.electric[0].over_3, RECYCLING_TABLE.electric[0],
        ),
    ],
)  # fmt: skip
def test_each_payment_has_its_rule_table_cell_and_row(
    index: int, rule: str, car: Import, table: Any, figure: Any, row: Any
) -> None:
    payment = assess_car(car, EDITION_ID).payments[index]
    assert (payment.code, payment.rule) == (CODES[index], rule)
    assert payment.table is table
    assert payment.figure == figure
    assert payment.row is row


def test_nothing_is_assumed_before_the_law_needed_power() -> None:
    payment = assess_car(make_car(is_commercial=True), "ru-2025-01").recycling
    assert payment.rule == "recycling_full"
    assert payment.row is load_edition("ru-2025-01").recycling.combustion[1].rows[0]


def test_a_cell_has_the_mark_of_its_table_unless_it_has_its_own() -> None:
    assert assess_car(make_car(**LEGAL), EDITION_ID).recycling.mark == "V"
    assert assess_car(make_car(hp=150, is_commercial=True), "ru-2025-12").recycling.mark == "1"
    assert assess_car(make_car(hp=150), "ru-2027-01").clearance.mark == "M"


def test_a_tariff_duty_with_equal_percentage_and_minimum_counts_as_the_percentage() -> None:
    price = Decimal("0.44") * 2000 * RATE * 5
    assert assess_car(make_car(price, **LEGAL), EDITION_ID).duty.rule == "tariff_used_percent"


def test_rounding_is_half_up() -> None:
    assert [round_to_roubles(Decimal(text)) for text in ("0.5", "1.5", "2.5", "2.49")] == [1, 2, 3, 2]
    assert [round_to_hundredths(Decimal(text)) for text in ("0.125", "0.135", "0.1249")] == [
        Decimal("0.13"),
        Decimal("0.14"),
        Decimal("0.12"),
    ]


def test_an_edition_is_in_force_on_its_first_and_last_day() -> None:
    ended_edition = load_edition("ru-2025-12")
    open_edition = load_edition("ru-2027-01")
    days = (date(2025, 11, 30), date(2025, 12, 1), date(2025, 12, 31), date(2026, 1, 1))
    assert [ended_edition.is_in_force_on(day) for day in days] == [False, True, True, False]
    assert [open_edition.is_in_force_on(day) for day in (date(2026, 12, 31), date(2027, 1, 1))] == [False, True]
