"""The eight worked examples of the rules, to the rouble and to the kopeck."""

from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

import pytest
from calculator.duty.imports import Import

from ..cars import assess_car, make_car


class Example(NamedTuple):
    car: Import
    edition_id: str
    duty: int
    clearance: int
    excise: int
    vat: int
    recycling: int
    customs: int
    total: int
    # The customs payments if each line is rounded to kopecks.
    customs_with_kopecks: str


EXAMPLES = {
    "personal, over 3 to 5 years": Example(
        make_car(3_000_000, 2000, 4),
        "ru-2025-01",
        504_094, 16_524, 0, 0, 5_200, 525_818, 3_525_818, "525818.32",
    ),
    "personal, up to 3 years, percentage": Example(
        make_car(1_800_000, 1500, 2),
        "ru-2025-01",
        864_000, 11_746, 0, 0, 3_400, 879_146, 2_679_146, "879146.00",
    ),
    "personal, up to 3 years, minimum, over 3 litres": Example(
        make_car(9_000_000, 4400, 2),
        "ru-2025-01",
        6_161_153, 30_000, 0, 0, 2_742_200, 8_933_353, 17_933_353, "8933352.80",
    ),
    "personal, electric, known power": Example(
        make_car(4_500_000, 0, 1, is_electric=True, kw=150),
        "ru-2025-01",
        675_000, 21_344, 116_600, 1_058_320, 3_400, 1_874_664, 6_374_664, "1874664.00",
    ),
    "legal, new petrol": Example(
        make_car(4_000_000, 2000, 1, importer="legal", hp=249),
        "ru-2025-01",
        600_000, 16_524, 237_795, 967_559, 667_400, 2_489_278, 6_489_278, "2489278.00",
    ),
    "legal, diesel over 7 years, 200 hp assumed": Example(
        make_car(1_200_000, 3000, 8, fuel="diesel", importer="legal", hp=200),
        "ru-2025-01",
        896_168, 4_269, 116_600, 442_554, 2_839_400, 4_298_991, 5_498_991, "4298990.22",
    ),
    "personal, more than 160 hp, 2026": Example(
        make_car(3_000_000, 2000, 4, hp=249),
        "ru-2026-01",
        504_094, 18_465, 0, 0, 1_677_600, 2_200_159, 5_200_159, "2200159.32",
    ),
    "legal, 3 to 7 years, kW, 2026": Example(
        make_car(1_000_000, 3500, "5.5", importer="legal", kw=230),
        "ru-2026-01",
        261_382, 4_924, 524_707, 392_940, 4_356_000, 5_539_953, 6_539_953, "5539952.47",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_payments_equal_the_published_example(name: str) -> None:
    example = EXAMPLES[name]
    result = assess_car(example.car, example.edition_id)
    assert result.duty.amount == example.duty
    assert result.clearance.amount == example.clearance
    assert result.excise.amount == example.excise
    assert result.vat.amount == example.vat
    assert result.recycling.amount == example.recycling
    assert result.total_customs == example.customs
    assert result.total == example.total


@pytest.mark.parametrize("name", EXAMPLES)
def test_sum_of_exact_amounts_agrees_with_public_calculators_in_kopecks(name: str) -> None:
    """Public calculators round each line to kopecks; the exact amounts must agree with them."""
    example = EXAMPLES[name]
    result = assess_car(example.car, example.edition_id)
    kopeck = Decimal("0.01")
    lines = [line.exact.quantize(kopeck, ROUND_HALF_UP) for line in result.payments]
    assert sum(lines) == Decimal(example.customs_with_kopecks)


def test_half_a_rouble_is_rounded_up() -> None:
    # 12.5 % of 4 667 540 is 583 442.50: half-even would give the even 583 442.
    result = assess_car(make_car(4_667_540, 3000, 1, importer="legal", hp=100))
    assert result.duty.exact == Decimal("583442.500")
    assert result.duty.amount == 583_443


def test_kopecks_of_the_price_stay_in_the_total() -> None:
    result = assess_car(make_car("3000000.55"))
    assert result.total == Decimal("3525818.55")
