"""Every warning appears under its condition, and only then."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from calculator.estimates.schemas import CalculationRequest
from calculator.estimates.service import calculate
from calculator.explanation.wording import NBSP
from calculator.policy.policy import Policy

from ..cars import build_calculation_request

TODAY = date(2026, 11, 20)
CURRENT_POLICY = Policy(default_edition="ru-2026-01")
LEGAL = {"importCategory": "legal", "enginePower": 140, "age": 8}


def calculate_car(policy: Policy = CURRENT_POLICY, today: date = TODAY, **changes: Any) -> dict[str, Any]:
    request = CalculationRequest.model_validate(build_calculation_request(**changes))
    return calculate(request, policy=policy, today=today)


def list_warning_codes(**changes: Any) -> set[str]:
    return {warning["code"] for warning in calculate_car(**changes)["warnings"]}


def get_warning_message(code: str, **changes: Any) -> str:
    messages = [warning["message"] for warning in calculate_car(**changes)["warnings"] if warning["code"] == code]
    assert len(messages) == 1, messages
    return str(messages[0]).replace("\u00a0", " ")


def format_amount(amount: int) -> str:
    return f"{amount:,}".replace(",", " ")


def describe_change(amount: int) -> str:
    return f"на {format_amount(abs(amount))} ₽ {'больше' if amount > 0 else 'меньше'}"


def test_an_ordinary_calculation_has_only_the_required_warnings() -> None:
    assert list_warning_codes(enginePower=150) == {"rate_fixed", "personal_use_conditions"}


class TestEdition:
    def test_ended_edition_names_the_edition_in_force(self) -> None:
        text = get_warning_message("edition_ended", policy=Policy(), enginePower=249)
        assert "ru-2025-01 действовала до 30.11.2025" in text
        assert "ru-2026-01: 2 200 159 ₽ платежей (на 1 674 341 ₽ больше)" in text

    def test_sum_of_the_edition_in_force_is_the_lowest_one_while_the_power_is_unknown(self) -> None:
        text = get_warning_message("edition_ended", policy=Policy(), enginePower=None)
        assert "ru-2026-01: от " in text
        assert text.endswith("платежей, сумма зависит от мощности, а она не указана")

    def test_edition_that_is_not_in_force_yet_is_marked_as_prepared(self) -> None:
        assert "edition_prepared" in list_warning_codes(edition="ru-2027-01", enginePower=150)
        assert "edition_prepared" in list_warning_codes(edition="ru-2027-01", enginePower=150, today=date(2027, 5, 1))
        assert "edition_prepared" in list_warning_codes(edition="ru-2026-01", enginePower=150, today=date(2025, 12, 1))

    def test_edition_in_force_has_no_warning(self) -> None:
        codes = list_warning_codes(edition="ru-2025-01", enginePower=150, today=date(2025, 11, 30))
        assert not codes & {"edition_ended", "edition_prepared"}


class TestPower:
    def test_assumed_power_is_stated(self) -> None:
        assert "принято 200 л. с." in get_warning_message("power_assumed", importCategory="legal")

    def test_electric_car_without_power_is_warned_about(self) -> None:
        text = get_warning_message("power_missing", isElectric=True)
        assert "акциз не посчитан" in text
        assert "льготный" in text

    def test_missing_power_is_warned_about_if_the_edition_needs_it(self) -> None:
        assert "power_missing" in list_warning_codes()
        assert "power_missing" not in list_warning_codes(policy=Policy())

    def test_missing_power_over_three_litres_uses_the_lowest_row(self) -> None:
        assert "по нижней строке" in get_warning_message("power_missing", engineVolumeLiters=4)


class TestAge:
    @pytest.mark.parametrize("age", [3, 5, 7])
    def test_age_exactly_at_a_threshold_is_warned_about(self, age: int) -> None:
        assert "age_boundary" in list_warning_codes(age=age, enginePower=150)
        assert "age_boundary" not in list_warning_codes(age=age + 0.5, enginePower=150)

    def test_the_age_warning_has_the_total_on_the_other_side(self) -> None:
        text = get_warning_message("age_boundary", age=3, policy=Policy())
        customs_over_3 = calculate_car(age=3.01, policy=Policy())["totalCustoms"]
        assert f"старше 3 лет платежи составят {format_amount(customs_over_3)}" in text

    def test_a_company_at_three_has_a_total_on_either_side(self) -> None:
        legal: dict[str, Any] = {"age": 3, "importCategory": "legal", "enginePower": 200, "policy": Policy()}
        text = get_warning_message("age_boundary", **legal)
        customs_if_younger = calculate_car(**{**legal, "age": 2.99})["totalCustoms"]
        customs_if_older = calculate_car(**{**legal, "age": 3.01})["totalCustoms"]
        assert format_amount(customs_if_younger) in text
        assert format_amount(customs_if_older) in text

    @pytest.mark.parametrize("fuel", ["petrol", "diesel"])
    def test_both_other_totals_of_a_company_stand_beside_the_difference(self, fuel: str) -> None:
        legal: dict[str, Any] = {
            "age": 3,
            "importCategory": "legal",
            "enginePower": 200,
            "fuelType": fuel,
            "policy": Policy(),
        }
        text = get_warning_message("age_boundary", **legal)
        customs_now = calculate_car(**legal)["totalCustoms"]
        for age in (2.998, 3.002):
            other_customs = calculate_car(**{**legal, "age": age})["totalCustoms"]
            assert other_customs != customs_now
            assert f"{format_amount(other_customs)} ₽ ({describe_change(other_customs - customs_now)})" in text

    @pytest.mark.parametrize(
        ("declaration_date", "side"),
        [("2026-11-19", "старше"), ("2026-11-20", "старше"), ("2026-11-21", "не старше")],
    )
    def test_the_anniversary_itself_is_still_the_younger_side(self, declaration_date: str, side: str) -> None:
        dates: dict[str, Any] = {
            "age": None,
            "manufacture_date": "2023-11-20",
            "edition": "ru-2026-01",
            "enginePower": 150,
        }
        text = get_warning_message("age_boundary", declaration_date=declaration_date, **dates)
        assert text.startswith(f"Возраст у границы: для автомобиля {side} 3 лет")

    def test_a_threshold_of_age_exactly_half_a_year_ahead_is_announced(self) -> None:
        text = get_warning_message("limit_near", age=2.5, enginePower=150)
        customs_now = calculate_car(age=2.5, enginePower=150)["totalCustoms"]
        later_customs = calculate_car(age=3.002, enginePower=150)["totalCustoms"]
        assert text.startswith("Через 6 месяцев автомобиль станет старше 3 лет")
        assert f"{format_amount(later_customs)} ₽ ({describe_change(later_customs - customs_now)})" in text

    def test_a_part_of_a_month_before_a_threshold_counts_as_a_month(self) -> None:
        assert get_warning_message("limit_near", age=2.55, enginePower=150).startswith("Через 6 месяцев")

    def test_nothing_changes_at_seven_for_a_person(self) -> None:
        assert "без разницы" in get_warning_message("age_boundary", age=7)

    @pytest.mark.parametrize(
        ("declaration_date", "is_near"),
        [
            ("2026-09-20", False),
            ("2026-09-21", True),
            ("2026-11-20", True),
            ("2027-01-19", True),
            ("2027-01-20", False),
        ],
    )
    def test_threshold_within_sixty_days_is_warned_about(self, declaration_date: str, is_near: bool) -> None:
        codes = list_warning_codes(
            age=None, manufacture_date="2023-11-20", declaration_date=declaration_date, edition="ru-2026-01"
        )
        assert ("age_boundary" in codes) is is_near

    def test_after_a_threshold_the_other_side_is_the_younger_age(self) -> None:
        dates: dict[str, Any] = {
            "age": None,
            "manufacture_date": "2023-11-20",
            "edition": "ru-2026-01",
            "enginePower": 150,
        }
        text = get_warning_message("age_boundary", declaration_date="2026-12-01", **dates)
        customs_if_younger = calculate_car(declaration_date="2026-11-20", **dates)["totalCustoms"]
        assert f"не старше 3 лет платежи составят {format_amount(customs_if_younger)}" in text

    def test_threshold_within_half_a_year_is_announced_with_its_saving(self) -> None:
        text = get_warning_message("limit_near", age=2.75, enginePower=150)
        assert text.startswith("Через 3 месяца автомобиль станет старше 3 лет")
        assert "меньше" in text
        assert "limit_near" not in list_warning_codes(age=2.4, enginePower=150)


class TestSize:
    def test_power_just_above_160_horsepower_is_warned_about(self) -> None:
        text = get_warning_message("limit_near", enginePower=163)
        assert text.startswith("Мощность до 160 л. с.: платежи составили бы")
        assert calculate_car(enginePower=160)["totalCustoms"] < calculate_car(enginePower=163)["totalCustoms"]
        assert "limit_near" not in list_warning_codes(enginePower=160)

    def test_warning_uses_the_unit_of_the_request(self) -> None:
        text = get_warning_message("limit_near", enginePower=120, enginePowerUnit="kW")
        assert text.startswith("Мощность до 117,68 кВт")

    def test_volume_just_above_the_bound_is_warned_about(self) -> None:
        text = get_warning_message("limit_near", engineVolumeLiters=3.1, enginePower=150)
        assert text.startswith("Объём до 3 л")
        assert "limit_near" not in list_warning_codes(engineVolumeLiters=3, enginePower=150)

    @pytest.mark.parametrize(
        ("changes", "bound", "changes_below"),
        [
            ({"enginePower": 163}, "Мощность до 160 л. с.", {"enginePower": 160}),
            ({"enginePower": 168}, "Мощность до 160 л. с.", {"enginePower": 160}),
            ({"enginePower": 312}, "Мощность до 310 л. с.", {"enginePower": 310}),
            ({"enginePower": 120, "enginePowerUnit": "kW"}, "Мощность до 117,68 кВт", {"enginePower": 117.68}),
            (LEGAL | {"enginePower": 93}, "Мощность до 90 л. с.", {"enginePower": 90}),
            (LEGAL | {"enginePower": 113, "enginePowerUnit": "kW"}, "Мощность до 112,5 кВт", {"enginePower": 112.5}),
            (LEGAL | {"enginePower": 151}, "Мощность до 150 л. с.", {"enginePower": 150}),
            (LEGAL | {"enginePower": 153, "enginePowerUnit": "kW"}, "Мощность до 150 кВт", {"enginePower": 150}),
            (LEGAL | {"engineVolumeLiters": 2.85}, "Объём до 2,8 л", {"engineVolumeLiters": 2.8}),
            (LEGAL | {"engineVolumeLiters": 2.6, "fuelType": "diesel"}, "Объём до 2,5 л", {"engineVolumeLiters": 2.5}),
            ({"engineVolumeLiters": 2.35, "enginePower": 150}, "Объём до 2,3 л", {"engineVolumeLiters": 2.3}),
            ({"engineVolumeLiters": 2.35, "enginePower": 150, "age": 6}, "Объём до 2,3 л", {"engineVolumeLiters": 2.3}),
            ({"engineVolumeLiters": 3.15, "enginePower": 150}, "Объём до 3 л", {"engineVolumeLiters": 3}),
        ],
    )
    def test_the_warning_states_the_sum_by_the_row_below(
        self, changes: dict[str, Any], bound: str, changes_below: dict[str, Any]
    ) -> None:
        requested_sum = calculate_car(**changes)["totalCustoms"]
        sum_below = calculate_car(**changes | changes_below)["totalCustoms"]
        assert get_warning_message("limit_near", **changes) == (
            f"{bound}: платежи составили бы {format_amount(sum_below)} ₽ ({describe_change(sum_below - requested_sum)})"
        )

    @pytest.mark.parametrize(
        "changes",
        [
            LEGAL | {"engineVolumeLiters": 2.6},
            LEGAL | {"engineVolumeLiters": 2.85, "fuelType": "diesel"},
            {"engineVolumeLiters": 2.35, "enginePower": 150, "age": 3},
            {"engineVolumeLiters": 2.85, "enginePower": 150},
            {"engineVolumeLiters": 3.16, "enginePower": 150},
            {"enginePower": 169},
        ],
    )
    def test_a_bound_that_does_not_apply_or_is_far_causes_no_warning(self, changes: dict[str, Any]) -> None:
        assert "limit_near" not in list_warning_codes(**changes)

    def test_a_power_far_above_a_bound_causes_no_warning(self) -> None:
        assert "limit_near" not in list_warning_codes(enginePower=249)


def test_conditions_of_personal_use_are_named() -> None:
    assert "12 месяцев" in get_warning_message("personal_use_conditions", enginePower=150)
    texts = [warning["message"] for warning in calculate_car(enginePower=150)["warnings"]]
    assert any(f"12{NBSP}месяцев" in text for text in texts), "the line may break between the number and its unit"
    assert "personal_use_conditions" not in list_warning_codes(enginePower=249)


def test_series_hybrid_is_warned_about() -> None:
    assert "hybrid_series" in list_warning_codes(hybridType="series", enginePower=100)
    assert "hybrid_series" not in list_warning_codes(hybridType="parallel", enginePower=100)


def test_commercial_use_is_warned_about() -> None:
    codes = list_warning_codes(isCommercial=True, enginePower=150)
    assert "commercial_use" in codes
    assert "personal_use_conditions" not in codes
    assert "commercial_use" not in list_warning_codes(isCommercial=True, enginePower=150, importCategory="legal")


def test_a_payment_without_a_second_source_of_its_rate_is_named() -> None:
    assert get_warning_message("low_confidence", edition="ru-2027-01", enginePower=100).endswith("таможенный сбор")
    legal = {"importCategory": "legal", "enginePower": 200, "age": 1}
    assert get_warning_message("low_confidence", edition="ru-2024-01", **legal).endswith("акциз")
    assert "low_confidence" not in list_warning_codes(edition="ru-2026-01", **legal)
    assert get_warning_message("low_confidence", edition="ru-2024-10", **(legal | {"age": 4})).endswith(
        "утилизационный сбор"
    )
    assert "low_confidence" not in list_warning_codes(edition="ru-2024-10", enginePower=150)


class TestRate:
    def test_the_rate_of_the_policy_is_used(self) -> None:
        policy = Policy(rate_source="manual", manual_value=Decimal(100), manual_date=date(2026, 11, 1))
        body = calculate_car(policy=policy)
        assert body["customsDuty"] == 540_000
        assert body["eurRate"] == {"value": 100.0, "date": "2026-11-01", "source": "manual"}
        assert "установлен компанией 01.11.2026" in get_warning_message("rate_fixed", policy=policy)
