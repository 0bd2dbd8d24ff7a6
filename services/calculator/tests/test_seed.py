"""The demo data of the calculator: a key of its API and calculations of the demo buyer, each only once."""

from datetime import UTC, datetime

import pytest
from calculator import seed
from calculator.runtime import CalculatorRuntime
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plugin import MovableClock


@pytest.fixture(autouse=True)
async def seeded_twice(client: ApiClient, runtime: CalculatorRuntime, clock: MovableClock) -> None:
    clock.freeze(datetime(2026, 11, 20, 11, 5, tzinfo=UTC))
    for _ in range(2):
        async with runtime.database.transaction() as db:
            await seed.load(db)


async def test_the_list_of_keys_has_an_example(client: ApiClient, build_auth_headers: AuthHeadersBuilder) -> None:
    listed_body = (await client.get("/api/calculator/admin/keys", headers=build_auth_headers(role="admin"))).json()
    assert [key["name"] for key in listed_body["items"]] == [seed.KEY_NAME]
    assert listed_body["items"][0]["status"] == "active"


async def test_the_buyer_has_calculations_to_compare(client: ApiClient, build_auth_headers: AuthHeadersBuilder) -> None:
    listed_body = (
        await client.get("/api/calculator/calculations", headers=build_auth_headers(id=seed.BUYER_ID))
    ).json()
    assert [row["title"] for row in listed_body["calculations"]] == ["Audi Q5 40 TDI quattro", "Audi A4 Avant 30 TDI"]
    assert {row["edition"] for row in listed_body["calculations"]} == {"ru-2026-01"}
    # The prices with customs that the catalogue shows for the same cars on this day.
    assert [int(row["total"]) for row in listed_body["calculations"]] == [5_627_154, 2_888_942]
    customs_of_stronger, customs_of_weaker = (row["totalCustoms"] for row in listed_body["calculations"])
    assert customs_of_stronger > customs_of_weaker + 1_000_000
