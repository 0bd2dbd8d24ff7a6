"""Each payment names the rule that gave it, and the table, row and cell that were used."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from calculator.duty.imports import Import
from calculator.duty.rounding import round_to_hundredths, round_to_roubles

from ..cars import RATE, assess_car, load_edition, make_car

ID = "ru-2026-01"
E = load_edition(ID)
LEGAL: dict[str, Any] = {"importer": "legal", "hp": 150}
ELECTRIC: dict[str, Any] = {"electric": True, "cc": 0}
CODES = ("customsDuty", "registrationCost", "exciseTax", "vat", "recyclingFee")
DUTY, FEE, EXCISE, VAT, RECYCLING = range(5)
TIER = E.unified.up_to_3_years[2]
FIRST_TIER = E.unified.up_to_3_years[0]
MIDDLE = E.unified.over_3_years[0]
ROW_OVER_5_YEARS = E.unified.over_5_years[0]
PETROL = E.petrol.rows[3]
DIESEL = E.diesel.rows[1]
CLASS = E.recycling.combustion[1].rows


@pytest.mark.parametrize(
    ("line", "rule", "imported", "table", "figure", "row"),
    [
        (DUTY, "electric_percent", make_car(**ELECTRIC), E.electric, E.electric.percent, None),
        (DUTY, "unified_percent", make_car(age=1), E.unified, TIER.percent, TIER),
        (DUTY, "unified_minimum", make_car(100, age=1), E.unified, FIRST_TIER.minimum_eur_per_cc, FIRST_TIER),
        (DUTY, "unified_over_3", make_car(cc=900), E.unified, MIDDLE.eur_per_cc, MIDDLE),
        (DUTY, "unified_over_5", make_car(cc=900, age=9), E.unified, ROW_OVER_5_YEARS.eur_per_cc, ROW_OVER_5_YEARS),
        (DUTY, "tariff_new", make_car(age=1, **LEGAL), E.petrol, PETROL.new_percent, PETROL),
        (DUTY, "tariff_used_percent", make_car(**LEGAL), E.petrol, E.petrol.used_percent, PETROL),
        (DUTY, "tariff_used_minimum", make_car(100, **LEGAL), E.petrol, PETROL.used_minimum_eur_per_cc, PETROL),
        (DUTY, "tariff_old", make_car(age=8, fuel="diesel", **LEGAL), E.diesel, DIESEL.old_eur_per_cc, DIESEL),
        (FEE, "clearance_fee", make_car(100), E.clearance, E.clearance.rows[0].fee, E.clearance.rows[0]),
        (EXCISE, "excise", make_car(**LEGAL), E.excise, E.excise.rows[1].rate, E.excise.rows[1]),
        (EXCISE, "excise", make_car(importer="legal", kw=100), E.excise, E.excise.rows[1].rate, E.excise.rows[1]),
        (EXCISE, "excise_power_unknown", make_car(**ELECTRIC), E.excise, (Decimal(0), None), None),
        (EXCISE, "inside_unified", make_car(), E.unified, (Decimal(0), None), None),
        (VAT, "vat", make_car(**LEGAL), E.vat, E.vat.percent, None),
        (VAT, "inside_unified", make_car(), E.unified, (Decimal(0), None), None),
        (RECYCLING, "recycling_preferential", make_car(hp=150), E.preferential, E.preferential.over_3, None),
        (RECYCLING, "recycling_preferential_assumed", make_car(age=1), E.preferential, E.preferential.not_over_3, None),
        (RECYCLING, "recycling_full", make_car(**LEGAL), E.recycling, CLASS[0].over_3, CLASS[0]),
        (RECYCLING, "recycling_full", make_car(hp=249, age=3), E.recycling, CLASS[3].not_over_3, CLASS[3]),
        (
            RECYCLING, "recycling_lowest_assumed", make_car(importer="legal", **ELECTRIC),
            E.recycling, E.recycling.electric[0].over_3, E.recycling.electric[0],
        ),
    ],
)  # fmt: skip
def test_each_payment_has_its_rule_table_cell_and_row(
    line: int, rule: str, imported: Import, table: Any, figure: Any, row: Any
) -> None:
    payment = assess_car(imported, ID).payments[line]
    assert (payment.code, payment.rule) == (CODES[line], rule)
    assert payment.table is table
    assert payment.figure == figure
    assert payment.row is row


def test_nothing_is_assumed_before_the_law_needed_power() -> None:
    payment = assess_car(make_car(commercial=True), "ru-2025-01").recycling
    assert payment.rule == "recycling_full"
    assert payment.row is load_edition("ru-2025-01").recycling.combustion[1].rows[0]


def test_a_cell_has_the_mark_of_its_table_unless_it_has_its_own() -> None:
    assert assess_car(make_car(**LEGAL), ID).recycling.mark == "V"
    assert assess_car(make_car(hp=150, commercial=True), "ru-2025-12").recycling.mark == "1"
    assert assess_car(make_car(hp=150), "ru-2027-01").fee.mark == "M"


def test_an_equal_minimum_counts_as_percent() -> None:
    price = Decimal("0.44") * 2000 * RATE * 5
    assert assess_car(make_car(price, **LEGAL), ID).duty.rule == "tariff_used_percent"


def test_rounding_is_half_up() -> None:
    assert [round_to_roubles(Decimal(text)) for text in ("0.5", "1.5", "2.5", "2.49")] == [1, 2, 3, 2]
    assert [round_to_hundredths(Decimal(text)) for text in ("0.125", "0.135", "0.1249")] == [
        Decimal("0.13"),
        Decimal("0.14"),
        Decimal("0.12"),
    ]


def test_an_edition_holds_its_first_and_last_day() -> None:
    ended = load_edition("ru-2025-12")
    open_ended = load_edition("ru-2027-01")
    days = (date(2025, 11, 30), date(2025, 12, 1), date(2025, 12, 31), date(2026, 1, 1))
    assert [ended.holds(day) for day in days] == [False, True, True, False]
    assert [open_ended.holds(day) for day in (date(2026, 12, 31), date(2027, 1, 1))] == [False, True]
