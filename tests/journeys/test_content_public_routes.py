"""api.md section 3, the public routes: settings, cars, blog, team, forms, files and pages of the site."""

import json
import re
import uuid
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any

import httpx2
import pytest

from tests.journeys.answers import (
    OLDEST_CAR,
    call_in_parallel,
    check_pages,
    expect_json,
    expect_problem,
    wait_for_json,
    wait_for_problem,
)
from tests.journeys.users import Person, sign_up, wait_for

ADMIN = "/api/content/admin"
SETTINGS_FIELDS = {
    "siteName",
    "siteDescription",
    "contactPhone",
    "contactEmail",
    "contactAddress",
    "showroomAddress",
    "workingHours",
}
CAR_FIELDS = {
    "id",
    "slug",
    "brand",
    "model",
    "year",
    "body_type",
    "mileage_km",
    "engine",
    "power_hp",
    "fuel",
    "country",
    "price_rub",
    "price_eur",
    "image_url",
    "tags",
}
POST_FIELDS = {
    "id",
    "title",
    "excerpt",
    "image_url",
    "thumbnail_url",
    "video_url",
    "category",
    "tags",
    "featured",
    "created_at",
    "updated_at",
    "first_name",
}
MEMBER_FIELDS = {
    "id",
    "name",
    "position",
    "email",
    "phone",
    "avatar",
    "handle",
    "status",
    "lastActivity",
    "isOnline",
}


def make_contact_form(**more: Any) -> dict[str, Any]:
    person = {"name": "Вера Ильина", "phone": "8 495 000-00-41", "email": "vera@example.com", "consent": True}
    return person | {"message": f"Вопрос {uuid.uuid4()}"} | more


class TestSettings:
    def test_settings_are_flat_and_only_administrators_change_them(
        self, visitor: httpx2.Client, buyer: Person, administrator: Person
    ) -> None:
        def read_twice() -> httpx2.Response | None:
            """Read the settings twice. Returns None if another journey has changed them in between."""
            first = visitor.get("/api/settings")
            repeated_answer = visitor.get("/api/settings", headers={"If-None-Match": first.headers["etag"]})
            if repeated_answer.status_code == 200:
                assert repeated_answer.headers["etag"] != first.headers["etag"]
                assert repeated_answer.content != first.content
                return None
            assert (repeated_answer.status_code, repeated_answer.content) == (304, b"")
            return first

        def save(description: str) -> dict[str, Any] | None:
            """Save settings over the version that was just read. Returns None if another journey has saved
            meanwhile.
            """
            version = expect_json(administrator.http.get("/api/settings"))["version"]
            change = {"siteDescription": description, "version": version}
            answer = administrator.http.put("/api/settings", json=change)
            if answer.status_code == 409:
                expect_problem(answer, 409, "stale_version")
                return None
            assert expect_json(answer)["version"] == version + 1
            expect_problem(administrator.http.put("/api/settings", json=change), 409, "stale_version")
            return change

        settings = expect_json(wait_for(read_twice))
        assert set(settings) > SETTINGS_FIELDS
        assert (settings["russianOnly"], settings["yearsDesktop"], settings["yearsMobile"]) == (False, "3+", "10+")
        assert {"chat", "map", "community"} <= set(settings["widgets"])
        words = f"{settings['siteDescription']}."
        expect_problem(visitor.put("/api/settings", json={"siteDescription": words}), 401, "unauthorized")
        expect_problem(buyer.http.put("/api/settings", json={"siteDescription": words}), 403, "forbidden")
        wrong = {"contactEmail": "nobody", "version": settings["version"]}
        expect_problem(administrator.http.put("/api/settings", json=wrong), 422, "validation_error", "contactEmail")
        try:
            wait_for(lambda: save(words))
            wait_for(lambda: expect_json(visitor.get("/api/settings"))["siteDescription"] == words)
        finally:
            wait_for(lambda: save(settings["siteDescription"]))


