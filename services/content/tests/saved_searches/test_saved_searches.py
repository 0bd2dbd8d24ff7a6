import re
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from content.cars.tables import Car
from content.jobs import JOBS
from content.runtime import ContentRuntime
from content.saved_searches import service
from content.saved_searches.service import publish_found_cars
from content.saved_searches.tables import SavedSearch
from contracts.content import SavedSearchMatched
from sqlalchemy import select
from sqlmodel import col

from services.content.tests.fixture_types import Factory

URL = "/api/me/searches"
BMW = {"name": "BMW до пяти миллионов", "filters": {"brand": "BMW", "price_max": 5_000_000}}


async def save_search(client: ApiClient, headers: dict[str, str], **changes: Any) -> dict[str, Any]:
    save_answer = await client.post(URL, json=BMW | changes, headers=headers)
    assert save_answer.status_code == 200, save_answer.text
    search: dict[str, Any] = save_answer.json()["search"]
    return search


async def run_alerts(runtime: ContentRuntime) -> None:
    async with runtime.database.transaction() as db:
        await publish_found_cars(db, runtime)


class TestSaveSearch:
    async def test_search_is_listed_with_the_number_of_its_cars(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car]
    ) -> None:
        await make_car(brand="BMW", price_rub=4_000_000)
        await make_car(brand="BMW", price_rub=6_000_000)
        await make_car(brand="Audi", price_rub=4_000_000)
        headers = build_auth_headers(id=new_id())
        search = await save_search(client, headers)
        assert (search["cars"], search["alerts"], search["alerted_at"]) == (1, True, None)
        listed_body = (await client.get(URL, headers=headers)).json()
        assert (listed_body["total"], listed_body["searches"]) == (1, [search])
        assert (await client.get(URL, headers=build_auth_headers())).json()["total"] == 0
        assert (await client.get(URL)).status_code == 401

    async def test_a_search_by_turnkey_price_follows_the_prices_of_services(
        self, client: ApiClient, admin: dict[str, str], build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car]
    ) -> None:
        await make_car(brand="BMW", price_rub=4_542_000)
        headers = build_auth_headers(id=new_id())
        filters = {"brand": "BMW", "turnkey_max": 5_000_000}
        search = await save_search(client, headers, filters=filters)
        assert search["cars"] == 1
        prices = (await client.get("/api/settings")).json()["servicePrices"]
        sent_settings = {"servicePrices": prices | {"delivery": prices["delivery"] + 1}}
        assert (await client.put("/api/settings", json=sent_settings, headers=admin)).status_code == 200
        assert (await client.get(URL, headers=headers)).json()["searches"][0]["cars"] == 0

    async def test_the_same_filters_are_saved_once(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        headers = build_auth_headers(id=new_id())
        saved_search = await save_search(client, headers)
        filters = {"price_max": 5_000_000, "brand": "BMW", "q": ""}
        assert await save_search(client, headers, name="Другое", filters=filters) == saved_search

    async def test_a_search_without_filters_matches_the_whole_catalogue(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car]
    ) -> None:
        await make_car(brand="BMW")
        await make_car(brand="Audi", price_rub=4_000_000)
        await make_car(brand="Volvo", status="hidden")
        search = await save_search(client, build_auth_headers(id=new_id()), filters={"q": ""})
        assert search["cars"] == 2
        assert set(search["filters"].values()) == {None}

    async def test_search_beyond_the_cap_is_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "MAX_SEARCHES", 2)
        headers = build_auth_headers(id=new_id())
        for brand in ("Audi", "BMW"):
            await save_search(client, headers, filters={"brand": brand})
        refusal = await client.post(URL, json=BMW | {"filters": {"brand": "Volvo"}}, headers=headers)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "too_many_searches")
        # These filters are saved already, so nothing is added.
        await save_search(client, headers, filters={"brand": "Audi"})

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            (BMW | {"name": ""}, "name"),
            (BMW | {"name": "х" * 81}, "name"),
            (BMW | {"filters": {"price_max": -1}}, "filters.price_max"),
            (BMW | {"filters": {"year_min": 1700}}, "filters.year_min"),
            (BMW | {"filters": {"colour": "red"}}, "filters.colour"),
        ],
    )
    async def test_a_wrong_field_of_a_saved_search_is_named(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, body: dict[str, Any], field: str
    ) -> None:
        headers = build_auth_headers(id=new_id())
        refusal = await client.post(URL, json=body, headers=headers)
        assert refusal.status_code == 422
        assert [error["field"] for error in refusal.json()["errors"]] == [field]
        assert (await client.get(URL, headers=headers)).json()["total"] == 0

    async def test_search_is_renamed_and_deleted_by_its_owner_only(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        headers = build_auth_headers(id=new_id())
        search = await save_search(client, headers)
        url = f"{URL}/{search['id']}"
        assert (await client.patch(url, json={"name": "Моё"}, headers=build_auth_headers())).status_code == 404
        rename_answer = await client.patch(url, json={"name": "Моё"}, headers=headers)
        assert rename_answer.json()["search"] == search | {"name": "Моё"}
        await client.delete(url, headers=build_auth_headers())
        assert (await client.get(URL, headers=headers)).json()["total"] == 1
        for _ in range(2):
            assert (await client.delete(url, headers=headers)).json() == {"success": True}
        assert (await client.get(URL, headers=headers)).json()["total"] == 0


class TestAlerts:
    async def test_new_cars_are_published_once_and_at_most_once_a_day(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
        clock: MovableClock,
    ) -> None:
        await make_car(brand="BMW", price_rub=3_000_000)
        user_id = new_id()
        search = await save_search(client, build_auth_headers(id=user_id))
        await run_alerts(runtime)
        assert await read_events(SavedSearchMatched) == []
        for price in (4_100_000, 4_200_000, 4_300_000, 4_400_000):
            await make_car(brand="BMW", model="320d", year=2022, price_rub=price)
        await make_car(brand="BMW", price_rub=5_100_000)
        for _ in range(2):
            await run_alerts(runtime)
        [event] = await read_events(SavedSearchMatched)
        assert (event.user_id, str(event.search_id), event.count) == (user_id, search["id"], 4)
        # The newest cars come first.
        assert [(car.title, car.price_rub, car.turnkey_rub) for car in event.cars] == [
            ("BMW 320d, 2022", 4_400_000, 4_858_000),
            ("BMW 320d, 2022", 4_300_000, 4_758_000),
            ("BMW 320d, 2022", 4_200_000, 4_658_000),
        ]
        assert parse_qs(event.address) == {"brand": ["BMW"], "price_max": ["5000000"], "search": [search["id"]]}
        # A further car on the same day waits for the next notification.
        await make_car(brand="BMW", price_rub=4_500_000)
        await run_alerts(runtime)
        assert len(await read_events(SavedSearchMatched)) == 1
        clock.move(days=1)
        await run_alerts(runtime)
        assert [event.count for event in await read_events(SavedSearchMatched)] == [4, 1]

    async def test_search_is_compared_again_only_after_a_change_of_the_catalogue(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        clock: MovableClock,
    ) -> None:
        await make_car(brand="BMW")
        await save_search(client, build_auth_headers(id=new_id()))

        async def compare_and_read_time() -> datetime:
            clock.move(minutes=2)
            await run_alerts(runtime)
            async with runtime.database.reading() as db:
                return (await db.scalars(select(col(SavedSearch.checked_at)))).one()

        first_time = await compare_and_read_time()
        for _ in range(2):
            assert await compare_and_read_time() == first_time
        await make_car(brand="Audi")
        assert await compare_and_read_time() > first_time

    def test_changes_of_the_catalogue_are_compared_within_a_minute(self) -> None:
        [job] = [job for job in JOBS if job.run is publish_found_cars]
        assert job.every <= timedelta(minutes=1)

    async def test_one_run_compares_all_searches(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(service, "BATCH_SIZE", 2)
        owner_ids = {new_id() for _ in range(5)}
        for owner_id in owner_ids:
            await save_search(client, build_auth_headers(id=owner_id))
        await make_car(brand="BMW", price_rub=4_000_000)
        await run_alerts(runtime)
        assert sorted(event.user_id for event in await read_events(SavedSearchMatched)) == sorted(owner_ids)

    async def test_a_lower_price_and_a_republished_car_are_reported(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        expensive_car = await make_car(brand="BMW", price_rub=6_000_000)
        hidden_car = await make_car(brand="BMW", price_rub=4_000_000, status="hidden")
        await save_search(client, build_auth_headers(id=new_id()))
        changes: list[tuple[UUID, dict[str, Any]]] = [
            (expensive_car.id, {"price_rub": 4_900_000}),
            (hidden_car.id, {"status": "published"}),
        ]
        for id, change in changes:
            change_answer = await client.patch(
                f"/api/content/admin/cars/{id}", json=change | {"version": 1}, headers=admin
            )
            assert change_answer.status_code == 200
        await run_alerts(runtime)
        assert [event.count for event in await read_events(SavedSearchMatched)] == [2]

    async def test_texts_are_searched_as_in_the_catalogue(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        headers = build_auth_headers(id=new_id())
        await save_search(client, headers, filters={"q": "бмв"})
        await save_search(client, headers, filters={"q": "!!!"})
        await make_car(brand="BMW")
        await make_car(brand="Audi")
        await run_alerts(runtime)
        assert [event.count for event in await read_events(SavedSearchMatched)] == [1]

    async def test_cars_that_appeared_while_alerts_were_off_are_not_reported(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        headers = build_auth_headers(id=new_id())
        search = await save_search(client, headers)
        url = f"{URL}/{search['id']}"
        assert (await client.patch(url, json={"alerts": False}, headers=headers)).json()["search"]["alerts"] is False
        await make_car(brand="BMW", price_rub=4_000_000)
        await run_alerts(runtime)
        await client.patch(url, json={"alerts": True}, headers=headers)
        await run_alerts(runtime)
        assert await read_events(SavedSearchMatched) == []


class TestStopLink:
    async def test_the_link_opens_a_page_and_its_confirmation_stops_one_search(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        headers = build_auth_headers(id=new_id())
        await save_search(client, headers)
        await save_search(client, headers, filters={"brand": "Audi"})
        await make_car(brand="BMW", price_rub=4_000_000)
        await run_alerts(runtime)
        [event] = await read_events(SavedSearchMatched)
        link = urlsplit(event.stop_url)
        address = f"{link.path}?{link.query}"
        browser_headers = {"Accept": "text/html"}
        page = await client.get(address, headers=browser_headers)
        assert page.status_code in {302, 303}
        assert re.match(r"/unsubscribe\?list=search&state=ask&action=unsubscribe&token=", page.headers["location"])
        alerts = [search["alerts"] for search in (await client.get(URL, headers=headers)).json()["searches"]]
        assert alerts == [True, True]
        for _ in range(2):
            assert (await client.post(address)).status_code == 200
        searches = (await client.get(URL, headers=headers)).json()["searches"]
        assert {search["filters"]["brand"]: search["alerts"] for search in searches} == {"Audi": True, "BMW": False}

    async def test_a_forged_or_cut_stop_link_is_refused(self, client: ApiClient) -> None:
        for token in ("", f"{new_id().hex}.{'0' * 40}", "x"):
            refusal = await client.post("/api/saved-searches/stop", params={"token": token})
            assert (refusal.status_code, refusal.json()["code"]) == (400, "invalid_token")
