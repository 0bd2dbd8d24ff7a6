from datetime import timedelta
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from content.cars import favorites
from content.cars.tables import Car
from content.runtime import ContentRuntime
from contracts.content import FavoritePriceChanged

from services.content.tests.fixture_types import Factory

URL = "/api/me/favorites"


class TestFavorites:
    async def test_a_favorite_may_be_added_and_removed_repeatedly(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car]
    ) -> None:
        car = await make_car(price_rub=3_000_000)
        headers = build_auth_headers(id=new_id())
        for _ in range(2):
            add_answer = await client.put(f"{URL}/{car.id}", headers=headers)
            assert add_answer.status_code == 200
        note_answer = await client.put(f"{URL}/{car.id}", json={"note": "На лето"}, headers=headers)
        assert note_answer.json()["favorite"]["note"] == "На лето"
        body = (await client.get(URL, headers=headers)).json()
        assert (body["total"], body["favorites"][0]["slug"]) == (1, car.slug)
        assert (await client.get(URL, headers=build_auth_headers())).json()["total"] == 0
        for _ in range(2):
            assert (await client.delete(f"{URL}/{car.id}", headers=headers)).json() == {"success": True}
        assert (await client.get(URL, headers=headers)).json()["favorites"] == []

    async def test_favorite_beyond_the_cap_is_refused(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(favorites, "MAX_FAVORITES", 2)
        headers = build_auth_headers(id=new_id())
        cars = [await make_car() for _ in range(3)]
        statuses = [(await client.put(f"{URL}/{car.id}", headers=headers)).status_code for car in cars]
        assert statuses == [200, 200, 409]
        note_answer = await client.put(f"{URL}/{cars[0].id}", json={"note": "Первая"}, headers=headers)
        assert note_answer.status_code == 200

    async def test_a_favorite_has_the_turnkey_price_of_the_catalogue(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car]
    ) -> None:
        car = await make_car(price_rub=3_000_000)
        headers = build_auth_headers(id=new_id())
        added_favorite = (await client.put(f"{URL}/{car.id}", headers=headers)).json()["favorite"]
        [listed_favorite] = (await client.get(URL, headers=headers)).json()["favorites"]
        shown_car = (await client.get(f"/api/cars/{car.id}")).json()["car"]
        assert shown_car["turnkey_rub"] == 3_458_000
        assert (added_favorite["turnkey_rub"], listed_favorite["turnkey_rub"]) == (3_458_000, 3_458_000)

    async def test_a_favorite_whose_reservation_is_over_is_not_reserved(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car], clock: MovableClock
    ) -> None:
        car = await make_car(reserved_until=clock() + timedelta(minutes=1))
        headers = build_auth_headers(id=new_id())
        await client.put(f"{URL}/{car.id}", headers=headers)
        [reserved_favorite] = (await client.get(URL, headers=headers)).json()["favorites"]
        assert reserved_favorite["reserved_until"] is not None
        clock.move(minutes=2)
        [free_favorite] = (await client.get(URL, headers=headers)).json()["favorites"]
        assert free_favorite["reserved_until"] is None

    async def test_unknown_and_hidden_cars_cannot_become_favorites(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car]
    ) -> None:
        hidden_car = await make_car(status="hidden")
        for id in (new_id(), hidden_car.id):
            assert (await client.put(f"{URL}/{id}", headers=build_auth_headers())).status_code == 404
        assert (await client.put(f"{URL}/{hidden_car.id}")).status_code == 401

    async def test_only_a_price_change_of_at_least_one_percent_is_published(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        car = await make_car(price_rub=3_000_000)
        user_id = new_id()
        await client.put(f"{URL}/{car.id}", headers=build_auth_headers(id=user_id))
        for price in (3_010_000, 2_900_000, 2_900_000):
            async with runtime.database.transaction() as db:
                car.price_rub = price
                await favorites.record_price_change(db, car)
        events = await read_events(FavoritePriceChanged)
        assert [(event.user_id, event.old_price_rub, event.new_price_rub) for event in events] == [
            (user_id, 3_000_000, 2_900_000)
        ]

    async def test_manual_price_is_published_while_the_car_is_on_offer(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_car: Factory[Car],
        read_events: EventReader,
    ) -> None:
        car = await make_car(price_rub=3_000_000)
        await client.put(f"{URL}/{car.id}", headers=build_auth_headers())
        url = f"/api/content/admin/cars/{car.id}"
        changes: list[dict[str, Any]] = [{"price_rub": 2_800_000}, {"price_rub": 2_000_000, "status": "sold"}]
        for version, change in enumerate(changes, 1):
            assert (await client.patch(url, json=change | {"version": version}, headers=admin)).status_code == 200
        events = await read_events(FavoritePriceChanged)
        assert [(event.old_price_rub, event.new_price_rub) for event in events] == [(3_000_000, 2_800_000)]
