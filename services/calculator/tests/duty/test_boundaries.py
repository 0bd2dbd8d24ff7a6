"""Every upper bound belongs to its row: each is tested at the bound and just above it."""

import itertools
from decimal import Decimal
from typing import Any

import pytest

from ..cars import RATE, assess_car, load_edition, make_car


def compute_duty(**changes: Any) -> Decimal:
    return assess_car(make_car(**changes)).duty.exact


class TestUnifiedPayment:
    def test_exactly_three_and_five_years_count_as_the_younger_age(self) -> None:
        assert assess_car(make_car(age=3)).duty.rule == "unified_percent"
        assert assess_car(make_car(age="3.01")).duty.rule == "unified_over_3"
        assert assess_car(make_car(age=5)).duty.rule == "unified_over_3"
        assert assess_car(make_car(age="5.01")).duty.rule == "unified_over_5"

    @pytest.mark.parametrize(
        ("cc", "rate_over_3", "rate_over_5"),
        [
            (1000, "1.5", "3.0"),
            (1001, "1.7", "3.2"),
            (1500, "1.7", "3.2"),
            (1501, "2.5", "3.5"),
            (1800, "2.5", "3.5"),
            (1801, "2.7", "4.8"),
            (2300, "2.7", "4.8"),
            (2301, "3.0", "5.0"),
            (3000, "3.0", "5.0"),
            (3001, "3.6", "5.7"),
        ],
    )
    def test_unified_rate_changes_above_each_bound_of_volume(self, cc: int, rate_over_3: str, rate_over_5: str) -> None:
        assert compute_duty(cc=cc, age=4) == Decimal(rate_over_3) * cc * RATE
        assert compute_duty(cc=cc, age=6) == Decimal(rate_over_5) * cc * RATE

    @pytest.mark.parametrize(
        ("euro", "percent", "minimum", "next_minimum"),
        [
            (8_500, 54, "2.5", "3.5"),
            (16_700, 48, "3.5", "5.5"),
            (42_300, 48, "5.5", "7.5"),
            (84_500, 48, "7.5", "15"),
            (169_000, 48, "15", "20"),
        ],
    )
    def test_unified_rate_changes_above_each_bound_of_value(
        self, euro: int, percent: int, minimum: str, next_minimum: str
    ) -> None:
        bound_value = RATE * euro
        minimum_duty = Decimal(minimum) * 9_999 * RATE
        assert compute_duty(price=bound_value, cc=1, age=1) == bound_value * percent / 100
        assert compute_duty(price=bound_value, cc=9_999, age=1) == max(bound_value * percent / 100, minimum_duty)
        price_above = bound_value + Decimal("0.01")
        next_minimum_duty = Decimal(next_minimum) * 9_999 * RATE
        assert compute_duty(price=price_above, cc=1, age=1) == price_above * 48 / 100
        assert compute_duty(price=price_above, cc=9_999, age=1) == max(price_above * 48 / 100, next_minimum_duty)

    def test_fuel_does_not_change_the_payments_of_a_person(self) -> None:
        for age in (1, 4, 6):
            assert assess_car(make_car(age=age, fuel="diesel")).total == assess_car(make_car(age=age)).total

    def test_a_unified_payment_with_equal_percentage_and_minimum_counts_as_the_percentage(self) -> None:
        # Both rules give the same duty where price × 0.48 = 5.5 × cc × rate.
        price = Decimal("5.5") * 1800 * RATE / Decimal("0.48")
        result = assess_car(make_car(price=price, cc=1800, age=1))
        assert result.duty.rule == "unified_percent"