class TestCars:
    def test_six_featured_cars_have_a_price_in_russia(self, visitor: httpx2.Client) -> None:
        def read_priced_cars() -> Any:
            cars = expect_json(visitor.get("/api/cars/featured", params={"limit": 6}))["cars"]
            return cars if all(car["price_rub"] for car in cars) else None

        cars = wait_for(read_priced_cars)
        assert len(cars) == 6
        assert all(set(car) >= CAR_FIELDS for car in cars)
        assert all(car["price_rub"] > car["price_eur"] * car["eur_rate"] and car["rate_date"] for car in cars)
        assert len(expect_json(visitor.get("/api/cars/featured", params={"limit": 2}))["cars"]) == 2
        expect_problem(visitor.get("/api/cars/featured", params={"limit": 0}), 422, "validation_error", "limit")

    def test_prices_follow_a_changed_rate(self, visitor: httpx2.Client, administrator: Person) -> None:
        url = "/api/calculator/admin/settings"
        settings = expect_json(administrator.http.get(url))["settings"]
        before = {name: settings[name] for name in ("euroRateSource", "manualRate", "manualDate") if settings[name]}
        rate = {"euroRateSource": "manual", "manualRate": 101.5, "manualDate": "2026-11-20"}

        def wait_for_cars(has_rate: Callable[[float | None], bool]) -> list[dict[str, Any]]:
            def have_rate(body: dict[str, Any]) -> bool:
                return bool(body["cars"]) and all(has_rate(car["eur_rate"]) for car in body["cars"])

            cars: list[dict[str, Any]] = wait_for_json(lambda: visitor.get("/api/cars/featured"), have_rate)["cars"]
            return cars

        try:
            expect_json(administrator.http.put(url, json=rate))
            cars = wait_for_cars(lambda value: value == 101.5)
            assert all(car["price_rub"] > car["price_eur"] * 101.5 for car in cars)
        finally:
            expect_json(administrator.http.put(url, json=before))
            # Other journeys compare prices.
            wait_for_cars(lambda value: value not in (None, 101.5))

    def test_catalogue_is_filtered_sorted_and_searched(self, visitor: httpx2.Client) -> None:
        def list_cars(**query: Any) -> list[dict[str, Any]]:
            listed_cars: list[dict[str, Any]] = expect_json(visitor.get("/api/cars", params={"limit": 100, **query}))[
                "cars"
            ]
            return listed_cars

        every = list_cars()
        assert len(every) >= 18
        assert {car["brand"] for car in list_cars(brand="bmw,audi")} == {"BMW", "Audi"}
        assert {car["body_type"] for car in list_cars(body_type="suv")} == {"suv"}
        assert {car["fuel"] for car in list_cars(fuel="diesel", body_type="sedan")} == {"diesel"}
        prices = [car["price_rub"] for car in list_cars(price_min=3_000_000, price_max=6_000_000, sort="price")]
        assert prices == sorted(prices)
        assert 3_000_000 <= prices[0] <= prices[-1] <= 6_000_000
        years = [car["year"] for car in list_cars(year_min=2022, sort="-year")]
        assert years == sorted(years, reverse=True)
        assert min(years) >= 2022
        assert {car["body_type"] for car in list_cars(q="внедорожники дизель")} == {"suv"}
        assert list_cars(q="такого слова нигде нет абракадабра") == []
        assert list_cars(brand="несуществующая") == []
        expect_problem(visitor.get("/api/cars", params={"sort": "colour"}), 422, "validation_error", "sort")
        page = expect_json(visitor.get("/api/cars", params={"limit": 1}))
        assert page["hasMore"]
        assert {"brands", "body_types", "fuels"} <= set(page["facets"])
        check_pages(visitor, "/api/cars", "cars")

    def test_car_is_found_by_slug_or_id(self, visitor: httpx2.Client) -> None:
        car = expect_json(visitor.get("/api/cars", params=OLDEST_CAR))["cars"][0]
        for key in (car["slug"], car["id"]):
            found_car = expect_json(visitor.get(f"/api/cars/{key}"))["car"]
            assert (found_car["id"], bool(found_car["description"])) == (car["id"], True)
        for key in ("no-such-car", str(uuid.uuid4())):
            expect_problem(visitor.get(f"/api/cars/{key}"), 404, "not_found")


