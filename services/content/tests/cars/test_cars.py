from datetime import UTC, datetime
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.web.overload import ConcurrencyLimit
from content.cars.labels import latinize_brands
from content.cars.queries import list_cars_to_price
from content.cars.tables import Car
from content.runtime import Session

from services.content.tests.fixture_types import Factory

ADMIN = "/api/content/admin/cars"
NEW_CAR = {"brand": "Volvo", "model": "XC60", "year": 2022, "body_type": "suv", "fuel": "petrol", "price_eur": 40000}


async def list_slugs(client: ApiClient, query: str = "") -> list[str]:
    return [car["slug"] for car in (await client.get(f"/api/cars?{query}")).json()["cars"]]


@pytest.mark.parametrize(
    ("typed_text", "latin_text"),
    [
        ("рендж ровер", "Range Rover"),
        ("Рэйндж Ровера", "Range Rover"),
        ("мерседесы дизель", "Mercedes дизель"),
        ("лэнд", "Land"),
        # One letter of the other alphabet: Cyrillic in the model, Latin in the brand.
        ("ауди \u04304", "Audi a4"),
        ("\u0061уди a4", "Audi a4"),
        ("\u0412MW X5", "BMW X5"),
        ("кия", "Kia"),
        ("универсал", "универсал"),
    ],
)
def test_brands_in_russian_spelling_are_read_as_latin(typed_text: str, latin_text: str) -> None:
    assert latinize_brands(typed_text) == latin_text


class TestFloods:
    @pytest.mark.parametrize(
        ("search_address", "list_address"),
        [("/api/cars?q=audi", "/api/cars"), ("/api/blog/posts?search=сбор", "/api/blog/posts")],
    )
    async def test_under_overload_searches_are_refused_and_lists_are_answered(
        self, client: ApiClient, monkeypatch: pytest.MonkeyPatch, search_address: str, list_address: str
    ) -> None:
        monkeypatch.setattr("content.articles.search.SEARCHES", ConcurrencyLimit(running=1, waiting=0))
        refusal = await client.get(search_address)
        assert (refusal.status_code, refusal.headers["Retry-After"]) == (503, "1")
        assert (await client.get(list_address)).status_code == 200


class TestCatalogue:
    @pytest.fixture(autouse=True)
    async def _cars(self, make_car: Factory[Car]) -> None:
        await make_car(
            slug="a", brand="BMW", price_rub=3_000_000, year=2020, mileage_km=90, fuel="diesel", tags=["new"]
        )
        await make_car(slug="b", brand="Audi", price_rub=2_000_000, year=2022, mileage_km=50, body_type="suv")
        estate = {"body_type": "estate", "fuel": "petrol"}
        await make_car(slug="c", brand="Audi", model="Кабриолет", price_rub=None, year=2021, mileage_km=70, **estate)
        await make_car(slug="hidden", status="hidden")

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ("", ["c", "b", "a"]),
            ("brand=audi", ["c", "b"]),
            ("brand=BMW,audi&body_type=suv", ["b"]),
            ("fuel=electric", []),
            ("price_min=2500000", ["a"]),
            ("price_max=2500000", ["b"]),
            # The turnkey price of these cars is 458,000 roubles higher.
            ("turnkey_max=2458000", ["b"]),
            ("turnkey_max=2457999", []),
            ("turnkey_min=2458001", ["a"]),
            ("turnkey_min=2458000&price_max=2500000", ["b"]),
            ("turnkey_min=2000000&price_min=2500000", ["a"]),
            ("turnkey_max=400000", []),
            ("year_min=2021&sort=year_asc", ["c", "b"]),
            ("sort=price_asc", ["b", "a", "c"]),
            ("sort=-price", ["a", "b", "c"]),
            ("sort=mileage_asc", ["b", "c", "a"]),
            ("tag=new", ["a"]),
            ("q=кабриолеты", ["c"]),
            ("q=aud", ["c", "b"]),
            ("q=внедорожники дизель", ["b"]),
            ("q=дизельные седаны", ["a"]),
            ("q=бензиновый универсал", ["c"]),
            ("q=универсалы", ["c"]),
            ("q=ауди", ["c", "b"]),
            ("q=АУДИ дизель", ["b"]),
            ("q=седан бмв", ["a"]),
            ("q=!!!", []),
            ("q=кия", []),
            ("q=каби", []),
            ("q=audi -дизель", ["c"]),
            ("limit=1&offset=1", ["b"]),
        ],
    )
    async def test_the_catalogue_is_filtered_and_sorted(
        self, client: ApiClient, query: str, expected: list[str]
    ) -> None:
        assert await list_slugs(client, query) == expected

    async def test_facets_and_total_count_the_whole_catalogue(self, client: ApiClient) -> None:
        body = (await client.get("/api/cars?limit=2")).json()
        assert (body["success"], body["total"], body["hasMore"]) == (True, 3, True)
        assert body["facets"]["brands"] == [{"value": "Audi", "count": 2}, {"value": "BMW", "count": 1}]
        assert (body["facets"]["price_min"], body["facets"]["year_max"]) == (2_000_000, 2022)
        assert body["facets"]["turnkey_min"] == 2_458_000

    @pytest.mark.parametrize("query", ["sort=up", "limit=0", "limit=101", "offset=-1", "price_min=-1", "year_min=abc"])
    async def test_wrong_parameters_of_the_catalogue_get_422(self, client: ApiClient, query: str) -> None:
        assert (await client.get(f"/api/cars?{query}")).status_code == 422