class TestTariff:
    def test_a_car_of_three_to_seven_years_counts_as_used(self) -> None:
        rules = {
            age: assess_car(make_car(age=age, importer="legal", hp=200)).duty.rule for age in ("2.99", "3", "7", "7.01")
        }
        assert rules == {
            "2.99": "tariff_new",
            "3": "tariff_used_percent",
            "7": "tariff_used_percent",
            "7.01": "tariff_old",
        }

    @pytest.mark.parametrize(
        ("cc", "new", "minimum", "old"),
        [
            (1000, "15", "0.36", "1.4"),
            (1001, "15", "0.40", "1.5"),
            (1500, "15", "0.40", "1.5"),
            (1501, "15", "0.36", "1.6"),
            (1800, "15", "0.36", "1.6"),
            (1801, "15", "0.44", "2.2"),
            (2800, "15", "0.44", "2.2"),
            (2801, "12.5", "0.44", "2.2"),
            (3000, "12.5", "0.44", "2.2"),
            (3001, "12.5", "0.80", "3.2"),
        ],
    )
    def test_petrol_rates_change_above_each_bound_of_volume(self, cc: int, new: str, minimum: str, old: str) -> None:
        self.assert_duties("petrol", cc, new, minimum, old)

    @pytest.mark.parametrize(
        ("cc", "new", "minimum", "old"),
        [
            (1500, "15", "0.32", "1.5"),
            (1501, "15", "0.40", "2.2"),
            (2500, "15", "0.40", "2.2"),
            (2501, "15", "0.80", "3.2"),
        ],
    )
    def test_diesel_rates_change_above_each_bound_of_volume(self, cc: int, new: str, minimum: str, old: str) -> None:
        self.assert_duties("diesel", cc, new, minimum, old)

    def assert_duties(self, fuel: str, cc: int, new: str, minimum: str, old: str) -> None:
        legal_import: dict[str, Any] = {"cc": cc, "fuel": fuel, "importer": "legal", "hp": 100}
        assert compute_duty(price=1_000_000, age=1, **legal_import) == Decimal(10_000) * Decimal(new)
        assert compute_duty(price=100, age=5, **legal_import) == Decimal(minimum) * cc * RATE
        assert compute_duty(price=10_000_000, age=5, **legal_import) == 2_000_000
        assert compute_duty(price=1_000_000, age=8, **legal_import) == Decimal(old) * cc * RATE


class TestClearanceFee:
    FEES = {  # noqa: RUF012
        "ru-2024-01": [
            (200_000, 775), (450_000, 1_550), (1_200_000, 3_100), (2_700_000, 8_530), (4_200_000, 12_000),
            (5_500_000, 15_500), (7_000_000, 20_000), (8_000_000, 23_000), (9_000_000, 25_000),
            (10_000_000, 27_000), (10_000_001, 30_000),
        ],
        "ru-2025-01": [
            (200_000, 1_067), (450_000, 2_134), (1_200_000, 4_269), (2_700_000, 11_746), (4_200_000, 16_524),
            (5_500_000, 21_344), (7_000_000, 27_540), (7_000_001, 30_000), (99_000_000, 30_000),
        ],
        "ru-2026-01": [
            (200_000, 1_231), (450_000, 2_462), (1_200_000, 4_924), (2_700_000, 13_541), (4_200_000, 18_465),
            (5_500_000, 21_344), (7_000_000, 49_240), (10_000_000, 49_240), (10_000_001, 73_860),
        ],
    }  # fmt: skip

    @pytest.mark.parametrize("id", FEES)
    def test_clearance_fee_changes_above_each_bound_of_price(self, id: str) -> None:
        fees = self.FEES[id]
        for price, fee in fees:
            assert assess_car(make_car(price=price), id).clearance.amount == fee
        for (price, _), (_, next_fee) in itertools.pairwise(fees):
            assert assess_car(make_car(price=Decimal(price) + Decimal("0.01")), id).clearance.amount == next_fee


