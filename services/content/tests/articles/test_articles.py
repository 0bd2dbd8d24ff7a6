import asyncio
from datetime import timedelta
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from content.articles.service import publish_due_posts
from content.articles.tables import Post
from content.cars.tables import Car
from content.comments.tables import Comment
from content.runtime import ContentRuntime
from contracts.content import PostPublished

from services.content.tests.fixture_types import Factory

ADMIN = "/api/content/admin/posts"
NEW_POST = {
    "title": "Зимние шины",
    "content": "Первая строка\nВторая строка",
    "category": "tips",
    "status": "published",
}


async def list_titles(client: ApiClient, **params: Any) -> list[str]:
    return [post["title"] for post in (await client.get("/api/blog/posts", params=params)).json()["posts"]]


class TestListPosts:
    async def test_articles_are_listed_newest_first_in_pages(
        self, client: ApiClient, make_post: Factory[Post], clock: MovableClock
    ) -> None:
        for number in range(8):
            await make_post(title=f"Статья {number}")
            clock.move(minutes=1)
        await make_post(title="Черновик", status="draft")
        first_page = (await client.get("/api/blog/posts")).json()
        assert [post["title"] for post in first_page["posts"]] == [f"Статья {number}" for number in range(7, 1, -1)]
        assert (first_page["hasMore"], first_page["total"]) == (True, 8)
        second_page = (await client.get("/api/blog/posts?offset=6")).json()
        assert ([post["title"] for post in second_page["posts"]], second_page["hasMore"]) == (
            ["Статья 1", "Статья 0"],
            False,
        )

    async def test_next_page_neither_skips_nor_repeats_articles(
        self, client: ApiClient, make_post: Factory[Post], clock: MovableClock
    ) -> None:
        for number in range(4):
            await make_post(title=f"Статья {number}")
            clock.move(minutes=1)
        first_page = (await client.get("/api/blog/posts?limit=2")).json()
        await make_post(title="Новая")
        second_page = (
            await client.get("/api/blog/posts", params={"limit": 2, "offset": 2, "as_of": first_page["asOf"]})
        ).json()
        assert [post["title"] for post in second_page["posts"]] == ["Статья 1", "Статья 0"]
        assert (second_page["hasMore"], second_page["total"]) == (False, 4)

    async def test_articles_are_selected_by_category_tag_and_feature(
        self, client: ApiClient, make_post: Factory[Post]
    ) -> None:
        await make_post(title="Совет", categories=["tips"], tags=["winter"])
        await make_post(title="Новость", categories=["news", "tips"], featured=True)
        assert await list_titles(client, category="tips") == ["Новость", "Совет"]
        assert await list_titles(client, category="all") == ["Новость", "Совет"]
        assert await list_titles(client, category="none") == []
        assert await list_titles(client, tag="winter") == ["Совет"]
        assert await list_titles(client, featured=True) == ["Новость"]

    @pytest.mark.parametrize("query", ["limit=0", "limit=101", "offset=-1", "offset=x", "search=%00", "featured=maybe"])
    async def test_wrong_parameters_of_the_list_of_articles_get_422(self, client: ApiClient, query: str) -> None:
        assert (await client.get(f"/api/blog/posts?{query}")).status_code == 422

    async def test_the_list_of_articles_is_304_until_an_article_changes(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post]
    ) -> None:
        await make_post()
        first_answer = await client.get("/api/blog/posts")
        repeated_answer = await client.get("/api/blog/posts", headers={"If-None-Match": first_answer.headers["etag"]})
        assert repeated_answer.status_code == 304
        await client.post(ADMIN, json=NEW_POST, headers=admin)
        assert len((await client.get("/api/blog/posts")).json()["posts"]) == 2