class TestModelsInTheOtherAlphabet:
    async def test_a_model_is_found_in_either_alphabet(self, client: ApiClient, admin: dict[str, str]) -> None:
        for model in ("A4", "\u04106"):
            body = NEW_CAR | {"brand": "Audi", "model": model}
            assert (await client.post(ADMIN, json=body, headers=admin)).status_code == 201
        for typed_text, model in (("ауди \u04304", "A4"), ("ауди a4", "A4"), ("audi a6", "A6"), ("audi \u04306", "A6")):
            cars = (await client.get("/api/cars", params={"q": typed_text})).json()["cars"]
            assert [car["model"] for car in cars] == [model], typed_text


class TestReadCar:
    async def test_car_is_found_by_slug_and_id(self, client: ApiClient, make_car: Factory[Car]) -> None:
        car = await make_car(slug="bmw")
        for key in ("bmw", car.id):
            body = (await client.get(f"/api/cars/{key}")).json()
            assert (body["success"], body["car"]["slug"], body["car"]["engine"]) == (True, "bmw", "2.0 л, дизель")
        await make_car(slug="away", status="hidden")
        for key in ("away", "none", "01900000-0000-7000-8000-000000000000"):
            assert (await client.get(f"/api/cars/{key}")).status_code == 404

    async def test_featured_cars_are_listed_in_their_order(self, client: ApiClient, make_car: Factory[Car]) -> None:
        for rank, slug in ((2, "second"), (1, "first")):
            await make_car(slug=slug, featured=True, featured_rank=rank)
        await make_car()
        body = (await client.get("/api/cars/featured?limit=6")).json()
        assert [car["slug"] for car in body["cars"]] == ["first", "second"]

    async def test_related_cars_are_filled_up_with_other_bodies(
        self, client: ApiClient, make_car: Factory[Car]
    ) -> None:
        await make_car(slug="shown", body_type="coupe")
        await make_car(slug="alike", body_type="coupe")
        await make_car(slug="other", body_type="suv")
        await make_car(slug="newest", body_type="van")
        related_cars = (await client.get("/api/cars/shown")).json()["car"]["related"]
        assert [car["slug"] for car in related_cars] == ["alike", "newest", "other"]