class TestExcise:
    @pytest.mark.parametrize(
        ("id", "rates"),
        [
            ("ru-2024-01", (0, 58, 557, 912, 1555, 1609, 1662)),
            ("ru-2025-12", (0, 61, 583, 955, 1628, 1685, 1740)),
            ("ru-2026-01", (0, 64, 613, 1004, 1711, 1771, 1829)),
            ("ru-2027-01", (0, 67, 638, 1044, 1779, 1842, 1902)),
        ],
    )
    def test_excise_rate_changes_above_each_bound_of_power(self, id: str, rates: tuple[int, ...]) -> None:
        bounds = (90, 150, 200, 300, 400, 500)
        for bound, rate, next_rate in zip(bounds, rates, rates[1:], strict=False):
            self.check_rate(id, hp=bound, rate=rate)
            self.check_rate(id, hp=bound + 1, rate=next_rate)
            kw = Decimal(bound) * 3 / 4
            kw_above = kw + Decimal("0.01")
            assert assess_car(make_car(importer="legal", kw=kw), id).excise.exact == kw * rate * 4 / 3
            assert assess_car(make_car(importer="legal", kw=kw_above), id).excise.exact == kw_above * next_rate * 4 / 3

    def check_rate(self, id: str, *, hp: int, rate: int) -> None:
        assert assess_car(make_car(importer="legal", hp=hp), id).excise.exact == hp * rate

    def test_a_person_pays_excise_only_for_an_electric_car(self) -> None:
        assert assess_car(make_car(hp=500)).excise.amount == 0
        assert assess_car(make_car(hp=200, is_electric=True, cc=0)).excise.amount == 116_600

    def test_electric_car_without_power_has_no_excise(self) -> None:
        result = assess_car(make_car(is_electric=True, cc=0))
        assert (result.excise.amount, result.excise.rule) == (0, "excise_power_unknown")
        assert result.vat.amount == 690_000


class TestRecycling:
    # In cm³; 0 stands for an electric car.
    CLASSES = (1000, 2000, 3000, 3500, 3501, 0)

    @pytest.mark.parametrize(
        ("id", "pairs"),
        [
            ("ru-2024-01", "4.06 10.36, 15.03 26.44, 42.24 63.95, 48.50 74.25, 61.76 81.19, 1.63 6.10"),
            ("ru-2024-10", "7.51 19.17, 27.81 48.91, 78.14 118.31, 89.73 137.36, 114.26 150.20, 1.63 6.10"),
            ("ru-2025-01", "9.01 23.00, 33.37 58.70, 93.77 141.97, 107.67 164.84, 137.11 180.24, 33.37 58.70"),
        ],
    )
    def test_recycling_fee_before_december_2025_depends_on_volume_and_age_only(self, id: str, pairs: str) -> None:
        for cc, pair in zip(self.CLASSES, pairs.split(", "), strict=True):
            new_coefficient, old_coefficient = pair.split()
            fields: dict[str, Any] = {"importer": "legal", "cc": cc, "is_electric": cc == 0, "hp": 900}
            assert assess_car(make_car(age=3, **fields), id).recycling.exact == 20_000 * Decimal(new_coefficient)
            assert assess_car(make_car(age="3.01", **fields), id).recycling.exact == 20_000 * Decimal(old_coefficient)

    def test_recycling_fee_changes_above_each_bound_of_volume(self) -> None:
        fees = [
            assess_car(make_car(age=1, importer="legal", cc=cc, hp=1)).recycling.amount
            for cc in (1000, 1001, 2000, 2001, 3000, 3001, 3500, 3501)
        ]
        assert fees == [180_200, 667_400, 667_400, 1_875_400, 1_875_400, 2_153_400, 2_153_400, 2_742_200]

    @pytest.mark.parametrize(
        ("cc", "coefficients"),
        [
            (0, "40.04 49.56 65.88 78.00 92.40 109.68 129.96 153.96 182.40"),
            (1000, "14.88 15.36 15.84 16.20 17.28"),
            (2000, "40.04 45.00 47.64 50.52 57.12 64.56 72.96 83.16 94.80 108.00 123.24 140.40 160.08"),
            (3000, "112.52 115.34 118.20 120.12 126.00 131.04 136.32 141.72 147.48 153.36 159.48 165.84 172.44"),
            (3500, "129.20 131.76 134.40 137.16 140.52 144.00 151.92 160.32 169.20 178.44 188.28 198.60 209.52"),
            (4000, "164.53 167.28 170.16 173.04 176.52 180.00 186.36 192.88 199.68 206.64 213.84 221.28 229.08"),
        ],
    )
    def test_every_horsepower_bound_of_2026_keeps_its_row(self, cc: int, coefficients: str) -> None:
        combustion_bounds = (160, 190, 220, 250, 280, 310, 340, 370, 400, 430, 460, 500)
        bounds = (80, 100, 130, 160, 190, 220, 250, 280) if cc == 0 else combustion_bounds
        rows = [Decimal(text) for text in coefficients.split()]
        for bound, at_bound, above_bound in zip(bounds, rows, rows[1:], strict=False):
            for hp, coefficient in ((bound, at_bound), (bound + 1, above_bound)):
                car = make_car(age=1, importer="legal", cc=cc, is_electric=cc == 0, hp=hp)
                assert assess_car(car, "ru-2026-01").recycling.exact == 20_000 * coefficient

    def test_a_power_sent_in_kilowatts_is_compared_without_a_conversion(self) -> None:
        def compute_recycling_fee(kw: str) -> int:
            return assess_car(make_car(age=1, importer="legal", kw=kw), "ru-2026-01").recycling.amount

        assert compute_recycling_fee("117.68") == 800_800
        assert compute_recycling_fee("117.69") == 900_000

    def test_the_fee_depends_on_power_only_since_december_2025(self) -> None:
        assert not load_edition("ru-2025-01").recycling.uses_power
        assert load_edition("ru-2025-12").recycling.uses_power