class TestSearch:
    async def test_search_finds_stems_and_lists_titles_first(
        self, client: ApiClient, make_post: Factory[Post], clock: MovableClock
    ) -> None:
        await make_post(title="Растаможка автомобилей", content="Коротко.")
        clock.move(minutes=1)
        await make_post(title="Доставка", content="Растаможка, растаможка и ещё раз про растаможку автомобиля.")
        clock.move(minutes=1)
        await make_post(title="Шины", content="Про шины")
        assert await list_titles(client, search="растаможки") == ["Растаможка автомобилей", "Доставка"]
        assert await list_titles(client, search="автомобилю") == ["Растаможка автомобилей", "Доставка"]
        assert await list_titles(client, search="растамож") == ["Растаможка автомобилей", "Доставка"]
        assert await list_titles(client, search="шины -доставка") == ["Шины"]

    async def test_search_reads_excluded_words_phrases_and_unfinished_words(
        self, client: ApiClient, make_post: Factory[Post]
    ) -> None:
        await make_post(title="BMW и дизель")
        await make_post(title="BMW и бензин")
        await make_post(title="Дизель у BMW")
        petrol_titles = ["BMW и бензин"]
        assert await list_titles(client, search="bmw -дизель") == petrol_titles
        assert await list_titles(client, search="-дизель bmw") == petrol_titles
        assert await list_titles(client, search='"bmw и бензин"') == petrol_titles
        assert await list_titles(client, search="bmw бенз") == petrol_titles
        assert await list_titles(client, search="-дизель бенз") == petrol_titles

    async def test_a_search_without_words_finds_nothing(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_post: Factory[Post],
        make_comment: Factory[Comment],
        make_car: Factory[Car],
    ) -> None:
        await make_comment(await make_post())
        await make_car()
        for path in ("/api/blog/posts", *(f"/api/content/admin/{name}" for name in ("posts", "comments", "cars"))):
            answer = (await client.get(path, params={"search": "—"}, headers=admin)).json()
            assert answer["total"] == 0, path
        assert (await client.get("/api/cars", params={"q": "—"})).json()["total"] == 0

    async def test_a_search_snippet_marks_the_word_and_escapes_html(
        self, client: ApiClient, make_post: Factory[Post]
    ) -> None:
        await make_post(content="Читайте <b>про</b> растаможку: 2 < 3 & 4 > 1")
        post = (await client.get("/api/blog/posts", params={"search": "растаможка"})).json()["posts"][0]
        assert "<mark>растаможку</mark>" in post["snippet"]
        assert "<b>" not in post["snippet"]
        assert "&lt;" in post["snippet"]

    @pytest.mark.parametrize("search", ["'", '"', "!!!", "a & | !", ":*", "и", "(((", "\\", "%", "<->", "😀", "a" * 9])
    async def test_any_search_text_is_answered(self, client: ApiClient, make_post: Factory[Post], search: str) -> None:
        await make_post()
        assert (await client.get("/api/blog/posts", params={"search": search})).status_code == 200


class TestReadPost:
    async def test_article_is_found_by_slug_and_id(
        self, client: ApiClient, make_post: Factory[Post], make_comment: Factory[Comment]
    ) -> None:
        post = await make_post(title="Первая", slug="first")
        other_post = await make_post(title="Вторая")
        await make_comment(post)
        await make_comment(post, status="pending")
        for key in ("first", post.id):
            body = (await client.get(f"/api/blog/posts/{key}")).json()
            assert (body["content"], body["comment_count"]) == ("Первый абзац.\n\nВторой абзац.", 1)
            assert [row["id"] for row in body["related"]] == [str(other_post.id)]
        for key in ("none", "01900000-0000-7000-8000-000000000000", (await make_post(status="draft")).slug):
            assert (await client.get(f"/api/blog/posts/{key}")).status_code == 404

    async def test_category_counts_follow_each_change(self, client: ApiClient, admin: dict[str, str]) -> None:
        async def count_tips() -> int:
            listed_categories = (await client.get("/api/blog/categories")).json()["categories"]
            return int({row["slug"]: row["count"] for row in listed_categories}["tips"])

        assert await count_tips() == 0
        id = (await client.post(ADMIN, json=NEW_POST, headers=admin)).json()["item"]["id"]
        assert await count_tips() == 1
        await client.delete(f"{ADMIN}/{id}", headers=admin)
        assert await count_tips() == 0