class TestAdminCars:
    async def test_administrator_creates_changes_and_deletes_a_car(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        create_answer = await client.post(ADMIN, json=NEW_CAR, headers=admin)
        item = create_answer.json()["item"]
        assert create_answer.status_code == 201
        assert item["slug"] == "volvo-xc60-2022"
        assert item["status"] == "published"
        assert await list_slugs(client) == ["volvo-xc60-2022"]
        second_car = (await client.post(ADMIN, json=NEW_CAR, headers=admin)).json()["item"]
        assert second_car["slug"] == "volvo-xc60-2022-2"
        url = f"{ADMIN}/{item['id']}"
        hide_answer = await client.patch(url, json={"version": 1, "status": "hidden"}, headers=admin)
        assert hide_answer.json()["item"]["version"] == 2
        assert await list_slugs(client) == ["volvo-xc60-2022-2"]
        refused_answer = await client.patch(url, json={"version": 2, "slug": second_car["slug"]}, headers=admin)
        assert (refused_answer.status_code, refused_answer.json()["code"]) == (409, "slug_taken")
        stale_answer = await client.patch(url, json={"version": 1, "status": "sold"}, headers=admin)
        assert stale_answer.json()["code"] == "stale_version"
        assert (await client.delete(url, headers=admin)).json() == {"success": True}
        assert (await client.get(url, headers=admin)).status_code == 404

    @pytest.mark.parametrize(
        "wrong_field",
        [{"year": 1800}, {"fuel": "water"}, {"brand": ""}, {"price_eur": -1}, {"power_kw": 0}, {"slug": "Не слаг"}],
    )
    async def test_a_car_with_a_wrong_field_gets_422(
        self, client: ApiClient, admin: dict[str, str], wrong_field: dict[str, Any]
    ) -> None:
        assert (await client.post(ADMIN, json=NEW_CAR | wrong_field, headers=admin)).status_code == 422

    async def test_a_draft_needs_only_a_name_and_its_publication_names_what_is_missing(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        name = {"brand": "BMW", "model": "X5"}
        refusal = await client.post(ADMIN, json=name, headers=admin)
        assert refusal.headers["content-type"].startswith("application/problem+json")
        assert {problem["field"] for problem in refusal.json()["errors"]} == {"year", "body_type", "fuel"}
        draft = (await client.post(ADMIN, json=name | {"status": "hidden"}, headers=admin)).json()["item"]
        assert (draft["slug"], draft["year"], draft["fuel"], draft["engine"]) == ("bmw-x5", None, None, "")
        assert (await client.get(ADMIN, headers=admin)).json()["items"][0]["id"] == draft["id"]
        url = f"{ADMIN}/{draft['id']}"
        refusal = await client.patch(url, json={"version": 1, "status": "published", "year": 2022}, headers=admin)
        assert {problem["field"] for problem in refusal.json()["errors"]} == {"body_type", "fuel"}
        assert (await client.get(f"/api/cars/{draft['slug']}")).status_code == 404
        completion = {"version": 1, "status": "published", "year": 2022, "body_type": "suv", "fuel": "diesel"}
        item = (await client.patch(url, json=completion, headers=admin)).json()["item"]
        assert (item["status"], item["engine"]) == ("published", "дизель")

    async def test_a_car_without_a_year_is_not_among_the_cars_to_price(
        self, client: ApiClient, admin: dict[str, str], db: Session
    ) -> None:
        draft = {"brand": "BMW", "model": "X5", "status": "hidden", "price_eur": 40_000}
        assert (await client.post(ADMIN, json=draft, headers=admin)).status_code == 201
        assert await list_cars_to_price(db, since=datetime(2030, 1, 1, tzinfo=UTC), limit=10) == []

    async def test_administrators_see_which_cars_have_an_inspection_record(
        self, client: ApiClient, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        url = f"{ADMIN}/{(await make_car()).id}"
        assert (await client.get(url, headers=admin)).json()["item"]["is_inspected"] is False
        inspection = {"version": 0, "inspected_on": "2026-11-01"}
        assert (await client.put(f"{url}/inspection", json=inspection, headers=admin)).status_code == 200
        assert (await client.get(url, headers=admin)).json()["item"]["is_inspected"] is True
        assert (await client.get(ADMIN, headers=admin)).json()["items"][0]["is_inspected"] is True

    @pytest.mark.parametrize(
        ("volume", "volume_text"), [(1.95, "2.0 л"), (1.995, "2.0 л"), (1.249, "1.2 л"), (3, "3.0 л")]
    )
    async def test_the_volume_of_an_engine_is_rounded_half_up(
        self, client: ApiClient, admin: dict[str, str], volume: float, volume_text: str
    ) -> None:
        create_answer = await client.post(ADMIN, json=NEW_CAR | {"engine_volume_l": volume}, headers=admin)
        assert create_answer.json()["item"]["engine"].startswith(f"{volume_text}, ")

    async def test_null_for_a_required_field_of_a_car_gets_422(self, client: ApiClient, admin: dict[str, str]) -> None:
        id = (await client.post(ADMIN, json=NEW_CAR, headers=admin)).json()["item"]["id"]
        answer = await client.patch(f"{ADMIN}/{id}", json={"version": 1, "brand": None}, headers=admin)
        assert answer.status_code == 422

    async def test_only_administrators_add_cars(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        assert (await client.post(ADMIN, json=NEW_CAR)).status_code == 401
        assert (await client.post(ADMIN, json=NEW_CAR, headers=build_auth_headers(role="staff"))).status_code == 403


class TestTextsOfPictures:
    async def test_alternative_texts_are_saved_by_picture_and_shown_with_the_car(
        self, client: ApiClient, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        car = await make_car()
        url = f"/api/content/admin/cars/{car.id}"
        texts = {"/media/a.webp": "Спереди слева", "/media/b.webp": "Салон"}
        body = {"image_url": "/media/a.webp", "images": ["/media/b.webp"], "image_alts": texts, "version": 1}
        answer = await client.patch(url, json=body, headers=admin)
        assert answer.json()["item"]["image_alts"] == texts
        assert (await client.get(f"/api/cars/{car.slug}")).json()["car"]["image_alts"] == texts

    async def test_alternative_texts_with_a_wrong_address_or_length_get_422(
        self, client: ApiClient, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        car = await make_car()
        url = f"/api/content/admin/cars/{car.id}"
        for texts in ({"javascript:1": "Салон"}, {"/media/a.webp": "а" * 1000}, {"/media/a.webp": None}):
            refusal = await client.patch(url, json={"image_alts": texts, "version": 1}, headers=admin)
            assert refusal.status_code == 422