class TestPreferential:
    def compute_fee(self, id: str, **changes: Any) -> int:
        return assess_car(make_car(**changes), id).recycling.amount

    def test_car_over_three_years_costs_the_higher_preferential_fee(self) -> None:
        assert self.compute_fee("ru-2025-01", age=3) == 3_400
        assert self.compute_fee("ru-2025-01", age="3.01") == 5_200

    def test_an_engine_of_three_litres_still_gets_the_preferential_fee(self) -> None:
        assert self.compute_fee("ru-2025-01", cc=3000) == 5_200
        assert self.compute_fee("ru-2025-01", cc=3001) == 3_296_800

    def test_fee_is_preferential_for_any_power_before_december_2025(self) -> None:
        assert self.compute_fee("ru-2025-01", hp=900) == 5_200
        assert self.compute_fee("ru-2025-01", is_electric=True, cc=0, hp=900) == 5_200

    def test_fee_is_preferential_up_to_a_power_limit_since_december_2025(self) -> None:
        for id in ("ru-2025-12", "ru-2026-01", "ru-2027-01"):
            assert self.compute_fee(id, hp=160) == 5_200
            assert self.compute_fee(id, kw="117.68") == 5_200
            assert self.compute_fee(id, hp=161) > 1_000_000
            assert self.compute_fee(id, is_electric=True, cc=0, hp=80) == 5_200
            assert self.compute_fee(id, is_electric=True, cc=0, hp=81) > 1_000_000

    def test_a_car_of_unknown_power_gets_the_preferential_fee(self) -> None:
        result = assess_car(make_car(), "ru-2026-01").recycling
        assert (result.amount, result.rule) == (5_200, "recycling_preferential_assumed")
        assert assess_car(make_car(), "ru-2025-01").recycling.rule == "recycling_preferential"

    def test_a_car_of_unknown_power_without_the_preferential_fee_gets_the_lowest_row(self) -> None:
        result = assess_car(make_car(is_electric=True, cc=0, age=1, importer="legal"), "ru-2026-01").recycling
        assert (result.amount, result.rule) == (800_800, "recycling_lowest_assumed")
        result = assess_car(make_car(cc=4000), "ru-2026-01").recycling
        assert (result.amount, result.rule) == (4_325_800, "recycling_lowest_assumed")

    def test_commercial_vehicles_and_companies_pay_no_preferential_fee(self) -> None:
        assert self.compute_fee("ru-2025-01", is_commercial=True) == 1_174_000
        assert self.compute_fee("ru-2025-01", importer="legal", hp=100) == 1_174_000
        assert self.compute_fee("ru-2025-01", importer="legal", hp=100, is_commercial=True) == 1_174_000


def test_each_edition_has_its_rate_of_vat() -> None:
    for id, percent in (("ru-2024-01", 20), ("ru-2025-12", 20), ("ru-2026-01", 22), ("ru-2027-01", 22)):
        result = assess_car(make_car(importer="legal", age=1, hp=249), id)
        base = 3_000_000 + result.duty.exact + result.excise.exact
        assert result.vat.exact == base * percent / 100
        assert assess_car(make_car(), id).vat.amount == 0
