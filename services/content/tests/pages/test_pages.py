import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plans import record_statements
from chassis.testing.plugin import MovableClock, wait_for
from content.articles.tables import Post
from content.cars import service as cars
from content.cars.tables import Car
from content.orders.tables import Order
from content.pages.endpoints import cache
from content.runtime import ContentRuntime
from content.site import service as site
from content.site.tables import SiteSettings
from fastapi import FastAPI, Response

from services.content.tests.fixture_types import Factory
from tests.standins.running import run_app

POLICY = "script-src 'self'  ; frame-src  https://oauth.telegram.org"


@pytest.fixture(autouse=True)
def build(runtime: ContentRuntime, web_root: Path) -> Iterator[Path]:
    """A minimal build of the web app."""
    settings = runtime.settings
    runtime.settings = settings.model_copy(
        update={"web_root": str(web_root), "csp_telegram": "https://oauth.telegram.org"}
    )
    runtime.page_templates.clear()
    yield web_root
    runtime.settings = settings
    runtime.page_templates.clear()


def read_linked_data(html: str) -> dict[str, Any]:
    scripts = re.findall(r'<script type="application/ld\+json" data-page>(.*?)</script>', html, re.DOTALL)
    return {data["@type"]: data for data in map(json.loads, scripts)}


def read_embedded(html: str, kind: str) -> dict[str, Any]:
    """Return the API's answer that is embedded in the page.

    Its script is the last element inside <main>.
    """
    scripts = re.findall(rf'<script type="application/json" data-kind="{kind}">(.*?)</script>\s*</div></main>', html)
    assert len(scripts) == 1
    answer: dict[str, Any] = json.loads(scripts[0])
    return answer


HOSTILE_TEXT = "</script><script>alert(1)</script><!-- \u2028\u2029 <img src=x onerror=alert(1)> ]]> & \"'"


