import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from content.pages.endpoints import cache
from content.pages.page_template import PageTemplates

POLICY = "script-src 'self'  ; frame-src  https://oauth.telegram.org"


@pytest.fixture(autouse=True)
def build(runtime: Any, web_root: Path) -> Iterator[Path]:
    """A minimal build of the web app."""
    settings = runtime.settings
    runtime.settings = settings.model_copy(
        update={"web_root": str(web_root), "csp_telegram": "https://oauth.telegram.org"}
    )
    runtime.parts[PageTemplates].clear()
    yield web_root
    runtime.settings = settings
    runtime.parts[PageTemplates].clear()


def linked_data(html: str) -> dict[str, Any]:
    found = re.findall(r'<script type="application/ld\+json" data-page>(.*?)</script>', html, re.DOTALL)
    return {data["@type"]: data for data in map(json.loads, found)}


class TestArticlePage:
    async def test_has_everything_in_the_html(self, client: Any, make_post: Any) -> None:
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
            r'<main id="main" tabindex="-1"><noscript>.*<h2>Глава</h2>.*</noscript><!--\$--><div aria-busy="true">',
            html,
            re.DOTALL,
        )
        assert "<h2>Глава</h2>" in html
        data = linked_data(html)
        assert data["Article"]["headline"] == "Цена & <срок>"
        assert data["BreadcrumbList"]["itemListElement"][2]["item"].endswith(post.slug)
        again = await client.get(f"/blog/{post.slug}", headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
        assert (await client.head(f"/blog/{post.slug}")).status_code == 200

    async def test_day_is_the_one_in_moscow(self, client: Any, make_post: Any) -> None:
        post = await make_post(published_at=datetime(2025, 11, 20, 21, 30, tzinfo=UTC))
        html = (await client.get(f"/blog/{post.slug}")).text
        assert '<time datetime="2025-11-20T21:30:00.000+00:00">21.11.2025</time>' in html

    async def test_time_has_at_most_three_digits_of_a_second(self, client: Any, make_post: Any) -> None:
        """HTML allows no more (WHATWG, valid global date and time string)."""
        post = await make_post(published_at=datetime(2025, 11, 20, 21, 30, 0, 671748, tzinfo=UTC))
        html = (await client.get(f"/blog/{post.slug}")).text
        assert '<time datetime="2025-11-20T21:30:00.671+00:00">' in html

    async def test_unknown_slug_and_draft_are_404_pages(self, client: Any, make_post: Any) -> None:
        draft = await make_post(status="draft")
        for slug in ("none", draft.slug, "%00", "%D0%B0"):
            answer = await client.get(f"/blog/{slug}")
            assert answer.status_code == 404
            assert "<title>Страница не найдена — Меридиан Авто</title>" in answer.text
            assert answer.text.count("noindex") == 1
            assert '<link rel="canonical"' not in answer.text
            assert answer.headers["content-type"].startswith("text/html")
            assert answer.headers["content-security-policy"] == POLICY

    async def test_new_build_is_seen_and_a_missing_one_is_503(self, client: Any, make_post: Any, build: Path) -> None:
        post = await make_post()
        await client.get(f"/blog/{post.slug}")
        page = build / "__spa-fallback.html"
        page.write_text(page.read_text().replace("<footer>", "<footer>новая сборка"))
        assert "новая сборка" in (await client.get(f"/blog/{post.slug}")).text
        page.unlink()
        answer = await client.get(f"/blog/{post.slug}")
        assert (answer.status_code, "retry-after" in answer.headers) == (503, True)


class TestCarPage:
    async def test_has_everything_in_the_html(self, client: Any, make_car: Any) -> None:
        car = await make_car(slug="bmw-318d", price_rub=3_400_000, description="Один владелец")
        html = (await client.get("/cars/bmw-318d")).text
        assert "<title>BMW 318d, 2022 — Меридиан Авто</title>" in html
        assert "Один владелец" in html
        assert "3 400 000 ₽" in html
        data = linked_data(html)["Car"]
        assert (data["offers"]["price"], data["offers"]["priceCurrency"]) == (car.price_rub, "RUB")

    async def test_hidden_is_404_and_sold_keeps_its_page(self, client: Any, make_car: Any) -> None:
        await make_car(slug="hidden", status="hidden")
        await make_car(slug="sold", status="sold", price_rub=1)
        assert (await client.get("/cars/hidden")).status_code == 404
        assert "SoldOut" in (await client.get("/cars/sold")).text


class TestFiles:
    async def test_sitemap_lists_public_pages(self, client: Any, make_post: Any, make_car: Any) -> None:
        post, car = await make_post(), await make_car()
        await make_post(status="draft", slug="draft")
        answer = await client.get("/sitemap.xml")
        assert answer.headers["content-type"].startswith("application/xml")
        places = re.findall(r"<loc>(.*?)</loc>", answer.text)
        assert f"http://localhost:8080/blog/{post.slug}" in places
        assert f"http://localhost:8080/cars/{car.slug}" in places
        assert "http://localhost:8080/about" in places
        assert not [place for place in places if "draft" in place]

    async def test_sitemap_and_feed_show_a_change_at_once(
        self, client: Any, admin: Any, make_post: Any, make_car: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cache, "_seconds", 600.0)
        post, car = await make_post(slug="withdrawn"), await make_car(slug="hidden")
        for file, words in (("/sitemap.xml", ("withdrawn", "hidden")), ("/rss.xml", ("withdrawn",))):
            before = (await client.get(file)).text
            assert all(word in before for word in words)
        path = "/api/content/admin"
        for entity in (f"posts/{post.id}", f"cars/{car.id}"):
            assert (await client.delete(f"{path}/{entity}", headers=admin)).status_code == 200
        assert "hidden" not in (await client.get("/sitemap.xml")).text
        assert "withdrawn" not in (await client.get("/sitemap.xml")).text
        assert "withdrawn" not in (await client.get("/rss.xml")).text

    async def test_robots_name_the_sitemap(self, client: Any) -> None:
        answer = await client.get("/robots.txt")
        assert answer.headers["content-type"].startswith("text/plain")
        assert "Disallow: /admin" in answer.text
        assert "Sitemap: http://localhost:8080/sitemap.xml" in answer.text

    async def test_feed_is_newest_first(self, client: Any, make_post: Any, clock: Any) -> None:
        for title in ("Первая", "Вторая"):
            await make_post(title=title)
            clock.move(minutes=1)
        answer = await client.get("/rss.xml")
        assert answer.headers["content-type"].startswith("application/rss+xml")
        assert re.findall(r"<item>\s*<title>(.*?)</title>", answer.text) == ["Вторая", "Первая"]


class TestPrerenderedPage:
    async def test_follows_the_site_settings(self, client: Any, admin: Any) -> None:
        before = await client.get("/contacts")
        assert before.status_code == 200
        assert '<a href="tel:+74950000000">+7 495 000-00-00</a>' in before.text
        settings = {"siteName": 'Салон "Юг" <b>', "contactPhone": "8 (812) 111-22-33", "workingHours": "Всегда"}
        assert (await client.put("/api/settings", json=settings, headers=admin)).status_code == 200
        after = await client.get("/contacts", headers={"If-None-Match": before.headers["etag"]})
        page = after.text
        assert after.status_code == 200
        assert after.headers["content-security-policy"] == POLICY
        assert "<title>Контакты — Салон &quot;Юг&quot; &lt;b&gt;</title>" in page
        assert '<a href="tel:88121112233">8 (812) 111-22-33</a><p>Всегда</p>' in page
        assert '<script>boot("Меридиан Авто")</script>' in page
        data = re.search(r'<script type="application/ld\+json">(.*?)</script>', page)
        assert data is not None
        assert json.loads(data[1]) == {"name": settings["siteName"], "telephone": settings["contactPhone"]}
        embedded = re.search(r'<script type="application/json" id="site-settings">(.*?)</script></head>', page)
        assert embedded is not None
        assert json.loads(embedded[1]) == settings
        assert (await client.head("/contacts")).status_code == 200

    async def test_the_policy_names_the_origins_of_widgets_that_are_on(
        self, client: Any, admin: Any, make_post: Any
    ) -> None:
        post = await make_post()
        for widgets, named in (
            ({"chat": "id"}, "script-src 'self' https://*.chat.example ;"),
            ({"community": {"id": 1}, "chat": False}, "script-src 'self'  https://vk.example/api.js;"),
            ({}, "script-src 'self'  ;"),
        ):
            assert (await client.put("/api/settings", json={"widgets": widgets}, headers=admin)).status_code == 200
            for path in ("/contacts", f"/blog/{post.slug}"):
                assert (await client.get(path)).headers["content-security-policy"].startswith(named), (path, widgets)

    async def test_article_has_the_settings_too(self, client: Any, make_post: Any) -> None:
        post = await make_post()
        assert 'id="site-settings">{"siteName"' in (await client.get(f"/blog/{post.slug}")).text

    async def test_page_that_is_not_built_is_unavailable(self, client: Any) -> None:
        assert (await client.get("/about")).status_code == 503