class TestBlog:
    def test_articles_are_filtered_and_paged(self, visitor: httpx2.Client) -> None:
        def list_posts(**query: Any) -> dict[str, Any]:
            return expect_json(visitor.get("/api/blog/posts", params=query))

        def counts_agree() -> bool:
            """Return False if the answers differ: another journey may have changed articles between the requests."""
            counts = {
                row["slug"]: row["count"] for row in expect_json(visitor.get("/api/blog/categories"))["categories"]
            }
            assert set(counts) == {"reviews", "tips", "news", "guides", "maintenance", "travel"}
            lists = {slug: list_posts(category=slug, limit=100) for slug in counts}
            for slug, listed in lists.items():
                assert all(slug in post["categories"] for post in listed["posts"])
            return (
                {slug: listed["total"] for slug, listed in lists.items()} == counts
                and {slug: len(listed["posts"]) for slug, listed in lists.items()} == counts
                and list_posts(category="all")["total"] == list_posts()["total"]
            )

        first = list_posts()
        assert (len(first["posts"]), first["hasMore"]) == (6, True)
        assert all(set(post) >= POST_FIELDS for post in first["posts"])
        wait_for(counts_agree)
        assert expect_json(visitor.get("/api/blog/posts", params={"category": "cooking"}))["posts"] == []
        tags = {row["slug"]: row["name"] for row in expect_json(visitor.get("/api/blog/tags"))["tags"]}
        assert tags.items() >= {"import": "Импорт", "customs": "Растаможка", "delivery": "Доставка"}.items()
        tagged_posts = expect_json(visitor.get("/api/blog/posts", params={"tag": "customs"}))["posts"]
        assert tagged_posts
        assert all("customs" in post["tags"] for post in tagged_posts)
        featured_posts = expect_json(visitor.get("/api/blog/posts", params={"featured": True}))["posts"]
        assert featured_posts
        assert all(post["featured"] for post in featured_posts)
        check_pages(visitor, "/api/blog/posts", "posts")

    def test_search_uses_russian_word_forms_and_ranks_titles_first(self, visitor: httpx2.Client) -> None:
        listed_posts = expect_json(visitor.get("/api/blog/posts", params={"search": "растаможку", "limit": 100}))[
            "posts"
        ]
        assert len(listed_posts) > 1
        has_word_in_title = ["растамож" in post["title"].lower() for post in listed_posts]
        assert has_word_in_title[0]
        assert has_word_in_title == sorted(has_word_in_title, reverse=True)
        for post, is_in_title in zip(listed_posts, has_word_in_title, strict=True):
            assert is_in_title or "<mark>" in post["snippet"]
        for nothing in ("абракадабра", "&|!():*'", "%", "   "):
            answer = visitor.get("/api/blog/posts", params={"search": nothing})
            assert answer.status_code == 200, nothing

    def test_published_article_is_found_by_slug_or_id(self, visitor: httpx2.Client, administrator: Person) -> None:
        def is_newest_found() -> bool:
            """Return False if another journey has deleted the newest article after it was listed."""
            post = expect_json(visitor.get("/api/blog/posts", params={"limit": 1}))["posts"][0]
            answers = [visitor.get(f"/api/blog/posts/{post[key]}") for key in ("slug", "id")]
            if 404 in {answer.status_code for answer in answers}:
                return False
            for whole in map(expect_json, answers):
                assert (whole["id"], whole["title"], bool(whole["content"])) == (post["id"], post["title"], True)
            return True

        wait_for(is_newest_found)
        body = {"title": f"Черновик {uuid.uuid4()}", "content": "Рано", "category": "tips"}
        draft = expect_json(administrator.http.post(f"{ADMIN}/posts", json=body), 201)["item"]
        for key in (draft["slug"], draft["id"], "no-such-post", str(uuid.uuid4())):
            expect_problem(visitor.get(f"/api/blog/posts/{key}"), 404, "not_found")
        expect_json(administrator.http.delete(f"{ADMIN}/posts/{draft['id']}"))


