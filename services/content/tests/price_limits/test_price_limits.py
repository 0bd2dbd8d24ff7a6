"""Price limits. A small HTTP server stands in for the calculator."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from chassis.testing.plugin import MovableClock
from content.cars.tables import Car
from content.jobs import JOBS
from content.price_limits import service
from content.price_limits.service import estimate_due_calculations, publish_crossed_limits, purge_unwatched_limits
from content.price_limits.tables import PriceLimit
from content.runtime import ContentRuntime, Session
from contracts.auth import UserErased
from contracts.calculator import SettingsChanged
from contracts.content import PriceLimitCrossed
from sqlalchemy import select, update
from sqlmodel import col

from services.content.tests.fixture_types import Factory
from services.content.tests.stand_in_calculator import StandInCalculator, run_calculator

URL = "/api/me/price-limits"
NEW_RATE = SettingsChanged(
    default_edition="ru-2026-01",
    rate_source="central_bank",
    rate_value=Decimal(101),
    rate_date=datetime(2026, 11, 28, tzinfo=UTC).date(),
    reason="rate",
)


class Calculator(StandInCalculator):
    """Stand-in of the calculator with one saved calculation.

    `estimate_requests` has the requests for estimates, and `read_count` counts how often the calculation was
    read. `total` is the sum of every estimate, or None if the calculator cannot estimate.
    """

    def __init__(self) -> None:
        self.id = new_id()
        self.total: float | None = 5_200_000.4
        self.is_deleted = False
        self.is_down = False
        self.estimate_requests: list[Any] = []
        self.read_count = 0

    async def answer(self, path: str, body: bytes) -> tuple[int, dict[str, Any]]:
        if self.is_down:
            return 503, {}
        if path == f"/api/calculator/calculations/{self.id}" and not self.is_deleted:
            self.read_count += 1
            request = {"price": 4_000_000, "age": 4, "edition": "ru-2025-01", "declaration_date": "2026-01-15"}
            return 200, {"title": "BMW из Мюнхена", "request": request}
        if path == "/internal/estimates":
            [item] = json.loads(body)["items"]
            self.estimate_requests.append(item["request"])
            result = {"total": self.total} if self.total is not None else None
            return 200, {"items": [{"key": item["key"], "result": result}]}
        return 404, {}


@pytest.fixture
async def calculator(runtime: ContentRuntime) -> AsyncIterator[Calculator]:
    stand_in = Calculator()
    async with run_calculator(stand_in, runtime):
        yield stand_in


async def limit_car(client: ApiClient, headers: dict[str, str], car: Car, limit_rub: int) -> dict[str, Any]:
    await client.put(f"/api/me/favorites/{car.id}", headers=headers)
    answer = await client.put(f"{URL}/cars/{car.id}", json={"limit_rub": limit_rub}, headers=headers)
    assert answer.status_code == 200, answer.text
    limit: dict[str, Any] = answer.json()["limit"]
    return limit


async def list_limits(client: ApiClient, headers: dict[str, str]) -> list[dict[str, Any]]:
    limits: list[dict[str, Any]] = (await client.get(URL, headers=headers)).json()["limits"]
    return limits


async def run_alerts(runtime: ContentRuntime) -> None:
    async with runtime.database.transaction() as db:
        await publish_crossed_limits(db, runtime)


async def set_price(runtime: ContentRuntime, car: Car, price_rub: int) -> None:
    async with runtime.database.transaction() as db:
        await db.execute(update(Car).where(col(Car.id) == car.id).values(price_rub=price_rub))


async def list_crossings(read_events: EventReader) -> list[tuple[str, int]]:
    return [(event.direction, event.current_rub) for event in await read_events(PriceLimitCrossed)]


class TestSetting:
    async def test_a_car_has_one_limit_of_a_user_which_is_set_changed_and_removed(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car]
    ) -> None:
        car = await make_car(brand="BMW", model="320d", year=2022, price_rub=5_200_000)
        headers = build_auth_headers(id=new_id())
        limit = await limit_car(client, headers, car, 5_000_000)
        assert (limit["title"], limit["limit_rub"], limit["current_rub"]) == ("BMW 320d, 2022", 5_000_000, 5_200_000)
        assert (limit["car_id"], limit["calculation_id"], limit["alerts"]) == (str(car.id), None, True)
        changed_limit = await limit_car(client, headers, car, 4_900_000)
        assert (changed_limit["id"], changed_limit["limit_rub"]) == (limit["id"], 4_900_000)
        assert await list_limits(client, headers) == [changed_limit]
        assert await list_limits(client, build_auth_headers()) == []
        url = f"{URL}/{limit['id']}"
        change_answer = await client.patch(url, json={"limit_rub": 4_800_000, "alerts": False}, headers=headers)
        assert (change_answer.json()["limit"]["limit_rub"], change_answer.json()["limit"]["alerts"]) == (
            4_800_000,
            False,
        )
        await client.delete(url, headers=build_auth_headers())
        assert len(await list_limits(client, headers)) == 1
        for _ in range(2):
            assert (await client.delete(url, headers=headers)).json() == {"success": True}
        assert await list_limits(client, headers) == []

    async def test_two_requests_at_one_moment_set_one_limit(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car]
    ) -> None:
        car = await make_car(price_rub=5_200_000)
        headers = build_auth_headers(id=new_id())
        first_limit, second_limit = await asyncio.gather(
            *(limit_car(client, headers, car, 5_000_000) for _ in range(2))
        )
        assert first_limit["id"] == second_limit["id"]

    async def test_limits_of_cars_that_cannot_be_watched_are_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car]
    ) -> None:
        headers = build_auth_headers(id=new_id())
        body = {"limit_rub": 5_000_000}
        car = await make_car(price_rub=5_200_000)
        unpriced_car = await make_car()
        hidden_car = await make_car(price_rub=5_200_000, status="hidden")
        await client.put(f"/api/me/favorites/{unpriced_car.id}", headers=headers)
        for car_id, status, code in (
            (car.id, 409, "not_a_favorite"),
            (unpriced_car.id, 409, "price_unknown"),
            (hidden_car.id, 404, "not_found"),
            (new_id(), 404, "not_found"),
        ):
            answer = await client.put(f"{URL}/cars/{car_id}", json=body, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert (await client.patch(f"{URL}/{new_id()}", json={}, headers=headers)).status_code == 404

    async def test_a_visitor_cannot_list_price_limits(self, client: ApiClient) -> None:
        assert (await client.get(URL)).status_code == 401

    @pytest.mark.parametrize("body", [{"limit_rub": 0}, {"limit_rub": 1.5}, {"limit_rub": "много"}, {}])
    async def test_a_limit_is_a_positive_whole_number_of_roubles(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car], body: dict[str, Any]
    ) -> None:
        car = await make_car(price_rub=5_200_000)
        headers = build_auth_headers(id=new_id())
        await client.put(f"/api/me/favorites/{car.id}", headers=headers)
        answer = await client.put(f"{URL}/cars/{car.id}", json=body, headers=headers)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "limit_rub")

    async def test_a_user_with_the_most_limits_can_only_change_them(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(service, "MAX_LIMITS", 1)
        headers = build_auth_headers(id=new_id())
        car = await make_car(price_rub=5_200_000)
        other_car = await make_car(price_rub=5_200_000)
        await limit_car(client, headers, car, 5_000_000)
        await client.put(f"/api/me/favorites/{other_car.id}", headers=headers)
        refusal = await client.put(f"{URL}/cars/{other_car.id}", json={"limit_rub": 5_000_000}, headers=headers)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "too_many_price_limits")
        assert (await limit_car(client, headers, car, 4_900_000))["limit_rub"] == 4_900_000


class TestAlerts:
    async def test_a_crossing_is_announced_once_until_the_price_crosses_back(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
        clock: MovableClock,
    ) -> None:
        car = await make_car(price_rub=5_200_000)
        user_id = new_id()
        limit = await limit_car(client, build_auth_headers(id=user_id), car, 5_000_000)
        await run_alerts(runtime)
        assert await read_events(PriceLimitCrossed) == []
        for price in (5_000_000, 4_900_000, 5_020_000, 4_950_000):
            # 5 020 000 is less than half a percent above the limit. Such a small change is not announced.
            await set_price(runtime, car, price)
            await run_alerts(runtime)
            clock.move(days=2)
        assert await list_crossings(read_events) == [("fell", 5_000_000)]
        [event] = await read_events(PriceLimitCrossed)
        assert (event.user_id, str(event.limit_id), event.title) == (user_id, limit["id"], car.title)
        assert (event.car_slug, event.limit_rub) == (car.slug, 5_000_000)
        await set_price(runtime, car, 5_030_000)
        await run_alerts(runtime)
        assert (await list_crossings(read_events))[1:] == [("rose", 5_030_000)]

    def test_limits_are_compared_every_minute(self) -> None:
        [job] = [job for job in JOBS if job.run is publish_crossed_limits]
        assert job.every <= timedelta(minutes=1)

    async def test_one_run_publishes_all_crossed_limits(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(service, "BATCH_SIZE", 2)
        car = await make_car(price_rub=5_200_000)
        for _ in range(5):
            await limit_car(client, build_auth_headers(id=new_id()), car, 5_000_000)
        await set_price(runtime, car, 4_900_000)
        await run_alerts(runtime)
        assert await list_crossings(read_events) == [("fell", 4_900_000)] * 5

    async def test_a_limit_has_at_most_one_notification_a_day(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
        clock: MovableClock,
    ) -> None:
        car = await make_car(price_rub=5_200_000)
        await limit_car(client, build_auth_headers(id=new_id()), car, 5_000_000)
        await set_price(runtime, car, 4_900_000)
        await run_alerts(runtime)
        await set_price(runtime, car, 5_200_000)
        await run_alerts(runtime)
        assert await list_crossings(read_events) == [("fell", 4_900_000)]
        clock.move(days=1)
        await run_alerts(runtime)
        assert await list_crossings(read_events) == [("fell", 4_900_000), ("rose", 5_200_000)]

    async def test_cars_that_are_sold_or_no_longer_favourites_cause_no_alerts(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
        db: Session,
    ) -> None:
        headers = build_auth_headers(id=new_id())
        sold_car = await make_car(price_rub=5_200_000)
        dropped_car = await make_car(price_rub=5_200_000)
        for car in (sold_car, dropped_car):
            await limit_car(client, headers, car, 5_000_000)
            await set_price(runtime, car, 4_900_000)
        async with runtime.database.transaction() as session:
            await session.execute(update(Car).where(col(Car.id) == sold_car.id).values(status="sold"))
        await client.delete(f"/api/me/favorites/{dropped_car.id}", headers=headers)
        await run_alerts(runtime)
        assert await read_events(PriceLimitCrossed) == []
        assert [limit["car_id"] for limit in await list_limits(client, headers)] == [str(sold_car.id)]
        async with runtime.database.transaction() as session:
            await purge_unwatched_limits(session, runtime)
        assert [row.car_id for row in await db.scalars(select(PriceLimit))] == [sold_car.id]

    async def test_a_car_that_is_a_favourite_again_is_watched_again(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        headers = build_auth_headers(id=new_id())
        car = await make_car(price_rub=5_200_000)
        limit = await limit_car(client, headers, car, 5_000_000)
        await client.delete(f"/api/me/favorites/{car.id}", headers=headers)
        await client.put(f"/api/me/favorites/{car.id}", headers=headers)
        assert [listed_limit["id"] for listed_limit in await list_limits(client, headers)] == [limit["id"]]
        await set_price(runtime, car, 4_900_000)
        await run_alerts(runtime)
        assert await list_crossings(read_events) == [("fell", 4_900_000)]

    async def test_a_changed_limit_is_crossed_only_by_a_later_change_of_the_price(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        headers = build_auth_headers(id=new_id())
        car = await make_car(price_rub=5_200_000)
        await limit_car(client, headers, car, 5_000_000)
        # The price is below the new limit from the beginning.
        await limit_car(client, headers, car, 5_500_000)
        await run_alerts(runtime)
        assert await list_crossings(read_events) == []
        await set_price(runtime, car, 5_600_000)
        await run_alerts(runtime)
        assert await list_crossings(read_events) == [("rose", 5_600_000)]

    async def test_crossings_while_notifications_were_off_are_not_reported_later(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        headers = build_auth_headers(id=new_id())
        car = await make_car(price_rub=5_200_000)
        url = f"{URL}/{(await limit_car(client, headers, car, 5_000_000))['id']}"
        await client.patch(url, json={"alerts": False}, headers=headers)
        await set_price(runtime, car, 4_900_000)
        await run_alerts(runtime)
        await client.patch(url, json={"alerts": True}, headers=headers)
        await run_alerts(runtime)
        assert await read_events(PriceLimitCrossed) == []


class TestCalculations:
    async def test_the_sum_of_today_is_compared_when_the_rate_or_the_edition_changes(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        calculator: Calculator,
        runtime: ContentRuntime,
        read_events: EventReader,
        deliver: EventDelivery,
        clock: MovableClock,
        db: Session,
    ) -> None:
        headers = build_auth_headers(id=new_id())
        answer = await client.put(f"{URL}/calculations/{calculator.id}", json={"limit_rub": 5_000_000}, headers=headers)
        assert answer.status_code == 200, answer.text
        limit = answer.json()["limit"]
        assert (limit["title"], limit["current_rub"], limit["car_id"]) == ("BMW из Мюнхена", 5_200_000, None)
        # Edition and day of the saved calculation are left out, so the sum is calculated for today.
        assert calculator.estimate_requests == [{"price": 4_000_000, "age": 4}]
        calculator.total = 4_900_000
        await estimate_due_calculations(db, runtime)
        assert len(calculator.estimate_requests) == 1
        clock.move(seconds=1)
        await deliver(NEW_RATE)
        clock.move(seconds=1)
        for _ in range(2):
            await estimate_due_calculations(db, runtime)
            await run_alerts(runtime)
        assert len(calculator.estimate_requests) == 2
        [event] = await read_events(PriceLimitCrossed)
        assert (event.calculation_id, event.direction, event.current_rub) == (calculator.id, "fell", 4_900_000)
        # Without an event the sum is computed again on the next day, because the car grows older.
        clock.move(days=1)
        await estimate_due_calculations(db, runtime)
        assert len(calculator.estimate_requests) == 3

    async def test_a_calculation_that_two_users_watch_is_estimated_once(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        calculator: Calculator,
        runtime: ContentRuntime,
        clock: MovableClock,
        db: Session,
    ) -> None:
        for _ in range(2):
            headers = build_auth_headers(id=new_id())
            url = f"{URL}/calculations/{calculator.id}"
            assert (await client.put(url, json={"limit_rub": 5_000_000}, headers=headers)).status_code == 200
        calculator.read_count = 0
        clock.move(days=1)
        await estimate_due_calculations(db, runtime)
        assert calculator.read_count == 1
        await estimate_due_calculations(db, runtime)
        assert calculator.read_count == 1

    async def test_a_user_sets_at_most_60_limits_of_calculations_an_hour(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        calculator: Calculator,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        assert service.MAX_CHANGES_PER_HOUR == 60
        monkeypatch.setattr(service, "MAX_CHANGES_PER_HOUR", 2)
        headers = build_auth_headers(id=new_id())
        url = f"{URL}/calculations/{calculator.id}"
        answers = [
            await client.put(url, json={"limit_rub": limit_rub}, headers=headers)
            for limit_rub in (5_000_000, 5_100_000, 5_200_000)
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[-1].json()["code"] == "rate_limited"
        assert [limit["limit_rub"] for limit in await list_limits(client, headers)] == [5_100_000]

    async def test_a_deleted_calculation_loses_its_limits(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        calculator: Calculator,
        runtime: ContentRuntime,
        clock: MovableClock,
        db: Session,
    ) -> None:
        user_id = new_id()
        headers = build_auth_headers(id=user_id)
        url = f"{URL}/calculations/{calculator.id}"
        await client.put(url, json={"limit_rub": 5_000_000}, headers=headers)
        calculator.is_deleted = True
        clock.move(days=1)
        await estimate_due_calculations(db, runtime)
        headers = build_auth_headers(id=user_id)
        assert await list_limits(client, headers) == []
        assert (await client.put(url, json={"limit_rub": 5_000_000}, headers=headers)).status_code == 404

    async def test_an_outage_of_the_calculator_changes_nothing(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        calculator: Calculator,
        runtime: ContentRuntime,
        clock: MovableClock,
        db: Session,
    ) -> None:
        user_id = new_id()
        headers = build_auth_headers(id=user_id)
        url = f"{URL}/calculations/{calculator.id}"
        calculator.is_down = True
        refusal = await client.put(url, json={"limit_rub": 5_000_000}, headers=headers)
        assert (refusal.status_code, refusal.json()["code"]) == (503, "unavailable")
        assert await list_limits(client, headers) == []
        calculator.is_down = False
        await client.put(url, json={"limit_rub": 5_000_000}, headers=headers)
        calculator.is_down = True
        clock.move(days=1)
        await estimate_due_calculations(db, runtime)
        headers = build_auth_headers(id=user_id)
        [limit] = await list_limits(client, headers)
        assert limit["current_rub"] == 5_200_000

    async def test_a_calculation_that_cannot_be_estimated_gets_no_limit(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, calculator: Calculator
    ) -> None:
        headers = build_auth_headers(id=new_id())
        calculator.total = None
        url = f"{URL}/calculations/{calculator.id}"
        refusal = await client.put(url, json={"limit_rub": 5_000_000}, headers=headers)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "price_unknown")
        assert await list_limits(client, headers) == []


class TestStopLink:
    async def test_the_link_opens_a_page_and_its_confirmation_stops_one_limit(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        headers = build_auth_headers(id=new_id())
        cars = [await make_car(price_rub=5_200_000) for _ in range(2)]
        for car in cars:
            await limit_car(client, headers, car, 5_000_000)
        await set_price(runtime, cars[0], 4_900_000)
        await run_alerts(runtime)
        [event] = await read_events(PriceLimitCrossed)
        link = urlsplit(event.stop_url)
        address = f"{link.path}?{link.query}"
        page = await client.get(address, headers={"Accept": "text/html"})
        assert re.match(r"/unsubscribe\?list=price&state=ask&action=unsubscribe&token=", page.headers["location"])
        assert [limit["alerts"] for limit in await list_limits(client, headers)] == [True, True]
        for _ in range(2):
            assert (await client.post(address)).status_code == 200
        alerts_by_car = {limit["car_id"]: limit["alerts"] for limit in await list_limits(client, headers)}
        assert alerts_by_car == {str(cars[0].id): False, str(cars[1].id): True}
        for token in ("", f"{new_id().hex}.{'0' * 40}"):
            refusal = await client.post("/api/price-limits/stop", params={"token": token})
            assert (refusal.status_code, refusal.json()["code"]) == (400, "invalid_token")


class TestErasure:
    async def test_an_erasure_deletes_the_limits_of_the_user(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        deliver: EventDelivery,
        db: Session,
    ) -> None:
        car = await make_car(price_rub=5_200_000)
        erased_user_id = new_id()
        other_user_id = new_id()
        for user_id in (erased_user_id, other_user_id):
            await limit_car(client, build_auth_headers(id=user_id), car, 5_000_000)
        await deliver(UserErased(user_id=erased_user_id, erasure_id=new_id()))
        assert [row.user_id for row in await db.scalars(select(PriceLimit))] == [other_user_id]
