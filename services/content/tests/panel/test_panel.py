"""Search over all records of the panel, and the numbers of new records by month."""

from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from content.articles.tables import Post
from content.cars.tables import Car
from content.inquiries.tables import Contact, ServiceRequest
from content.orders.tables import Order
from content.users.tables import UserCopy

from services.content.tests.fixture_types import Factory

SEARCH = "/api/content/admin/search"
MONTHS = "/api/content/admin/months"


class TestSearch:
    async def test_search_finds_customers_orders_cars_and_articles(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_user: Factory[UserCopy],
        make_order: Factory[Order],
        make_car: Factory[Car],
        make_post: Factory[Post],
    ) -> None:
        user = await make_user(first_name="Полина", last_name="Зимина", phone="+79161234567")
        order = await make_order(title="Volvo V60, 2022")
        car = await make_car(brand="Volvo", model="V60")
        post = await make_post(title="Зимние шины для Volvo")

        async def search(words: str) -> list[tuple[str, str]]:
            answer = await client.get(SEARCH, params={"q": words}, headers=admin)
            assert answer.status_code == 200, answer.text
            return [(item["kind"], item["id"]) for item in answer.json()["items"]]

        assert await search("volvo") == [("order", str(order.id)), ("car", str(car.id)), ("post", str(post.id))]
        assert await search("вольво") == [("order", str(order.id)), ("car", str(car.id))]
        for words in ("зимина", "Полина Зимина", "зимина полина", "916 123-45-67"):
            assert await search(words) == [("user", str(user.id))], words
        assert await search(order.number.lower()) == [("order", str(order.id))]
        assert await search("нет такого") == []

    async def test_at_most_five_records_of_a_kind_are_found(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order]
    ) -> None:
        for _ in range(6):
            await make_order(title="Saab 900")
        items = (await client.get(SEARCH, params={"q": "saab"}, headers=admin)).json()["items"]
        assert len(items) == 5

    async def test_short_and_long_words_are_422_and_only_administrators_search(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        admin = build_auth_headers(role="admin")
        for words in ("", "а", "а" * 101):
            assert (await client.get(SEARCH, params={"q": words}, headers=admin)).status_code == 422
        assert (await client.get(SEARCH, params={"q": "volvo"}, headers=build_auth_headers())).status_code == 403
        assert (await client.get(SEARCH, params={"q": "volvo"})).status_code == 401


class TestMonths:
    async def test_records_are_counted_by_the_month_of_their_creation(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_contact: Factory[Contact],
        make_request: Factory[ServiceRequest],
    ) -> None:
        await make_order()
        await make_contact()
        await make_contact()
        await make_request()
        items = (await client.get(MONTHS, headers=admin)).json()["items"]
        assert len(items) == 12
        assert [item["month"] for item in items] == sorted(item["month"] for item in items)
        assert all(item["month"].endswith("-01") for item in items)
        last_month = items[-1]
        assert (last_month["contacts"], last_month["requests"], last_month["bookings"], last_month["orders"]) == (
            2,
            1,
            0,
            1,
        )
        assert sum(item["orders"] for item in items[:-1]) == 0