class TestTeam:
    def test_team_lists_present_members_at_both_addresses(
        self, visitor: httpx2.Client, buyer: Person, other_user: Person, administrator: Person
    ) -> None:
        for path in ("/api/team", "/api/team/members"):
            body = expect_json(visitor.get(path))
            assert body["error"] is None
            assert len(body["team"]) >= 6
            assert all(set(member) >= MEMBER_FIELDS for member in body["team"])

            def is_unchanged(path: str = path) -> bool:
                etag = visitor.get(path).headers["etag"]
                return visitor.get(path, headers={"If-None-Match": etag}).status_code == 304

            # Between the two requests somebody of the team may have gone offline.
            wait_for(is_unchanged)
        expect_problem(visitor.post("/api/team/activity", json={"userId": buyer.id}), 401, "unauthorized")
        expect_problem(buyer.http.post("/api/team/activity", json={"userId": other_user.id}), 403, "forbidden")
        expect_problem(buyer.http.post("/api/team/activity", json={"userId": "me"}), 422, "validation_error", "userId")
        body = {"name": f"Рита {uuid.uuid4().hex[:6]}", "position": "Логистика", "user_id": buyer.id}
        member = expect_json(administrator.http.post(f"{ADMIN}/team", json=body), 201)["item"]
        for person in (buyer, buyer, other_user):
            assert person.http.post("/api/team/activity", json={"userId": person.id}).status_code == 204

        def is_shown_online(body: dict[str, Any]) -> bool:
            shown_states = [(row["status"], row["isOnline"]) for row in body["team"] if row["id"] == member["id"]]
            return shown_states == [("online", True)]

        # Another replica drops its cached list a moment later.
        wait_for_json(lambda: visitor.get("/api/team"), is_shown_online)
        expect_json(administrator.http.delete(f"{ADMIN}/team/{member['id']}"))


class TestForms:
    def test_repeated_message_is_stored_once(self, visitor: httpx2.Client, administrator: Person) -> None:
        body = make_contact_form()
        first = expect_json(visitor.post("/api/contact", json=body), 201)
        assert first["message"] == "Сообщение отправлено!"
        assert call_in_parallel(*[lambda: visitor.post("/api/contact", json=body)] * 4) == [201] * 4
        repeated = expect_json(visitor.post("/api/contact", json=body | {"phone": "+7 (495) 000-00-41"}), 201)
        assert repeated["id"] == first["id"]
        found = expect_json(administrator.http.get(f"{ADMIN}/contacts", params={"search": body["message"]}))
        assert [item["id"] for item in found["items"]] == [first["id"]]
        honeypot_form = make_contact_form(website="https://example.com")
        assert set(expect_json(visitor.post("/api/contact", json=honeypot_form), 201)) == set(first)
        found_contacts = administrator.http.get(f"{ADMIN}/contacts", params={"search": honeypot_form["message"]})
        assert expect_json(found_contacts)["total"] == 0

    @pytest.mark.parametrize(
        ("path", "more"),
        [
            ("/api/contact", {"name": " "}),
            ("/api/contact", {"phone": "12"}),
            ("/api/contact", {"email": "vera@"}),
            ("/api/contact", {"message": ""}),
            ("/api/contact", {"message": "x" * 5001}),
            ("/api/contact", {"consent": False}),
            ("/api/requests", {"kind": "rent"}),
            ("/api/requests", {"kind": "order", "car_id": str(uuid.UUID(int=1))}),
            ("/api/newsletter", {"email": "vera"}),
            ("/api/newsletter", {"consent": False}),
        ],
    )
    def test_invalid_form_names_the_field(self, visitor: httpx2.Client, path: str, more: dict[str, Any]) -> None:
        body = make_contact_form(kind="callback") | more
        expect_problem(visitor.post(path, json=body), 422, "validation_error", list(more)[-1])

    def test_malformed_forms_are_refused(self, visitor: httpx2.Client) -> None:
        as_json = {"Content-Type": "application/json"}
        assert visitor.post("/api/contact", content=b"{", headers=as_json).status_code == 400
        big = visitor.post("/api/contact", json=make_contact_form(message="x" * (1024 * 1024 + 1)))
        expect_problem(big, 413, "too_large")

    def test_requests_of_signed_in_users_become_bookings(self, visitor: httpx2.Client, buyer: Person) -> None:
        car = expect_json(visitor.get("/api/cars", params=OLDEST_CAR))["cars"][0]
        for kind in ("selection", "consultation", "calculation", "order", "trade_in", "callback"):
            request = expect_json(visitor.post("/api/requests", json=make_contact_form(kind=kind, email=None)), 201)
            assert request["id"]
        body = make_contact_form(kind="order", car_id=car["id"])
        expect_json(buyer.http.post("/api/requests", json=body), 201)
        expect_json(buyer.http.post("/api/requests", json=body), 201)
        listed_bookings = expect_json(buyer.http.get("/api/me/bookings"))["bookings"]
        own_bookings = [booking for booking in listed_bookings if booking["note"] == body["message"]]
        assert [(booking["kind"], booking["status"]) for booking in own_bookings] == [("order", "requested")]
        expect_json(buyer.http.delete(f"/api/me/bookings/{own_bookings[0]['id']}"))

    def test_blocked_user_may_only_read_public_pages(self, administrator: Person) -> None:
        person = sign_up()
        with closing(person.http) as http:
            expect_json(
                administrator.http.patch(f"/api/auth/admin/users/{person.id}", json={"account_status": "blocked"})
            )

            # Each replica hears of the block at its own time.
            for path, form in (("/api/contact", {}), ("/api/requests", {"kind": "callback"})):
                wait_for_problem(partial(http.post, path, json=make_contact_form(**form)), 403, "account_blocked")
            for path in ("/api/me/orders", "/api/me/bookings"):
                wait_for_problem(partial(http.get, path), 403, "account_blocked")
            assert expect_json(http.get("/api/blog/posts"))["posts"]


