"""POST /api/calculator/calculate: figures, explanation, refusals by field, the same bytes each time."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import orjson
import pytest
from calculator.estimates.response_cache import ResponseCache
from calculator.estimates.schemas import CalculationRead
from calculator.policy.policy import Policy
from calculator.runtime import CalculatorRuntime
from chassis.testing.fixture_types import ApiClient
from chassis.testing.plugin import MovableClock

from ..cars import build_calculation_request

pytestmark = pytest.mark.anyio
URL = "/api/calculator/calculate"
CalculateFunction = Callable[..., Awaitable[dict[str, Any]]]


@pytest.fixture(autouse=True)
def freeze_clock(clock: MovableClock) -> None:
    clock.freeze(datetime(2026, 11, 20, 9, tzinfo=UTC))


@pytest.fixture
def calculate(client: ApiClient) -> CalculateFunction:
    async def post(**changes: Any) -> dict[str, Any]:
        answer = await client.post(URL, json=build_calculation_request(**changes))
        assert answer.status_code == 200, answer.text
        body: dict[str, Any] = answer.json()
        CalculationRead.model_validate(body)
        return body

    return post


def list_warning_codes(body: dict[str, Any]) -> set[str]:
    return {warning["code"] for warning in body["warnings"]}


class TestFigures:
    async def test_figures_equal_the_first_published_example(self, calculate: CalculateFunction) -> None:
        body = await calculate()
        assert body["success"] is True
        assert body["currency"] == "RUB"
        assert body["edition"] == "ru-2025-01"
        names = ("customsDuty", "registrationCost", "exciseTax", "vat", "recyclingFee", "totalCustoms", "total")
        assert [body[name] for name in names] == [504_094, 16_524, 0, 0, 5_200, 525_818, 3_525_818]
        assert all(type(body[name]) is int for name in names)
        assert body["eurRate"] == {"value": 93.3508, "date": "2026-11-20", "source": "fixed"}
        assert body["euroPrice"] == 32_136.84

    async def test_the_lines_of_a_breakdown_add_up_and_name_their_law(self, calculate: CalculateFunction) -> None:
        body = await calculate(importCategory="legal", enginePower=249, age=1, price=4_000_000)
        lines = body["breakdown"]
        assert sum(line["amount"] for line in lines) == body["totalCustoms"]
        assert {line["code"]: line["amount"] for line in lines} == {
            name: body[name] for name in ("customsDuty", "registrationCost", "exciseTax", "vat", "recyclingFee")
        }
        duty = lines[0]
        assert duty["formula"].endswith("15\u00a0% × 4\u00a0000\u00a0000 = 600\u00a0000")
        assert duty["source"].endswith("группа 87, код ТН ВЭД 8703 23")
        assert all(line["source"] and line["mark"] == "V" for line in lines)

    async def test_the_exact_amount_is_in_the_formula(self, calculate: CalculateFunction) -> None:
        line = (await calculate())["breakdown"][0]
        assert line["formula"].endswith("2,7 × 2\u00a0000 × 93,3508 = 504\u00a0094,32")
        assert line["exact"] == "504094.32"

    async def test_an_ended_edition_is_compared_with_the_edition_in_force(self, calculate: CalculateFunction) -> None:
        body = await calculate(enginePower=249)
        current = body["current"]
        assert (current["edition"], current["totalCustoms"], current["total"]) == (
            "ru-2026-01",
            2_200_159,
            5_200_159,
        )
        differences = {line["code"]: line for line in current["differences"]}
        assert differences["recyclingFee"]["difference"] == 1_672_400
        assert differences["recyclingFee"]["note"].startswith("По действующей редакции: ")
        assert set(differences) == {"registrationCost", "recyclingFee"}

    async def test_the_edition_in_force_needs_no_comparison(self, calculate: CalculateFunction) -> None:
        body = await calculate(edition="ru-2026-01", enginePower=150)
        assert "current" not in body
        assert "edition_ended" not in list_warning_codes(body)

    async def test_an_unknown_power_gives_the_totals_of_every_band(self, calculate: CalculateFunction) -> None:
        body = await calculate(price=4_500_000, edition="ru-2026-01")
        bands = body["powerRange"]
        assert (bands[0]["upToHp"], bands[0]["total"]) == (160, body["total"])
        body_with_power = await calculate(price=4_500_000, edition="ru-2026-01", enginePower=190)
        assert (bands[1]["upToHp"], bands[1]["total"]) == (190, body_with_power["total"])
        assert bands[-1]["upToHp"] is None
        assert [band["total"] for band in bands] == sorted(band["total"] for band in bands)
        assert "powerRange" not in body_with_power

    async def test_an_edition_that_does_not_need_the_power_has_no_range_but_the_one_in_force_has(
        self, calculate: CalculateFunction
    ) -> None:
        body = await calculate()
        assert "powerRange" not in body
        bands = body["current"]["powerRange"]
        assert bands[0]["total"] == body["current"]["total"]
        assert bands[1]["total"] > bands[0]["total"]

    async def test_an_engine_beyond_the_preferential_volume_starts_at_the_lowest_band(
        self, calculate: CalculateFunction
    ) -> None:
        bands = (await calculate(engineVolumeLiters=4.4, edition="ru-2026-01"))["powerRange"]
        assert bands[0]["upToHp"] == 160
        assert len(bands) > 2

    async def test_a_requested_edition_is_compared_with_the_default_edition(self, calculate: CalculateFunction) -> None:
        body = await calculate(edition="ru-2026-01", enginePower=190)
        assert body["default"] == {
            "edition": "ru-2025-01",
            "editionEnds": "2025-11-30",
            "totalCustoms": 525_818,
            "total": 3_525_818,
        }
        assert "default" not in await calculate()

    async def test_kopecks_of_the_price_stay_in_the_total(self, calculate: CalculateFunction) -> None:
        assert (await calculate(price=3_000_000.55))["total"] == 3_525_818.55

    async def test_the_declaration_date_picks_the_edition(self, calculate: CalculateFunction) -> None:
        assert (await calculate(declaration_date="2025-12-15"))["edition"] == "ru-2025-12"
        assert (await calculate(declaration_date="2024-09-30"))["edition"] == "ru-2024-01"

    async def test_a_requested_edition_takes_precedence_over_the_date(self, calculate: CalculateFunction) -> None:
        body = await calculate(declaration_date="2025-12-15", edition="ru-2024-10")
        assert body["edition"] == "ru-2024-10"

    async def test_a_parallel_hybrid_counts_both_powers(self, calculate: CalculateFunction) -> None:
        legal = {"importCategory": "legal", "age": 1, "enginePower": 150}
        plain = await calculate(**legal)
        hybrid = await calculate(**legal, hybridType="parallel", electricPower=60)
        assert plain["exciseTax"] == 61 * 150
        assert hybrid["exciseTax"] == 955 * 210

    async def test_a_series_hybrid_pays_like_an_electric_car(self, calculate: CalculateFunction) -> None:
        electric = await calculate(isElectric=True, enginePower=204, engineVolumeLiters=None)
        series = await calculate(hybridType="series", enginePower=204)
        assert series["totalCustoms"] == electric["totalCustoms"]
        assert series["customsDuty"] == 450_000

    async def test_manufacture_date_replaces_the_age(self, calculate: CalculateFunction) -> None:
        body_on_anniversary = await calculate(age=None, manufacture_date="2023-11-20", declaration_date="2026-11-20")
        body_on_next_day = await calculate(age=None, manufacture_date="2023-11-19", declaration_date="2026-11-20")
        assert body_on_anniversary["breakdown"][0]["formula"].startswith("Единый платёж, до 3 лет")
        assert body_on_next_day["breakdown"][0]["formula"].startswith("Единый платёж, старше 3")
        body_of_month = await calculate(age=None, manufacture_date="2023-11", declaration_date="2026-11-15")
        assert body_of_month["recyclingFee"] == 3_400
        body_of_year = await calculate(age=None, manufacture_date="2023", declaration_date="2026-07-02")
        assert body_of_year["recyclingFee"] == 5_200


class TestTolerance:
    async def test_any_other_fuel_counts_as_diesel_with_a_warning(self, calculate: CalculateFunction) -> None:
        legal = {"importCategory": "legal", "enginePower": 200, "age": 8}
        gas = await calculate(**legal, fuelType="газ")
        diesel = await calculate(**legal, fuelType="diesel")
        assert gas["total"] == diesel["total"]
        assert "fuel_assumed_diesel" in list_warning_codes(gas)
        assert "fuel_assumed_diesel" not in list_warning_codes(diesel)

    @pytest.mark.parametrize("empty", [None, ""])
    async def test_a_company_without_a_power_is_calculated_with_200(self, client: ApiClient, empty: Any) -> None:
        body = build_calculation_request(importCategory="legal") | {"enginePower": empty}
        answer = (await client.post(URL, json=body)).json()
        assert answer["exciseTax"] == 116_600
        assert "power_assumed" in list_warning_codes(answer)
        kilowatts = (await client.post(URL, json=body | {"enginePowerUnit": "kW"})).json()
        assert kilowatts["breakdown"][2]["base"] == "200\u00a0кВт"

    async def test_the_clients_euro_price_is_never_trusted(self, calculate: CalculateFunction) -> None:
        matching_answer = await calculate(euroPrice=32_136.84)
        other_answer = await calculate(euroPrice=1)
        assert matching_answer["total"] == other_answer["total"]
        assert "euro_price_mismatch" not in list_warning_codes(matching_answer)
        assert "euro_price_mismatch" in list_warning_codes(other_answer)

    async def test_volume_and_fuel_of_an_electric_car_are_ignored(self, calculate: CalculateFunction) -> None:
        body_with_volume = await calculate(isElectric=True, engineVolumeLiters=99, enginePower=100)
        body_without_volume = await calculate(isElectric=True, engineVolumeLiters=None, fuelType=None, enginePower=100)
        assert body_with_volume == body_without_volume

    async def test_decimal_age_and_unknown_fields_are_accepted(self, calculate: CalculateFunction) -> None:
        assert (await calculate(age=5.5, colour="red"))["customsDuty"] == 896_168

    async def test_missing_boolean_fields_are_false(self, calculate: CalculateFunction) -> None:
        assert await calculate() == await calculate(isElectric=False, isCommercial=False)


class TestRefusals:
    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("price", None), ("price", 0), ("price", -5), ("price", -3.8e98), ("price", 1e-300),
            ("euroPrice", "1e9"), ("price", 0.004), ("price", "3000000"), ("price", True),
            ("price", 10**12), ("price", [1]), ("engineVolumeLiters", None), ("engineVolumeLiters", 0.09),
            ("engineVolumeLiters", 10.1), ("engineVolumeLiters", "2"), ("age", None), ("age", -1), ("age", 50.01),
            ("age", "4"), ("fuelType", None), ("fuelType", 5), ("fuelType", "x" * 41), ("importCategory", None),
            ("importCategory", "company"), ("isElectric", 1), ("isElectric", "yes"), ("isCommercial", 0),
            ("enginePower", 0), ("enginePower", -10), ("enginePower", "200"), ("enginePower", 5001),
            ("enginePowerUnit", "л.с."), ("edition", "ru-2030-01"), ("edition", 5), ("declaration_date", "2023-12-31"),
            ("declaration_date", "20.11.2026"), ("declaration_date", 20261120), ("declaration_date", "2026-02-30"),
            ("declaration_date", "2026-W47-5"), ("manufacture_date", "2023-W47-5"),
            ("manufacture_date", "2027-01-01"), ("declaration_date", "9999-12-31"),
            ("fuelType", "a\x00"), ("manufacture_date", "1960"), ("manufacture_date", "вчера"),
            ("hybridType", "plug-in"), ("electricPower", -1), ("euroPrice", "много"),
        ],
    )  # fmt: skip
    async def test_an_invalid_field_is_named(self, client: ApiClient, field: str, value: Any) -> None:
        body = build_calculation_request()
        body.pop(field, None)
        if value is not None:
            body[field] = value
        answer = await client.post(URL, json=body)
        assert answer.status_code == 422
        problem = answer.json()
        assert problem["code"] == "validation_error"
        assert [error["field"] for error in problem["errors"]] == [field]
        assert "Decimal" not in answer.text
        assert answer.headers["content-type"].startswith("application/problem+json")

    @pytest.mark.parametrize("litres", [0.1, 10])
    async def test_the_bounds_of_the_volume_are_accepted(self, client: ApiClient, litres: float) -> None:
        assert (await client.post(URL, json=build_calculation_request(engineVolumeLiters=litres))).status_code == 200

    async def test_all_invalid_fields_are_named_at_once(self, client: ApiClient) -> None:
        problem = (await client.post(URL, json={})).json()
        fields = [error["field"] for error in problem["errors"]]
        assert fields == ["price", "engineVolumeLiters", "age", "fuelType", "importCategory"]
        assert {error["message"] for error in problem["errors"]} == {"Обязательное поле"}

    async def test_a_parallel_hybrid_is_not_an_electric_car(self, client: ApiClient) -> None:
        answer = await client.post(URL, json=build_calculation_request(isElectric=True, hybridType="parallel"))
        assert [error["field"] for error in answer.json()["errors"]] == ["hybridType"]

    @pytest.mark.parametrize("body", [b"", b"{", b'{"price": Infinity}x', b"\xff"])
    async def test_malformed_json_gets_400(self, client: ApiClient, body: bytes) -> None:
        answer = await client.post(URL, content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed_json")

    @pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"1e999"])
    async def test_a_number_that_json_does_not_have_is_refused(self, client: ApiClient, number: bytes) -> None:
        body = orjson.dumps(build_calculation_request()).replace(b"3000000", number)
        answer = await client.post(URL, content=body, headers={"content-type": "application/json"})
        assert [error["field"] for error in answer.json()["errors"]] == ["price"]

    @pytest.mark.parametrize("body", [b"[]", b"5", b'"text"', b"null"])
    async def test_json_that_is_not_an_object_gets_422(self, client: ApiClient, body: bytes) -> None:
        answer = await client.post(URL, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 422

    async def test_another_content_type_gets_415(self, client: ApiClient) -> None:
        answer = await client.post(URL, content=b"price=1", headers={"content-type": "text/plain"})
        assert answer.status_code == 415

    async def test_another_method_gets_405(self, client: ApiClient) -> None:
        answer = await client.get(URL)
        assert (answer.status_code, answer.headers["allow"]) == (405, "POST")

    async def test_a_large_body_gets_413(self, client: ApiClient) -> None:
        body = b'{"note": "' + b"x" * 1_100_000 + b'"}'
        answer = await client.post(URL, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 413


class TestRepetition:
    async def test_same_request_has_the_same_bytes_each_time(self, client: ApiClient) -> None:
        answers = {(await client.post(URL, json=build_calculation_request())).content for _ in range(3)}
        spaced_body = orjson.dumps(build_calculation_request(), option=orjson.OPT_INDENT_2)
        repeated_answer = await client.post(URL, content=spaced_body, headers={"content-type": "application/json"})
        assert answers == {repeated_answer.content}

    async def test_a_new_day_or_policy_is_calculated_again(
        self, client: ApiClient, clock: MovableClock, runtime: CalculatorRuntime
    ) -> None:
        answer_before = await client.post(URL, json=build_calculation_request())
        clock.freeze(datetime(2026, 11, 20, 21, 0, tzinfo=UTC))  # midnight in Moscow
        answer_after = await client.post(URL, json=build_calculation_request())
        assert answer_after.json()["eurRate"]["date"] == "2026-11-21"
        assert answer_before.json()["eurRate"]["date"] == "2026-11-20"
        runtime.policy = Policy(default_edition="ru-2026-01")
        assert (await client.post(URL, json=build_calculation_request())).json()["edition"] == "ru-2026-01"
        runtime.policy = Policy()

    async def test_a_calculation_needs_no_database(
        self, client: ApiClient, runtime: CalculatorRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail_if_called(*_: Any) -> None:
            raise AssertionError("a calculation used the database")

        monkeypatch.setattr(type(runtime.database), "transaction", fail_if_called)
        monkeypatch.setattr(type(runtime.database), "reading", fail_if_called)
        assert (await client.post(URL, json=build_calculation_request(price=1_234_567))).status_code == 200
        monkeypatch.undo()

    async def test_nothing_is_calculated_before_the_policy_is_read(
        self, client: ApiClient, runtime: CalculatorRuntime
    ) -> None:
        policy = runtime.policy
        runtime.policy = None
        try:
            answer = await client.post(URL, json=build_calculation_request())
        finally:
            runtime.policy = policy
        assert answer.status_code == 503


def test_cached_responses_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calculator.estimates.response_cache.MAX_ENTRIES", 2)
    cache = ResponseCache()
    policy = Policy()
    produced_bytes = []
    day = datetime(2026, 11, 20, tzinfo=UTC).date()

    def get_response(body: bytes) -> bytes:
        def produce() -> bytes:
            produced_bytes.append(body)
            return body

        return cache.get_or_produce(body, policy, day, produce)

    for body in (b"a", b"a", b"b", b"c", b"c", b"a", b"x" * 2000, b"x" * 2000):
        assert get_response(body) == body
    assert produced_bytes == [b"a", b"b", b"c", b"a", b"x" * 2000, b"x" * 2000]
