"""Units of the law: cubic centimetres, kilowatts, years by the calendar."""

from datetime import date
from decimal import Decimal

import pytest
from calculator.duty.imports import Power, compute_age, convert_bound_to_horsepower, convert_to_cc, find_anniversary

from ..cars import load_edition


@pytest.mark.parametrize(
    ("litres", "cc"), [("2.0", 2000), ("1.9985", 1999), ("1.9984", 1998), ("0.1", 100), ("1.5005", 1501)]
)
def test_litres_are_rounded_half_up_to_cubic_centimetres(litres: str, cc: int) -> None:
    assert convert_to_cc(Decimal(litres)) == cc


@pytest.mark.parametrize(
    ("hp", "kw"),
    [
        (80, "58.84"), (100, "73.55"), (130, "95.61"), (160, "117.68"), (190, "139.74"), (249, "183.14"),
        (310, "228.00"), (370, "272.13"), (430, "316.26"), (500, "367.75"),
    ],
)  # fmt: skip
def test_horsepower_becomes_the_kilowatts_of_the_recycling_tables(hp: int, kw: str) -> None:
    assert Power(Decimal(hp), "hp").convert_to_kilowatts() == Decimal(kw)


def test_every_bound_of_the_recycling_tables_is_a_whole_number_of_horsepower() -> None:
    recycling = load_edition("ru-2026-01").recycling
    bounds = {*recycling.electric_by_power.bounds, *recycling.by_volume.find_row(2000).by_power.bounds}
    horsepower = sorted(convert_bound_to_horsepower(bound) for bound in bounds)
    assert horsepower == [80, 100, 130, 160, 190, 220, 250, 280, 310, 340, 370, 400, 430, 460, 500]


@pytest.mark.parametrize(
    ("sent_power", "compared_power"), [("117.684", "117.68"), ("117.685", "117.69"), ("183.144", "183.14")]
)
def test_kilowatts_are_compared_with_two_decimals_as_in_the_documents_of_cars(
    sent_power: str, compared_power: str
) -> None:
    assert Power(Decimal(sent_power), "kW").convert_to_kilowatts() == Decimal(compared_power)


class TestAge:
    MANUFACTURE_DATE = date(2023, 11, 20)

    def test_a_car_is_exactly_three_years_old_on_its_third_anniversary(self) -> None:
        assert compute_age(self.MANUFACTURE_DATE, date(2026, 11, 20)) == 3

    def test_age_passes_a_whole_year_between_the_days_around_the_anniversary(self) -> None:
        age_before = compute_age(self.MANUFACTURE_DATE, date(2026, 11, 19))
        age_after = compute_age(self.MANUFACTURE_DATE, date(2026, 11, 21))
        assert 2 < age_before < 3 < age_after < 4
        assert age_before == 2 + Decimal(364) / 365
        assert age_after == 3 + Decimal(1) / 365

    def test_days_since_the_last_anniversary_are_a_fraction_of_a_year(self) -> None:
        age = compute_age(date(2010, 6, 1), date(2025, 5, 1))
        assert age == 14 + Decimal(334) / 365

    def test_car_made_today_has_the_age_zero(self) -> None:
        assert compute_age(self.MANUFACTURE_DATE, self.MANUFACTURE_DATE) == 0

    def test_anniversary_of_the_29th_of_february_is_the_last_day_of_that_month(self) -> None:
        """A term whose last month has no such day ends on the last day of that month."""
        leap_day = date(2024, 2, 29)
        assert find_anniversary(leap_day, 3) == date(2027, 2, 28)
        assert find_anniversary(leap_day, 4) == date(2028, 2, 29)
        assert compute_age(leap_day, date(2027, 2, 28)) == 3
        assert compute_age(leap_day, date(2027, 3, 1)) > 3