class TestFormerAddress:
    async def test_former_slug_redirects_on_pages_and_in_the_api(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post], make_car: Factory[Car]
    ) -> None:
        post = await make_post(slug="pervyj")
        car = await make_car(slug="audi-1")
        for name, record in (("posts", post), ("cars", car)):
            for version, slug in ((1, "vtoroj"), (2, "tretij")):
                url = f"/api/content/admin/{name}/{record.id}"
                change = {"version": version, "slug": slug}
                assert (await client.patch(url, json=change, headers=admin)).status_code == 200
        for old, new in (
            ("/api/blog/posts/pervyj", "/api/blog/posts/tretij"),
            ("/api/blog/posts/vtoroj", "/api/blog/posts/tretij"),
            ("/blog/pervyj?utm=1", "/blog/tretij?utm=1"),
            ("/api/cars/audi-1", "/api/cars/tretij"),
            ("/cars/vtoroj", "/cars/tretij"),
        ):
            answer = await client.get(old)
            assert (answer.status_code, answer.headers["location"]) == (308, new), old
        first_slug_again = {"version": 3, "slug": "pervyj"}
        await client.patch(f"/api/content/admin/posts/{post.id}", json=first_slug_again, headers=admin)
        assert (await client.get("/api/blog/posts/pervyj")).status_code == 200
        draft_change = {"version": 4, "status": "draft"}
        await client.patch(f"/api/content/admin/posts/{post.id}", json=draft_change, headers=admin)
        assert (await client.get("/api/blog/posts/vtoroj")).status_code == 404