class TestFilesAndPages:
    def test_files_at_the_root_refer_to_each_other(self, visitor: httpx2.Client) -> None:
        robots = visitor.get("/robots.txt").text
        site = re.search(r"Sitemap: (\S+)/sitemap\.xml", robots)
        assert site

        def refer_to_all_articles() -> bool:
            """Return False if the answers differ: another journey may have changed articles between the requests."""
            sitemap = visitor.get("/sitemap.xml")
            assert sitemap.headers["content-type"].startswith("application/xml")
            feed_answer = visitor.get("/rss.xml")
            assert feed_answer.headers["content-type"].startswith("application/rss+xml")
            listed_posts = expect_json(visitor.get("/api/blog/posts", params={"limit": 100}))["posts"]
            paths = ["/", "/about", "/cars", *(f"/blog/{post['slug']}" for post in listed_posts)]
            are_in_sitemap = all(f"<loc>{site[1]}{path}</loc>" in sitemap.text for path in paths)
            return are_in_sitemap and f"/blog/{listed_posts[0]['slug']}</link>" in feed_answer.text

        wait_for(refer_to_all_articles)
        # The served pages contain the address under which they are served.
        for path in ("/", "/about", "/cars"):
            page = visitor.get(path, headers={"Accept": "text/html"}).text
            assert f'rel="canonical" href="{site[1]}{path}"' in page, path
            assert f'property="og:url" content="{site[1]}{path}"' in page, path

    def test_article_and_car_are_in_the_served_html(self, visitor: httpx2.Client) -> None:
        as_browser = {"Accept": "text/html"}

        def list_articles() -> list[dict[str, Any]]:
            posts: list[dict[str, Any]] = expect_json(visitor.get("/api/blog/posts", params={"limit": 100}))["posts"]
            return posts

        def check_article(post: dict[str, Any]) -> None:
            page = visitor.get(f"/blog/{post['slug']}", headers=as_browser)
            answer = visitor.get(f"/api/blog/posts/{post['slug']}")
            if 404 in {page.status_code, answer.status_code}:
                # Another journey has deleted the article. A replica may list it for a moment longer.
                wait_for(lambda: post["slug"] not in {listed["slug"] for listed in list_articles()})
                return
            assert page.status_code == 200
            whole = expect_json(answer)
            # A no-break space follows each short word.
            assert whole["content_html"][:200] in page.text.replace("\xa0", " ")
            data = read_linked_data(page.text)
            assert data["Article"]["headline"] == post["title"]
            assert "BreadcrumbList" in data
            assert f'rel="canonical" href="{data["Article"]["mainEntityOfPage"]}"' in page.text
            assert page.text.count("<title>") == page.text.count('property="og:title"') == 1

        for post in list_articles():
            check_article(post)
        for car in expect_json(visitor.get("/api/cars", params={"limit": 100}))["cars"]:
            page = visitor.get(f"/cars/{car['slug']}", headers=as_browser)
            assert page.status_code == 200
            assert read_linked_data(page.text)["Car"]["offers"]["priceCurrency"] == "RUB"
        for path in ("/blog/no-such-post", "/cars/no-such-car"):
            page = visitor.get(path, headers=as_browser)
            assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
            assert "noindex" in page.text


def read_linked_data(html: str) -> dict[str, Any]:
    """Return the page's JSON-LD by type."""
    scripts = re.findall(r'<script type="application/ld\+json" data-page>(.*?)</script>', html, re.DOTALL)
    return {data["@type"]: data for data in map(json.loads, scripts)}
