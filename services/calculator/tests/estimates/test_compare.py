"""POST /api/calculator/compare: the usual scenarios, or the scenarios of the request, in one answer."""

from datetime import UTC, datetime
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient
from chassis.testing.plugin import MovableClock

from ..cars import build_calculation_request

pytestmark = pytest.mark.anyio
URL = "/api/calculator/compare"


@pytest.fixture(autouse=True)
def freeze_clock(clock: MovableClock) -> None:
    clock.freeze(datetime(2026, 11, 20, 9, tzinfo=UTC))


async def compare(client: ApiClient, body: Any, scenarios: Any = None) -> dict[str, Any]:
    answer = await client.post(URL, json={"request": body, "scenarios": scenarios})
    assert answer.status_code == 200, answer.text
    return {scenario["id"]: scenario for scenario in answer.json()["scenarios"]}


async def test_usual_scenarios_are_compared_with_the_request(client: ApiClient) -> None:
    scenarios_by_id = await compare(client, build_calculation_request(age=2, enginePower=249))
    assert list(scenarios_by_id) == [
        "as_requested",
        "legal",
        "diesel",
        "electric",
        "older",
        "edition_in_force",
        "edition_next",
    ]
    requested_scenario = scenarios_by_id["as_requested"]
    assert requested_scenario["difference"] == 0
    for scenario in scenarios_by_id.values():
        difference = scenario["result"]["totalCustoms"] - requested_scenario["result"]["totalCustoms"]
        assert scenario["difference"] == difference
    assert scenarios_by_id["diesel"]["note"] == "Сумма та же"
    assert scenarios_by_id["edition_in_force"]["edition"] == "ru-2026-01"
    assert scenarios_by_id["edition_next"]["edition"] == "ru-2027-01"
    assert scenarios_by_id["older"]["result"]["recyclingFee"] == 5_200


async def test_an_electric_car_has_no_other_fuel(client: ApiClient) -> None:
    scenarios_by_id = await compare(
        client, build_calculation_request(isElectric=True, enginePower=200, importCategory="legal")
    )
    assert list(scenarios_by_id) == ["as_requested", "personal", "edition_in_force", "edition_next"]


async def test_scenarios_of_the_caller_replace_the_usual_ones(client: ApiClient) -> None:
    scenarios = [
        {"title": "Три литра", "changes": {"engineVolumeLiters": 3}},
        {"changes": {"age": 6}},
    ]
    scenarios_by_id = await compare(client, build_calculation_request(), scenarios)
    assert [scenario["title"] for scenario in scenarios_by_id.values()] == ["Ваш расчёт", "Три литра", "Вариант 2"]
    assert scenarios_by_id["scenario_2"]["result"]["customsDuty"] == 896_168


@pytest.mark.parametrize(
    ("scenarios", "field"),
    [
        ([{"changes": {"age": 99}}], "scenarios.0.changes.age"),
        ([{"changes": {"age": 1}}, {"changes": {"edition": "x"}}], "edition"),
        ([], "scenarios"),
        ([{"changes": {}}] * 9, "scenarios"),
    ],
)
async def test_a_wrong_scenario_is_named(client: ApiClient, scenarios: Any, field: str) -> None:
    answer = await client.post(URL, json={"request": build_calculation_request(), "scenarios": scenarios})
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]


async def test_a_wrong_request_is_named(client: ApiClient) -> None:
    answer = await client.post(URL, json={"request": build_calculation_request(price=-1)})
    assert [error["field"] for error in answer.json()["errors"]] == ["request.price"]


async def test_scenarios_of_a_missing_power_have_both_bounds(client: ApiClient) -> None:
    scenarios_by_id = await compare(client, build_calculation_request(price=4_500_000, edition="ru-2025-01"))
    requested_scenario = scenarios_by_id["as_requested"]
    assert requested_scenario["powerRange"] is None
    assert requested_scenario["differenceAtMostPower"] is None
    scenario_in_force = scenarios_by_id["edition_in_force"]
    bands = scenario_in_force["powerRange"]
    assert bands[0]["totalCustoms"] == scenario_in_force["result"]["totalCustoms"]
    difference_at_highest_power = bands[-1]["totalCustoms"] - requested_scenario["result"]["totalCustoms"]
    assert scenario_in_force["differenceAtMostPower"] == difference_at_highest_power > scenario_in_force["difference"]
