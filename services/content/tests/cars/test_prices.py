"""Prices from the calculator. A small HTTP server stands in for the calculator."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.jobs import run_if_due
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plans import count_open_transactions_on
from chassis.testing.plugin import MovableClock
from content.cars.tables import Car
from content.jobs import JOBS
from content.runtime import ContentRuntime
from contracts.calculator import SettingsChanged
from contracts.content import FavoritePriceChanged

from services.content.tests.fixture_types import Factory
from services.content.tests.stand_in_calculator import StandInCalculator, run_calculator

PriceFunction = Callable[[], Awaitable[None]]
CALCULATOR_SETTINGS: dict[str, Any] = {
    "default_edition": "ru-2026-01",
    "rate_source": "manual",
    "rate_value": 101,
    "rate_date": "2026-11-20",
}


class Calculator(StandInCalculator):
    """Stand-in of the calculator: the customs payments are a tenth of the price.

    `requested_items` has the cars of the last request.
    """

    def __init__(self) -> None:
        self.rate = 100.0
        self.is_down = False
        self.requested_items: list[Any] = []
        self.before_answer: Callable[[], Awaitable[Any]] | None = None

    async def answer(self, path: str, body: bytes) -> tuple[int, dict[str, Any]]:
        rate = {"value": self.rate, "date": "2026-11-20", "source": "fixed"}
        answer: dict[str, Any] = {"eurRate": rate}
        if path == "/internal/estimates":
            self.requested_items = json.loads(body)["items"]
            answer["items"] = [self.price_item(item) for item in self.requested_items]
            if self.before_answer:
                await self.before_answer()
        return (503 if self.is_down else 200), answer

    def price_item(self, item: dict[str, Any]) -> dict[str, Any]:
        price = item["request"]["price"]
        if price > 10**9:
            return {"key": item["key"], "result": None, "errors": [{"field": "price", "message": "Много"}]}
        names = ("customsDuty", "registrationCost", "recyclingFee", "vat", "exciseTax")
        result = dict.fromkeys(names, 0) | {"totalCustoms": round(price / 10), "total": round(price * 1.1)}
        return {"key": item["key"], "result": result, "edition": "ru-2026-01"}


@pytest.fixture
async def calculator(runtime: ContentRuntime) -> AsyncIterator[Calculator]:
    stand_in = Calculator()
    async with run_calculator(stand_in, runtime):
        yield stand_in


@pytest.fixture
def price_cars(runtime: ContentRuntime) -> PriceFunction:
    (job,) = [job for job in JOBS if job.name == "cars.price"]
    always_due_job = replace(job, every=timedelta(0))

    async def run_job() -> None:
        assert await run_if_due(always_due_job, runtime)

    return run_job


class TestPrices:
    async def test_car_has_a_price_with_customs_rate_and_date(
        self, client: ApiClient, make_car: Factory[Car], calculator: Calculator, price_cars: PriceFunction
    ) -> None:
        diesel_car = await make_car(slug="diesel", price_eur=Decimal(20_000), year=2022)
        electric_car = await make_car(slug="electric", fuel="electric", engine_volume_l=None, power_hp=435)
        await price_cars()
        shown_car = (await client.get("/api/cars/diesel")).json()["car"]
        assert (shown_car["price_rub"], shown_car["eur_rate"], shown_car["rate_date"]) == (
            2_200_000,
            100.0,
            "2026-11-20",
        )
        assert shown_car["price_details"]["totalCustoms"] == 200_000
        assert shown_car["price_details"]["edition"] == "ru-2026-01"
        requests_by_key = {item["key"]: item["request"] for item in calculator.requested_items}
        assert requests_by_key[str(diesel_car.id)] | {"declaration_date": ""} == {
            "price": 2_000_000,
            "importCategory": "personal",
            "isElectric": False,
            "isCommercial": False,
            "manufacture_date": "2022-07-01",
            "declaration_date": "",
            "enginePower": 150,
            "enginePowerUnit": "hp",
            "fuelType": "diesel",
            "engineVolumeLiters": 1.995,
        }
        assert "engineVolumeLiters" not in requests_by_key[str(electric_car.id)]

    async def test_a_price_set_by_hand_has_no_parts_and_no_rate_of_the_computed_price(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_car: Factory[Car],
        calculator: Calculator,
        price_cars: PriceFunction,
    ) -> None:
        car = await make_car(slug="by-hand", price_eur=Decimal(20_000))
        await price_cars()
        url = f"/api/content/admin/cars/{car.id}"
        version = (await client.get(url, headers=admin)).json()["item"]["version"]
        changes = {"price_rub": 1_900_000, "version": version}
        assert (await client.patch(url, json=changes, headers=admin)).status_code == 200
        shown_car = (await client.get("/api/cars/by-hand")).json()["car"]
        assert shown_car["price_rub"] == 1_900_000
        assert (shown_car["price_details"], shown_car["eur_rate"], shown_car["rate_date"]) == (None, None, None)

    async def test_the_power_in_the_documents_of_a_car_sets_its_price_and_is_shown(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_car: Factory[Car],
        calculator: Calculator,
        price_cars: PriceFunction,
    ) -> None:
        car = await make_car(slug="volvo", price_eur=Decimal(20_000), power_hp=250)
        await price_cars()
        # 250 hp are 183.87 kW, which is another band of the recycling fee.
        url = f"/api/content/admin/cars/{car.id}"
        change_answer = await client.patch(url, json={"version": 1, "power_kw": 184}, headers=admin)
        assert change_answer.json()["item"]["power_kw"] == 184
        await price_cars()
        [request] = [item["request"] for item in calculator.requested_items]
        assert (request["enginePower"], request["enginePowerUnit"]) == (184, "kW")
        shown_car = (await client.get("/api/cars/volvo")).json()["car"]
        assert (shown_car["power_hp"], shown_car["power_kw"]) == (250, 184)

    async def test_history_has_one_row_for_each_day_on_which_the_price_changed(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        calculator: Calculator,
        price_cars: PriceFunction,
        clock: MovableClock,
    ) -> None:
        car = await make_car(price_eur=Decimal(10_000))
        for rate in (100.0, 100.0, 110.0):
            calculator.rate = rate
            await price_cars()
            clock.move(days=1)
        admin = build_auth_headers(role="admin")
        # Two changes of one day are one row, with the last price.
        version = (await client.get(f"/api/content/admin/cars/{car.id}", headers=admin)).json()["item"]["version"]
        for amount in (1_300_000, 1_150_000):
            body = {"price_rub": amount, "version": version}
            answer = await client.patch(f"/api/content/admin/cars/{car.id}", json=body, headers=admin)
            version = answer.json()["item"]["version"]
        history = (await client.get(f"/api/cars/{car.slug}")).json()["car"]["price_history"]
        assert [row["price_rub"] for row in history] == [1_100_000, 1_210_000, 1_150_000]
        assert [row["price_eur"] for row in history] == [10_000] * 3
        assert sorted(row["day"] for row in history) == [row["day"] for row in history]

    async def test_calculator_is_called_once_a_day_and_after_a_change_of_its_settings(
        self,
        make_car: Factory[Car],
        calculator: Calculator,
        price_cars: PriceFunction,
        deliver: EventDelivery,
        clock: MovableClock,
    ) -> None:
        await make_car()
        await price_cars()
        calculator.requested_items = []
        await price_cars()
        assert calculator.requested_items == []
        await deliver(SettingsChanged(**CALCULATOR_SETTINGS))
        await price_cars()
        assert len(calculator.requested_items) == 1
        calculator.requested_items = []
        clock.move(days=1)
        await price_cars()
        assert len(calculator.requested_items) == 1

    async def test_price_set_by_hand_stays_until_it_is_reset(
        self,
        client: ApiClient,
        admin: dict[str, str],
        calculator: Calculator,
        price_cars: PriceFunction,
    ) -> None:
        body = {"brand": "BMW", "model": "X", "year": 2022, "body_type": "suv", "fuel": "diesel", "price_eur": 10_000}
        body |= {"engine_volume_l": 2.0, "price_rub": 5}
        item = (await client.post("/api/content/admin/cars", json=body, headers=admin)).json()["item"]
        await price_cars()
        assert calculator.requested_items == []
        reset_body = {"version": item["version"], "price_rub": None}
        await client.patch(f"/api/content/admin/cars/{item['id']}", json=reset_body, headers=admin)
        await price_cars()
        assert (await client.get(f"/api/cars/{item['slug']}")).json()["car"]["price_rub"] == 1_100_000

    async def test_one_invalid_car_does_not_affect_the_others(
        self, client: ApiClient, make_car: Factory[Car], calculator: Calculator, price_cars: PriceFunction
    ) -> None:
        await make_car(slug="wrong", price_eur=99_000_000)
        await make_car(slug="right", price_eur=10_000)
        await price_cars()
        assert (await client.get("/api/cars/wrong")).json()["car"]["price_rub"] is None
        assert (await client.get("/api/cars/right")).json()["car"]["price_rub"] == 1_100_000

    async def test_outage_of_the_calculator_keeps_the_last_price(
        self,
        client: ApiClient,
        make_car: Factory[Car],
        calculator: Calculator,
        price_cars: PriceFunction,
        clock: MovableClock,
    ) -> None:
        await make_car(slug="car", price_eur=10_000)
        await price_cars()
        calculator.is_down = True
        clock.move(days=1)
        await price_cars()
        assert (await client.get("/api/cars/car")).json()["car"]["price_rub"] == 1_100_000

    async def test_no_transaction_is_open_while_the_calculator_answers(
        self,
        client: ApiClient,
        runtime: ContentRuntime,
        make_car: Factory[Car],
        calculator: Calculator,
        price_cars: PriceFunction,
    ) -> None:
        await make_car(slug="car", price_eur=10_000)
        transaction_counts: list[int] = []

        async def count_open_transactions() -> None:
            transaction_counts.append(await count_open_transactions_on(runtime, "cars"))

        calculator.before_answer = count_open_transactions
        await price_cars()
        assert transaction_counts == [0]
        assert (await client.get("/api/cars/car")).json()["car"]["price_rub"] == 1_100_000

    async def test_no_request_waits_for_the_calculator_and_no_change_is_overwritten(
        self,
        client: ApiClient,
        make_car: Factory[Car],
        calculator: Calculator,
        price_cars: PriceFunction,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        deliver: EventDelivery,
    ) -> None:
        favourite_car = await make_car(slug="favourite", price_eur=10_000)
        corrected_car = await make_car(slug="corrected", price_eur=10_000)

        async def add_favourite_and_correct_price() -> None:
            answer = await asyncio.wait_for(
                client.put(f"/api/me/favorites/{favourite_car.id}", headers=build_auth_headers()), HANG_SECONDS
            )
            assert answer.status_code == 200
            correction = {"version": 1, "price_eur": 20_000}
            url = f"/api/content/admin/cars/{corrected_car.id}"
            assert (await client.patch(url, json=correction, headers=admin)).status_code == 200

        calculator.before_answer = add_favourite_and_correct_price
        await price_cars()
        assert (await client.get("/api/cars/favourite")).json()["car"]["price_rub"] == 1_100_000
        assert (await client.get("/api/cars/corrected")).json()["car"]["price_rub"] is None
        calculator.before_answer = lambda: deliver(SettingsChanged(**CALCULATOR_SETTINGS))
        await price_cars()
        calculator.before_answer = None
        # The rate changed while the second response was on its way: that response is not used.
        assert (await client.get("/api/cars/corrected")).json()["car"]["price_rub"] is None
        await price_cars()
        assert (await client.get("/api/cars/corrected")).json()["car"]["price_rub"] == 2_200_000

    async def test_price_change_is_published_for_favorites(
        self,
        client: ApiClient,
        make_car: Factory[Car],
        calculator: Calculator,
        price_cars: PriceFunction,
        build_auth_headers: AuthHeadersBuilder,
        read_events: EventReader,
        clock: MovableClock,
    ) -> None:
        car = await make_car(price_eur=10_000)
        user_id = new_id()
        await price_cars()
        await client.put(f"/api/me/favorites/{car.id}", headers=build_auth_headers(id=user_id))
        calculator.rate = 110.0
        clock.move(days=1)
        await price_cars()
        events = await read_events(FavoritePriceChanged)
        assert [(event.user_id, event.old_price_rub, event.new_price_rub) for event in events] == [
            (user_id, 1_100_000, 1_210_000)
        ]