class TestText:
    async def test_lines_of_an_article_become_paragraphs_and_html_is_escaped(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        body = NEW_POST | {"content": "Первая <script>alert(1)</script>\nВторая"}
        slug = (await client.post(ADMIN, json=body, headers=admin)).json()["item"]["slug"]
        html = (await client.get(f"/api/blog/posts/{slug}")).json()["content_html"]
        assert html.count("<p>") == 2
        assert "<script" not in html
        assert "&lt;script&gt;" in html

    async def test_markdown_of_an_article_keeps_safe_links_and_no_html(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        markdown = '# Глава\n\n**Жирно** [ссылка](https://example.com) [плохо](javascript:alert(1)) <img onerror="x">'
        slug = (await client.post(ADMIN, json=NEW_POST | {"content": markdown}, headers=admin)).json()["item"]["slug"]
        html = (await client.get(f"/api/blog/posts/{slug}")).json()["content_html"]
        assert "<h2>Глава</h2>" in html
        assert 'rel="noopener noreferrer"' in html
        assert html.count("href=") == 1
        assert "<img" not in html

    async def test_500_words_are_read_in_three_minutes(self, client: ApiClient, admin: dict[str, str]) -> None:
        item = (await client.post(ADMIN, json=NEW_POST | {"content": "слово " * 500}, headers=admin)).json()["item"]
        assert item["read_minutes"] == 3


class TestAdminPosts:
    @pytest.mark.parametrize(
        ("sent_category", "stored_categories"),
        [("news", ["news"]), (["news", "tips", "news"], ["news", "tips"]), ('["travel", "tips"]', ["travel", "tips"])],
    )
    async def test_categories_are_accepted_as_a_name_as_a_list_and_as_json_text(
        self, client: ApiClient, admin: dict[str, str], sent_category: Any, stored_categories: list[str]
    ) -> None:
        item = (await client.post(ADMIN, json=NEW_POST | {"category": sent_category}, headers=admin)).json()["item"]
        assert (item["category"], item["categories"]) == (stored_categories[0], stored_categories)

    @pytest.mark.parametrize("wrong", ["", "cars", ["cars"], "[broken", 5, None, {"a": 1}])
    async def test_wrong_categories_are_refused(self, client: ApiClient, admin: dict[str, str], wrong: Any) -> None:
        answer = await client.post(ADMIN, json=NEW_POST | {"category": wrong}, headers=admin)
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == "category"

    async def test_a_draft_needs_only_a_title_and_its_publication_names_what_is_missing(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        draft = (await client.post(ADMIN, json={"title": "Паром"}, headers=admin)).json()["item"]
        assert (draft["status"], draft["content"], draft["category"], draft["categories"]) == ("draft", "", None, [])
        assert (await client.get(ADMIN, headers=admin)).json()["items"][0]["id"] == draft["id"]
        url = f"{ADMIN}/{draft['id']}"
        for status in ("published", "scheduled"):
            publication = {"version": 1, "status": status, "publish_at": "2030-01-01T00:00:00Z"}
            refusal = await client.patch(url, json=publication, headers=admin)
            assert refusal.headers["content-type"].startswith("application/problem+json")
            assert {problem["field"] for problem in refusal.json()["errors"]} == {"content", "category"}
        completion = {"version": 1, "status": "published", "content": "Одна перевалка", "category": ["guides"]}
        item = (await client.patch(url, json=completion, headers=admin)).json()["item"]
        assert (item["status"], item["excerpt"]) == ("published", "Одна перевалка")
        empty_text_refusal = await client.patch(url, json={"version": 2, "content": ""}, headers=admin)
        assert empty_text_refusal.json()["errors"][0]["field"] == "content"

    @pytest.mark.parametrize("field", ["title", "excerpt", "content", "author_first_name", "author_last_name"])
    async def test_characters_that_no_text_can_contain_are_refused_by_field(
        self, client: ApiClient, admin: dict[str, str], field: str
    ) -> None:
        answer = await client.post(ADMIN, json=NEW_POST | {field: "a\x00b"}, headers=admin)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)

    async def test_slug_is_made_of_the_title_and_unique(self, client: ApiClient, admin: dict[str, str]) -> None:
        slugs = [(await client.post(ADMIN, json=NEW_POST, headers=admin)).json()["item"]["slug"] for _ in range(3)]
        assert slugs == ["zimnie-shiny", "zimnie-shiny-2", "zimnie-shiny-3"]
        answers = await asyncio.gather(*(client.post(ADMIN, json=NEW_POST, headers=admin) for _ in range(3)))
        assert {answer.status_code for answer in answers} <= {201, 409}
        refused_answer = await client.post(ADMIN, json=NEW_POST | {"slug": "zimnie-shiny"}, headers=admin)
        assert (refused_answer.status_code, refused_answer.json()["code"]) == (409, "slug_taken")

    async def test_stale_change_is_refused_and_earlier_versions_are_kept(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        item = (await client.post(ADMIN, json=NEW_POST, headers=admin)).json()["item"]
        url = f"{ADMIN}/{item['id']}"
        change_answer = await client.patch(url, json={"version": 1, "content": "Новый текст"}, headers=admin)
        assert change_answer.json()["item"]["version"] == 2
        stale_answer = await client.patch(url, json={"version": 1, "title": "Поздно"}, headers=admin)
        assert (stale_answer.status_code, stale_answer.json()["code"]) == (409, "stale_version")
        revisions = (await client.get(f"{url}/revisions", headers=admin)).json()
        assert [row["content"] for row in revisions["items"]] == ["Первая строка\nВторая строка"]
        assert (await client.get("/api/blog/posts/zimnie-shiny")).json()["content"] == "Новый текст"

    async def test_publication_of_an_article_is_announced_once(
        self, client: ApiClient, admin: dict[str, str], read_events: EventReader
    ) -> None:
        item = (await client.post(ADMIN, json=NEW_POST | {"status": "draft"}, headers=admin)).json()["item"]
        assert not await read_events(PostPublished)
        url = f"{ADMIN}/{item['id']}"
        for version, status in ((1, "published"), (2, "draft"), (3, "published")):
            answer = await client.patch(url, json={"version": version, "status": status}, headers=admin)
            assert answer.status_code == 200
        assert [event.title for event in await read_events(PostPublished)] == ["Зимние шины"]

    async def test_scheduled_republication_is_not_announced_again(
        self,
        client: ApiClient,
        admin: dict[str, str],
        clock: MovableClock,
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        item = (await client.post(ADMIN, json=NEW_POST, headers=admin)).json()["item"]
        at = (runtime.now() + timedelta(minutes=1)).replace(microsecond=0).isoformat()
        schedule = {"version": 1, "status": "scheduled", "publish_at": at}
        assert (await client.patch(f"{ADMIN}/{item['id']}", json=schedule, headers=admin)).status_code == 200
        clock.move(minutes=2)
        async with runtime.database.transaction() as db:
            await publish_due_posts(db, runtime)
        assert await list_titles(client) == ["Зимние шины"]
        assert len(await read_events(PostPublished)) == 1

    async def test_scheduled_article_appears_at_its_time(
        self,
        client: ApiClient,
        admin: dict[str, str],
        clock: MovableClock,
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        answer_without_time = await client.post(ADMIN, json=NEW_POST | {"status": "scheduled"}, headers=admin)
        assert (answer_without_time.status_code, answer_without_time.json()["errors"][0]["field"]) == (
            422,
            "publish_at",
        )
        at = runtime.now().replace(microsecond=0).isoformat()
        clock.move(minutes=-5)
        body = NEW_POST | {"status": "scheduled", "publish_at": at}
        assert (await client.post(ADMIN, json=body, headers=admin)).status_code == 201
        for minutes, shown_count in ((4, 0), (2, 1)):
            clock.move(minutes=minutes)
            async with runtime.database.transaction() as db:
                await publish_due_posts(db, runtime)
            assert len(await list_titles(client)) == shown_count
        assert len(await read_events(PostPublished)) == 1

    async def test_preview_renders_safe_html_for_administrators_and_stores_nothing(
        self, client: ApiClient, admin: dict[str, str], build_auth_headers: AuthHeadersBuilder
    ) -> None:
        url = "/api/content/admin/posts/preview"
        content = "## Путь\n\n<script>alert(1)</script>\n\n**Минск**"
        preview = (await client.post(url, json={"content": content}, headers=admin)).json()
        assert "<h2>Путь</h2>" in preview["content_html"]
        assert "<script>" not in preview["content_html"]
        assert preview["read_minutes"] == 1
        long_preview = (await client.post(url, json={"content": "слово " * 50}, headers=admin)).json()
        assert long_preview["excerpt"] == " ".join(["слово"] * 33) + "…"
        assert (await client.post(url, json={"content": ""}, headers=admin)).json()["content_html"] == ""
        assert (await client.get("/api/content/admin/posts", headers=admin)).json()["total"] == 0
        assert (await client.post(url, json={"content": ""}, headers=build_auth_headers())).status_code == 403

    async def test_administrators_filter_articles_by_status_and_words(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post]
    ) -> None:
        await make_post(title="Черновик о шинах", status="draft")
        await make_post(title="Готовая")
        listed_body = (await client.get(f"{ADMIN}?status=draft&search=шины", headers=admin)).json()
        assert (listed_body["success"], listed_body["total"], listed_body["items"][0]["title"]) == (
            True,
            1,
            "Черновик о шинах",
        )
        assert (await client.get(f"{ADMIN}?sort=up", headers=admin)).status_code == 422

    async def test_every_change_of_an_article_is_in_the_audit_log(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        item = (await client.post(ADMIN, json=NEW_POST, headers=admin)).json()["item"]
        await client.patch(f"{ADMIN}/{item['id']}", json={"version": 1, "title": "Другая"}, headers=admin)
        await client.delete(f"{ADMIN}/{item['id']}", headers=admin)
        log = (await client.get(f"/api/content/admin/audit?entity_id={item['id']}", headers=admin)).json()
        assert [row["action"] for row in log["items"]] == ["delete", "update", "create"]
        assert log["items"][1]["changes"] == {"title": "Другая"}
        assert log["items"][1]["actor_name"] == "Вера Старостина"

    async def test_only_administrators_write_articles_and_read_the_audit_log(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        assert (await client.post(ADMIN, json=NEW_POST)).status_code == 401
        assert (await client.post(ADMIN, json=NEW_POST, headers=build_auth_headers())).status_code == 403
        assert (await client.get("/api/content/admin/audit", headers=build_auth_headers())).status_code == 403


class TestRoutes:
    async def test_the_preview_address_is_not_the_id_of_an_article(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        answer = await client.get("/api/content/admin/posts/preview", headers=admin)
        assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
