"""POST /api/calculator/outlook: the next changes of the sum, and the sums of the last 12 months."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from calculator.estimates.rate_limit import RateLimiter
from calculator.euro.tables import EuroRate
from calculator.explanation.limits import MIN_DIFFERENCE
from calculator.outlook import changes as outlook_changes
from calculator.policy.service import refresh_policy
from calculator.runtime import CalculatorRuntime
from chassis.testing.fixture_types import ApiClient
from chassis.testing.plugin import MovableClock

from ..cars import build_calculation_request

pytestmark = pytest.mark.anyio
URL = "/api/calculator/outlook"


@pytest.fixture(autouse=True)
def freeze_clock(clock: MovableClock) -> None:
    clock.freeze(datetime(2026, 11, 20, 9, tzinfo=UTC))


async def request_outlook(client: ApiClient, **changes: Any) -> dict[str, Any]:
    answer = await client.post(URL, json=build_calculation_request(**changes))
    assert answer.status_code == 200, answer.text
    outlook: dict[str, Any] = answer.json()
    return outlook


def list_dated_changes(outlook: dict[str, Any]) -> list[tuple[str, str, int, int]]:
    """Return the kind, day, sum and difference of the changes in time."""
    return [
        (change["kind"], change["date"], change["totalCustoms"], change["difference"])
        for change in outlook["changes"]
        if change["date"]
    ]


class TestAge:
    async def test_a_person_pays_less_on_the_day_after_the_third_anniversary(self, client: ApiClient) -> None:
        outlook = await request_outlook(client, age=None, manufacture_date="2023-12-20", enginePower=150)
        assert (outlook["edition"], outlook["totalCustoms"]) == ("ru-2026-01", 1_461_865)
        assert list_dated_changes(outlook) == [("age", "2026-12-21", 527_759, 527_759 - 1_461_865)]
        change = outlook["changes"][0]
        assert (change["days"], change["isApproximate"], change["isPrepared"]) == (31, False, False)
        assert change["message"] == (
            "Через 31\u00a0день, 21.12.2026, автомобиль станет старше 3\u00a0лет: "
            "платежи составят 527\u00a0759\u00a0₽, на 934\u00a0106\u00a0₽ меньше"
        )

    async def test_a_company_pays_another_duty_on_the_anniversary_and_another_fee_on_the_next_day(
        self, client: ApiClient
    ) -> None:
        outlook = await request_outlook(
            client,
            price=4_000_000,
            age=None,
            manufacture_date="2023-12-20",
            importCategory="legal",
            enginePower=249,
        )
        assert outlook["totalCustoms"] == 2_945_860
        assert list_dated_changes(outlook) == [
            ("age", "2026-12-20", 3_189_860, 244_000),
            ("age", "2026-12-21", 3_857_060, 667_200),
            ("law", "2027-01-01", 4_037_011, 179_951),
        ]
        assert "исполнится 3\u00a0года" in outlook["changes"][0]["message"]

    async def test_a_threshold_in_the_next_year_has_the_rates_of_that_year(self, client: ApiClient) -> None:
        outlook = await request_outlook(client, age=None, manufacture_date="2024-01-09", enginePower=249)
        assert [(kind, day) for kind, day, _, _ in list_dated_changes(outlook)] == [
            ("law", "2027-01-01"),
            ("age", "2027-01-10"),
        ]
        # Over 3 years by the table of 2027: 20 000 × 92.27.
        assert outlook["changes"][1]["totalCustoms"] == 504_094 + 18_465 + 1_845_400
        assert outlook["changes"][1]["isPrepared"]

    @pytest.mark.parametrize("known_age", [{"age": 2}, {"age": None, "manufacture_date": "2023-12"}])
    async def test_without_a_day_of_manufacture_the_day_is_approximate(
        self, client: ApiClient, known_age: dict[str, Any]
    ) -> None:
        outlook = await request_outlook(client, enginePower=150, **known_age)
        assert outlook["changes"][0]["isApproximate"]
        assert outlook["changes"][0]["message"].startswith("Примерно через ")

    async def test_an_old_car_passes_no_threshold(self, client: ApiClient) -> None:
        assert list_dated_changes(await request_outlook(client, age=8, enginePower=150)) == []


class TestLaw:
    async def test_the_next_edition_says_that_it_is_only_prepared(self, client: ApiClient) -> None:
        outlook = await request_outlook(client, age=8, enginePower=249)
        change = outlook["changes"][0]
        # Over 5 years: 4.8 € for a cm³; the coefficient grows from 83.88 to 92.27.
        assert (change["kind"], change["date"], change["difference"]) == ("law", "2027-01-01", 167_800)
        assert change["isPrepared"]
        assert "ru-2027-01 (подготовлена заранее и может измениться)" in change["message"]

    async def test_an_ended_edition_of_the_request_is_replaced_by_the_one_in_force(self, client: ApiClient) -> None:
        outlook = await request_outlook(client, edition="ru-2025-01", enginePower=249)
        assert (outlook["edition"], outlook["totalCustoms"]) == ("ru-2026-01", 2_200_159)


class TestPower:
    def list_power_changes(self, outlook: dict[str, Any]) -> list[tuple[int, int]]:
        return [
            (change["totalCustoms"], change["difference"]) for change in outlook["changes"] if change["kind"] == "power"
        ]

    async def test_above_160_hp_a_person_pays_the_full_recycling_fee(self, client: ApiClient) -> None:
        outlook = await request_outlook(client, enginePower=150)
        assert self.list_power_changes(outlook) == [(2_015_359, 1_487_600)]
        assert outlook["changes"][-1]["message"].startswith("Мощнее 160\u00a0л.\u00a0с.: платежи составят 2")

    async def test_between_two_bounds_both_sums_are_named(self, client: ApiClient) -> None:
        outlook = await request_outlook(client, enginePower=249)
        assert self.list_power_changes(outlook) == [(2_360_959, 160_800), (2_106_559, -93_600)]
        assert outlook["changes"][-1]["message"].startswith("Мощность до 220\u00a0л.\u00a0с.: ")

    async def test_a_bound_whose_kilowatts_the_law_rounds_down_is_named(self, client: ApiClient) -> None:
        outlook = await request_outlook(client, enginePower=300)
        # 310 hp is 228.0046 kW, and the table has 228.00 kW.
        assert self.list_power_changes(outlook) == [(2_725_759, 192_000), (2_360_959, -172_800)]
        assert outlook["changes"][-2]["message"].startswith("Мощнее 310\u00a0л.\u00a0с.: ")

    async def test_the_bound_itself_belongs_to_the_row_below(self, client: ApiClient) -> None:
        assert self.list_power_changes(await request_outlook(client, enginePower=160)) == [(2_015_359, 1_487_600)]

    async def test_a_power_in_kilowatts_has_bounds_in_kilowatts(self, client: ApiClient) -> None:
        outlook = await request_outlook(client, enginePower=110, enginePowerUnit="kW")
        assert outlook["changes"][-1]["message"].startswith("Мощнее 117,68\u00a0кВт: ")

    async def test_a_change_of_less_than_a_thousand_roubles_is_not_named(
        self, client: ApiClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert MIN_DIFFERENCE == 1000
        # The change of 93 600 ₽ at 220 hp is below the raised amount, so the next bound is named.
        monkeypatch.setattr(outlook_changes, "MIN_DIFFERENCE", 100_000)
        assert self.list_power_changes(await request_outlook(client, enginePower=249)) == [
            (2_360_959, 160_800),
            (527_759, -1_672_400),
        ]

    async def test_an_unknown_power_has_the_first_bound(self, client: ApiClient) -> None:
        assert self.list_power_changes(await request_outlook(client)) == [(2_015_359, 1_487_600)]


class TestHistory:
    async def test_each_banking_day_has_its_rate_and_edition(
        self, client: ApiClient, runtime: CalculatorRuntime
    ) -> None:
        now = runtime.now()
        days = {
            "2025-11-10": "90",  # More than 12 months ago.
            "2025-11-28": "90",
            "2025-12-01": "92",
            "2026-01-14": "100",
        }
        async with runtime.database.transaction() as db:
            for text, value in days.items():
                day = datetime.fromisoformat(text).date()
                db.add(EuroRate(day=day, quoted_on=day, value=Decimal(value), fetched_at=now))
        await refresh_policy(runtime)
        outlook = await request_outlook(client, enginePower=249)
        # 2.7 € × 2 000 cm³ × rate + clearance fee + recycling fee of the day's edition.
        assert [(row["date"], row["edition"], row["totalCustoms"]) for row in outlook["history"]] == [
            ("2025-11-28", "ru-2025-01", 486_000 + 16_524 + 5_200),
            ("2025-12-01", "ru-2025-12", 496_800 + 16_524 + 20_000 * 69.90),
            ("2026-01-14", "ru-2026-01", 540_000 + 18_465 + 1_677_600),
        ]

    async def test_without_saved_rates_the_history_is_empty(self, client: ApiClient) -> None:
        outlook = await request_outlook(client, enginePower=249)
        assert outlook["history"] == []
        assert [(row["edition"], row["totalCustoms"]) for row in outlook["editions"]] == [
            ("ru-2025-01", 525_818),
            ("ru-2025-12", 504_094 + 16_524 + 1_398_000),
            ("ru-2026-01", 2_200_159),
        ]


async def test_calls_beyond_the_limit_of_calculations_are_refused(
    client: ApiClient, runtime: CalculatorRuntime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "rate_limiter", RateLimiter(1))
    await request_outlook(client, enginePower=150)
    refusal = await client.post(URL, json=build_calculation_request())
    assert (refusal.status_code, refusal.json()["code"]) == (429, "rate_limited")


async def test_an_impossible_date_is_refused_by_its_field(client: ApiClient) -> None:
    answer = await client.post(URL, json=build_calculation_request(age=None, manufacture_date="2027-01-01"))
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "manufacture_date"