class TestArticlePage:
    async def test_html_has_the_head_the_text_and_the_data_of_an_article(
        self, client: ApiClient, make_post: Factory[Post]
    ) -> None:
        post = await make_post(
            title="Цена & <срок>", content="## Глава\n\nТекст о </script> цене", excerpt='Коротко "о главном"'
        )
        answer = await client.get(f"/blog/{post.slug}", headers={"Accept": "text/html"})
        html = answer.text
        assert answer.status_code == 200
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["cache-control"] == "no-cache"
        assert html.count("<title>") == 1
        assert html.index("<title>") < html.index('<script src="/boot.js">') < html.index("application/ld+json")
        assert "<title>Цена &amp; &lt;срок&gt; — Меридиан Авто</title>" in html
        assert f'<link rel="canonical" href="http://localhost:8080/blog/{post.slug}"' in html
        assert '<meta name="description" content="Коротко &#34;о главном&#34;"' in html
        assert 'property="og:title"' in html
        assert "noindex" not in html
        assert re.search(
            r'<main id="main" tabindex="-1"><div id="served-record">.*<h2>Глава</h2>.*</div></main>', html, re.DOTALL
        )
        assert "<noscript>" not in html
        assert html.count("<h1") == 1
        assert '<h1 class="blog-title">Цена &amp; &lt;срок&gt;</h1>' in html
        assert read_embedded(html, "article") == (await client.get(f"/api/blog/posts/{post.slug}")).json()
        assert "<h2>Глава</h2>" in html
        data = read_linked_data(html)
        assert data["Article"]["headline"] == "Цена & <срок>"
        assert data["BreadcrumbList"]["itemListElement"][2]["item"].endswith(post.slug)
        repeated_answer = await client.get(f"/blog/{post.slug}", headers={"If-None-Match": answer.headers["etag"]})
        assert repeated_answer.status_code == 304
        assert (await client.head(f"/blog/{post.slug}")).status_code == 200

    async def test_publication_day_is_shown_in_moscow_time(self, client: ApiClient, make_post: Factory[Post]) -> None:
        post = await make_post(published_at=datetime(2025, 11, 20, 21, 30, tzinfo=UTC))
        html = (await client.get(f"/blog/{post.slug}")).text
        assert '<time datetime="2025-11-20T21:30:00.000+00:00">21\u00a0ноября 2025</time>' in html

    async def test_time_has_at_most_three_digits_of_a_second(self, client: ApiClient, make_post: Factory[Post]) -> None:
        """HTML allows no more digits (WHATWG, valid global date and time string)."""
        post = await make_post(published_at=datetime(2025, 11, 20, 21, 30, 0, 671748, tzinfo=UTC))
        html = (await client.get(f"/blog/{post.slug}")).text
        assert '<time datetime="2025-11-20T21:30:00.671+00:00">' in html

    async def test_unknown_slug_and_draft_are_404_pages(self, client: ApiClient, make_post: Factory[Post]) -> None:
        draft = await make_post(status="draft")
        for slug in ("none", draft.slug, "%00", "%D0%B0", "x" * 3000):
            answer = await client.get(f"/blog/{slug}")
            assert answer.status_code == 404
            assert "<title>Страница не найдена — Меридиан Авто</title>" in answer.text
            assert answer.text.count("noindex") == 1
            assert '<link rel="canonical"' not in answer.text
            assert answer.headers["content-type"].startswith("text/html")
            assert answer.headers["content-security-policy"] == POLICY

    async def test_new_build_is_seen_and_a_missing_one_is_503(
        self, client: ApiClient, make_post: Factory[Post], build: Path
    ) -> None:
        post = await make_post()
        await client.get(f"/blog/{post.slug}")
        page = build / "__article.html"
        empty_page = build / "__spa-fallback.html"
        page.write_text(page.read_text().replace("<footer>", "<footer>новая сборка"))
        assert "новая сборка" in (await client.get(f"/blog/{post.slug}")).text
        page.unlink()
        html = (await client.get(f"/blog/{post.slug}")).text
        assert re.search(r"<main[^>]*><noscript>.*<h1 .*</noscript><!--\$-->", html, re.DOTALL), "an earlier release"
        empty_page.unlink()
        answer = await client.get(f"/blog/{post.slug}")
        assert answer.status_code == 503
        assert "retry-after" in answer.headers

    async def test_a_change_is_in_the_text_and_in_the_data_at_once(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post]
    ) -> None:
        post = await make_post(title="Было")
        first_answer = await client.get(f"/blog/{post.slug}")
        path = f"/api/content/admin/posts/{post.id}"
        change_answer = await client.patch(path, json={"title": "Стало", "version": post.version}, headers=admin)
        assert change_answer.status_code == 200
        second_answer = await client.get(f"/blog/{post.slug}", headers={"If-None-Match": first_answer.headers["etag"]})
        assert second_answer.status_code == 200
        assert '<h1 class="blog-title">Стало</h1>' in second_answer.text
        assert read_embedded(second_answer.text, "article")["title"] == "Стало"
        assert (await client.delete(path, headers=admin)).status_code == 200
        assert (await client.get(f"/blog/{post.slug}")).status_code == 404

    async def test_page_is_the_same_for_every_caller(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post]
    ) -> None:
        post = await make_post()
        path = f"/blog/{post.slug}"
        assert (await client.get(path)).content == (await client.get(path, headers=admin)).content

    async def test_no_text_of_an_article_breaks_out_of_its_element(
        self, client: ApiClient, make_post: Factory[Post]
    ) -> None:
        post = await make_post(
            title=HOSTILE_TEXT[:190], excerpt=HOSTILE_TEXT, content=f"{HOSTILE_TEXT}\n\n## {HOSTILE_TEXT}"
        )
        html = (await client.get(f"/blog/{post.slug}")).text
        assert "<script>alert" not in html
        assert "onerror=alert" not in re.sub(r"&lt;img src=x onerror=alert\(1\)&gt;|\\u003cimg[^<]*", "", html)
        assert "<!-- " not in html
        data = re.search(r'data-kind="article">(.*?)</script>', html)
        assert data is not None
        assert not re.search("[<>&\u2028\u2029]", data[1])
        assert read_embedded(html, "article")["excerpt"] == HOSTILE_TEXT

    async def test_the_picture_of_an_article_is_requested_first(
        self, client: ApiClient, make_post: Factory[Post]
    ) -> None:
        post = await make_post(image_url='https://cdn.example/a.avif?a=1&b="2"')
        html = (await client.get(f"/blog/{post.slug}")).text
        address = "https://cdn.example/a.avif?a=1&amp;b=&#34;2&#34;"
        assert f'<link rel="preload" as="image" href="{address}" fetchpriority="high" data-page>' in html
        assert f'<img src="{address}" alt="" fetchpriority="high">' in html

    async def test_space_is_reserved_for_a_drawing(self, client: ApiClient, make_post: Factory[Post]) -> None:
        for drawing, figure_html in (
            ("suv", 'style="aspect-ratio: 5130 / 1822" data-waiting="Внедорожник"'),
            ("checks", 'style="aspect-ratio: 5035 / 1526" data-waiting="Седан"'),
            ("map", 'data-drawing="map"></div>'),
        ):
            post = await make_post(drawing=drawing, slug=drawing)
            assert figure_html in (await client.get(f"/blog/{post.slug}")).text


class TestCarPage:
    async def test_html_has_the_head_the_text_and_the_data_of_a_car(
        self, client: ApiClient, make_car: Factory[Car]
    ) -> None:
        car = await make_car(slug="bmw-318d", price_rub=3_400_000, description="Один владелец")
        html = (await client.get("/cars/bmw-318d")).text
        assert "<title>BMW 318d, 2022 — Меридиан Авто</title>" in html
        assert "Один владелец" in html
        # The total includes delivery, work and laboratory from the settings.
        assert '<output class="ui-giant-price num" style="--chars: 11">3\u2009858\u2009000\u00a0₽</output>' in html
        assert "3\u2009400\u2009000\u00a0₽" in html
        assert html.count("<h1") == 1
        assert "<noscript>" not in html
        assert read_embedded(html, "car") == (await client.get("/api/cars/bmw-318d")).json()
        data = read_linked_data(html)["Car"]
        assert (data["offers"]["price"], data["offers"]["priceCurrency"]) == (car.price_rub, "RUB")

    async def test_the_price_of_a_car_is_shown_with_its_parts(self, client: ApiClient, make_car: Factory[Car]) -> None:
        details = {"carPrice": 3_000_000, "customsDuty": 400_000, "vat": "x", "recyclingFee": 5_200, "exciseTax": None}
        await make_car(slug="parts", price_rub=3_405_200, price_details=details, eur_rate="96.40")
        html = (await client.get("/cars/parts")).text
        segments = re.findall(r'<span class="ui-hatch ui-hatch-(\w+)" style="flex-grow: (\d+)">', html)
        services = [("empty", "214000"), ("empty", "196000"), ("empty", "48000")]
        assert segments == [("solid", "3000000"), ("slant", "400000"), ("dots", "5200"), *services]
        assert "<b>3\u2009000\u2009000</b>автомобиль" in html
        # These segments are too narrow for labels. The list below has their sums.
        assert "доставка и работа" not in html

    async def test_an_electric_car_pays_a_duty_and_no_unified_payment(
        self, client: ApiClient, make_car: Factory[Car]
    ) -> None:
        details = {"carPrice": 3_000_000, "customsDuty": 400_000}
        await make_car(slug="charged", fuel="electric", price_rub=3_400_000, price_details=details)
        html = (await client.get("/cars/charged")).text
        assert "Таможенная пошлина" in html
        assert "Единый таможенный платёж" not in html

    async def test_photographs_stand_before_the_drawing(self, client: ApiClient, make_car: Factory[Car]) -> None:
        first_address = "https://cdn.example/1.jpg"
        second_address = "https://cdn.example/2.jpg"
        await make_car(
            slug="photographed", image_url=first_address, images=[first_address, second_address], body_type="suv"
        )
        html = (await client.get("/cars/photographed")).text
        pictures = re.findall(r'<img src="([^"]*)" alt="[^"]*" ([^>]*)>', html)
        assert pictures == [(first_address, 'fetchpriority="high"'), (second_address, 'loading="lazy"')]
        assert html.index(second_address) < html.index('style="aspect-ratio: 5910 / 3042"')

    async def test_no_text_of_a_car_breaks_out_of_its_element(self, client: ApiClient, make_car: Factory[Car]) -> None:
        await make_car(
            slug="hostile",
            description=HOSTILE_TEXT,
            colour=HOSTILE_TEXT[:100],
            price_details={"carPrice": HOSTILE_TEXT},
        )
        html = (await client.get("/cars/hostile")).text
        assert "<script>alert" not in html
        assert "<img src=x" not in html
        assert "<!-- " not in html
        assert read_embedded(html, "car")["car"]["description"] == HOSTILE_TEXT

    async def test_hidden_car_is_404_and_sold_car_keeps_its_page(
        self, client: ApiClient, make_car: Factory[Car]
    ) -> None:
        await make_car(slug="hidden", status="hidden")
        await make_car(slug="sold", status="sold", price_rub=1)
        assert (await client.get("/cars/hidden")).status_code == 404
        assert "SoldOut" in (await client.get("/cars/sold")).text

    async def test_a_reservation_is_shown_in_the_text_and_the_data_of_a_page(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car]
    ) -> None:
        car = await make_car(slug="held", price_rub=1)
        page = (await client.get("/cars/held")).text
        assert "schema.org/InStock" in page
        assert "Забронирован" not in page
        answer = await client.post("/api/me/reservations", json={"car_id": str(car.id)}, headers=build_auth_headers())
        assert answer.status_code == 201
        cars.cache.drop()
        reserved_page = (await client.get("/cars/held")).text
        assert "schema.org/Reserved" in reserved_page
        assert "Забронирован" in reserved_page

    async def test_only_a_car_with_an_inspection_record_is_said_to_be_inspected(
        self, client: ApiClient, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        car = await make_car(slug="inspected", price_rub=1)
        assert "Проверен," not in (await client.get("/cars/inspected")).text
        inspection = {"inspected_on": "2026-11-10", "inspector": "Глеб Суханов", "place": "Мюнхен", "version": 0}
        answer = await client.put(f"/api/content/admin/cars/{car.id}/inspection", json=inspection, headers=admin)
        assert answer.status_code == 200, answer.text
        cars.cache.drop()
        assert "Проверен," in (await client.get("/cars/inspected")).text


TITLE_OF_404_PAGE = "<title>Страница не найдена — Меридиан Авто</title>"


class TestCalculationPage:
    @pytest.fixture
    def calculation_id(self, runtime: ContentRuntime, build: Path) -> Iterator[str]:
        """The id of the only calculation of the stand-in calculator."""
        id = str(new_id())
        calculator = FastAPI()

        async def answer_head(requested_id: UUID) -> Response:
            return Response(status_code=200 if str(requested_id) == id else 404)

        calculator.head("/api/calculator/calculations/{requested_id:uuid}")(answer_head)
        with run_app(calculator) as url:
            runtime.settings = runtime.settings.model_copy(update={"calculator_url": (url,)})
            yield id

    async def test_page_of_a_saved_calculation_is_filled_by_the_app(
        self, client: ApiClient, calculation_id: str
    ) -> None:
        for id in (calculation_id, calculation_id.upper()):
            answer = await client.get(f"/calc/{id}")
            assert (answer.status_code, answer.headers["content-security-policy"]) == (200, POLICY)
            assert answer.text.count("noindex") == 1
            assert TITLE_OF_404_PAGE not in answer.text
            assert 'id="site-settings">{"siteName"' in answer.text
        etag_headers = {"If-None-Match": answer.headers["etag"]}
        assert (await client.get(f"/calc/{calculation_id}", headers=etag_headers)).status_code == 304

    @pytest.mark.parametrize(
        "key", ["x", "x.", "%00", "%2e%2e", "{}.", "urn:uuid:{}", "{}{}", "x" * 3000, str(new_id())]
    )
    async def test_a_wrong_address_of_a_calculation_gets_a_404_page(
        self, client: ApiClient, calculation_id: str, key: str
    ) -> None:
        answer = await client.get(f"/calc/{key.format(calculation_id, calculation_id)}")
        assert answer.status_code == 404
        assert TITLE_OF_404_PAGE in answer.text

    async def test_the_page_of_a_calculation_is_left_to_the_app_while_the_calculator_is_unavailable(
        self, client: ApiClient, runtime: ContentRuntime
    ) -> None:
        runtime.settings = runtime.settings.model_copy(update={"calculator_url": ("http://127.0.0.1:9",)})
        answer = await client.get(f"/calc/{new_id()}")
        assert answer.status_code == 200
        assert TITLE_OF_404_PAGE not in answer.text


class TestSharedOrderPage:
    async def test_the_page_of_a_shared_order_exists_as_long_as_its_link(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_order: Factory[Order], clock: MovableClock
    ) -> None:
        order = await make_order()
        url = f"/api/me/orders/{order.id}/share"
        token = (await client.post(url, json={"days": 2}, headers=build_auth_headers(id=order.user_id))).json()["token"]
        answer = await client.get(f"/shared/orders/{token}")
        assert answer.status_code == 200
        assert TITLE_OF_404_PAGE not in answer.text
        assert order.title not in answer.text
        for wrong_token in (f"{token}.", token[:-1], token.swapcase(), "x", "%00", "x" * 3000):
            refusal = await client.get(f"/shared/orders/{wrong_token}")
            assert refusal.status_code == 404
            assert TITLE_OF_404_PAGE in refusal.text
        clock.move(days=2, seconds=1)
        assert (await client.get(f"/shared/orders/{token}")).status_code == 404


class TestFiles:
    async def test_sitemap_lists_public_pages(
        self, client: ApiClient, make_post: Factory[Post], make_car: Factory[Car]
    ) -> None:
        post = await make_post()
        car = await make_car()
        await make_post(status="draft", slug="draft")
        answer = await client.get("/sitemap.xml")
        assert answer.headers["content-type"].startswith("application/xml")
        addresses = re.findall(r"<loc>(.*?)</loc>", answer.text)
        assert f"http://localhost:8080/blog/{post.slug}" in addresses
        assert f"http://localhost:8080/cars/{car.slug}" in addresses
        assert "http://localhost:8080/about" in addresses
        assert not [address for address in addresses if "draft" in address]

    async def test_sitemap_and_feed_show_a_change_at_once(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_post: Factory[Post],
        make_car: Factory[Car],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(cache, "_seconds", 600.0)
        post = await make_post(slug="withdrawn")
        car = await make_car(slug="hidden")
        for file, words in (("/sitemap.xml", ("withdrawn", "hidden")), ("/rss.xml", ("withdrawn",))):
            file_text = (await client.get(file)).text
            assert all(word in file_text for word in words)
        path = "/api/content/admin"
        for entity in (f"posts/{post.id}", f"cars/{car.id}"):
            assert (await client.delete(f"{path}/{entity}", headers=admin)).status_code == 200
        assert "hidden" not in (await client.get("/sitemap.xml")).text
        assert "withdrawn" not in (await client.get("/sitemap.xml")).text
        assert "withdrawn" not in (await client.get("/rss.xml")).text

    async def test_security_contact_expires_within_a_year(self, client: ApiClient, clock: MovableClock) -> None:
        answer = await client.get("/.well-known/security.txt")
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
        email = (await client.get("/api/settings")).json()["contactEmail"]
        assert fields["Contact"] == f"mailto:{email}"
        assert fields["Canonical"] == "http://localhost:8080/.well-known/security.txt"
        time_left = datetime.fromisoformat(fields["Expires"]) - clock()
        assert timedelta(days=30) < time_left < timedelta(days=365), "RFC 9116 recommends less than a year"

    async def test_robots_name_the_sitemap(self, client: ApiClient) -> None:
        answer = await client.get("/robots.txt")
        assert answer.headers["content-type"].startswith("text/plain")
        assert "Disallow: /admin" in answer.text
        assert "Sitemap: http://localhost:8080/sitemap.xml" in answer.text

    async def test_an_article_stays_the_same_in_the_feed_when_its_address_changes(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post]
    ) -> None:
        post = await make_post(slug="pervyj")
        guids = re.findall(r"<guid.*?</guid>", (await client.get("/rss.xml")).text)
        change = {"version": 1, "slug": "vtoroj"}
        await client.patch(f"/api/content/admin/posts/{post.id}", json=change, headers=admin)
        feed_text = (await client.get("/rss.xml")).text
        assert "/blog/vtoroj" in feed_text
        assert guids == [f'<guid isPermaLink="false">urn:uuid:{post.id}</guid>']
        assert re.findall(r"<guid.*?</guid>", feed_text) == guids

    async def test_feed_is_newest_first(self, client: ApiClient, make_post: Factory[Post], clock: MovableClock) -> None:
        for title in ("Первая", "Вторая"):
            await make_post(title=title)
            clock.move(minutes=1)
        answer = await client.get("/rss.xml")
        assert answer.headers["content-type"].startswith("application/rss+xml")
        assert re.findall(r"<item>\s*<title>(.*?)</title>", answer.text) == ["Вторая", "Первая"]


OTHER_PHONE = "8 (812) 111-22-33"


async def change_phone_on_another_replica(runtime: ContentRuntime) -> None:
    """Store a setting as another replica does: the cache of this process is not dropped."""
    async with runtime.database.transaction() as db:
        db.add(SiteSettings(values={"contactPhone": OTHER_PHONE}, version=1, updated_at=db.now()))


class TestPrerenderedPage:
    async def test_page_follows_the_site_settings(self, client: ApiClient, admin: dict[str, str]) -> None:
        first_answer = await client.get("/contacts")
        assert first_answer.status_code == 200
        assert '<a href="tel:+74950000000">+7 495 000-00-00</a>' in first_answer.text
        settings = {"siteName": 'Салон "Юг" <b>', "contactPhone": "8 (812) 111-22-33", "workingHours": "24/7"}
        assert (await client.put("/api/settings", json=settings, headers=admin)).status_code == 200
        second_answer = await client.get("/contacts", headers={"If-None-Match": first_answer.headers["etag"]})
        page = second_answer.text
        assert second_answer.status_code == 200
        assert second_answer.headers["content-security-policy"] == POLICY
        assert "<title>Контакты — Салон &quot;Юг&quot; &lt;b&gt;</title>" in page
        assert '<a href="tel:88121112233">8 (812) 111-22-33</a><p>24/7</p>' in page
        assert '<script>boot("Меридиан Авто")</script>' in page
        data = re.search(r'<script type="application/ld\+json">(.*?)</script>', page)
        assert data is not None
        assert json.loads(data[1]) == {"name": settings["siteName"], "telephone": settings["contactPhone"]}
        embedded_settings = re.search(r'<script type="application/json" id="site-settings">(.*?)</script></head>', page)
        assert embedded_settings is not None
        assert json.loads(embedded_settings[1]) == settings
        assert (await client.head("/contacts")).status_code == 200

    async def test_settings_are_read_once_for_all_pages(
        self, client: ApiClient, runtime: ContentRuntime, make_post: Factory[Post], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(site._settings_of_pages, "_seconds", HANG_SECONDS)
        post = await make_post()
        with record_statements(runtime) as recorded_statements:
            for path in ("/contacts", f"/blog/{post.slug}", "/contacts"):
                assert (await client.get(path)).status_code == 200
        assert len([statement for statement, _ in recorded_statements if "site_settings" in statement]) == 1

    async def test_a_change_on_another_replica_is_on_the_pages_when_its_message_comes(
        self, client: ApiClient, runtime: ContentRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(site._settings_of_pages, "_seconds", 2 * HANG_SECONDS)
        assert OTHER_PHONE not in (await client.get("/contacts")).text
        await change_phone_on_another_replica(runtime)
        assert OTHER_PHONE not in (await client.get("/contacts")).text, "from the cache"
        await runtime.bus.client.publish(f"caches.{runtime.name}", site.cache.name.encode())

        async def has_new_phone() -> bool:
            return OTHER_PHONE in (await client.get("/contacts")).text

        await wait_for(has_new_phone)

    async def test_a_change_on_another_replica_is_on_the_pages_after_five_seconds_without_a_message(
        self, client: ApiClient, runtime: ContentRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seconds = 1000.0
        monkeypatch.setattr("chassis.web.caches.monotonic", lambda: seconds)
        assert OTHER_PHONE not in (await client.get("/contacts")).text
        await change_phone_on_another_replica(runtime)
        assert OTHER_PHONE not in (await client.get("/contacts")).text, "from the cache"
        seconds += 5
        assert OTHER_PHONE in (await client.get("/contacts")).text

    async def test_the_policy_names_the_origins_of_widgets_that_are_on(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post]
    ) -> None:
        post = await make_post()
        for widgets, policy_start in (
            ({"chat": "id"}, "script-src 'self' https://*.chat.example ;"),
            ({"community": {"id": 1}, "chat": False}, "script-src 'self'  https://vk.example/api.js;"),
            ({}, "script-src 'self'  ;"),
        ):
            assert (await client.put("/api/settings", json={"widgets": widgets}, headers=admin)).status_code == 200
            for path in ("/contacts", f"/blog/{post.slug}"):
                assert (await client.get(path)).headers["content-security-policy"].startswith(policy_start), (
                    path,
                    widgets,
                )

    async def test_article_page_has_the_site_settings(self, client: ApiClient, make_post: Factory[Post]) -> None:
        post = await make_post()
        assert 'id="site-settings">{"siteName"' in (await client.get(f"/blog/{post.slug}")).text

    async def test_a_page_that_is_not_built_gets_503(self, client: ApiClient) -> None:
        assert (await client.get("/about")).status_code == 503
