"""api.md section 3, the administrators' lists of content: permissions, filter, search, order, pages, change, audit."""

import io
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest
from PIL import Image

from tests.journeys.answers import check_pages, expect_json, expect_problem
from tests.journeys.users import Person, make_address, wait_for

ADMIN = "/api/content/admin"
PERSON = {"name": "Павел Дымов", "phone": "+74950000051", "email": "pavel@example.com"}
CAR = {"brand": "Volvo", "model": "V60", "year": 2022, "body_type": "estate", "fuel": "diesel", "price_rub": 4_000_000}


@dataclass(kw_only=True)
class ListCase:
    """One list: how a row is created, found and changed."""

    name: str
    entity: str
    build_body: Callable[[str, dict[str, str]], dict[str, Any]]
    change: dict[str, Any]
    filters: dict[str, Any]
    sort: str
    # An invalid field, which the refusal must name.
    wrong: dict[str, Any] = field(default_factory=dict)


def build_post(word: str, _: dict[str, str]) -> dict[str, Any]:
    return {"title": f"Статья {word}", "content": "Текст", "category": '["tips","news"]', "status": "draft"}


def build_order(word: str, ids: dict[str, str]) -> dict[str, Any]:
    return {"user_id": ids["buyer"], "title": f"Заказ {word}", "price_rub": 1_000_000}


def make_payment(word: str, ids: dict[str, str]) -> dict[str, Any]:
    return {"order_id": ids["order"], "amount_rub": 50_000, "kind": "payment", "title": f"Платёж {word}"}


def make_booking(word: str, ids: dict[str, str]) -> dict[str, Any]:
    day = f"{2040 + int(word, 16) % 50}-01-{1 + int(word, 16) % 28:02}"
    kind = f"Приём {word}"
    return {"user_id": ids["buyer"], "kind": kind, "title": kind, "starts_at": f"{day}T09:00:00Z"}


def build_contact_form(word: str, _: dict[str, str]) -> dict[str, Any]:
    return PERSON | {"message": f"Вопрос {word}"}


ADMIN_LISTS = [
    ListCase(
        name="posts",
        entity="post",
        build_body=build_post,
        change={"title": "Переписано"},
        filters={"status": "draft", "category": "news"},
        sort="title",
        wrong={"category": "cooking"},
    ),
    ListCase(
        name="comments",
        entity="comment",
        build_body=lambda word, ids: {"post_id": ids["post"], "content": f"Ответ {word}"},
        change={"content": "Поправлено"},
        filters={"status": "approved"},
        sort="-created_at",
        wrong={"content": ""},
    ),
    ListCase(
        name="team",
        entity="team",
        build_body=lambda word, _: {"name": f"Имя {word}", "position": "Осмотр", "handle": f"member-{word}"},
        change={"position": "Передача"},
        filters={},
        sort="name",
        wrong={"email": "nobody"},
    ),
    ListCase(
        name="cars",
        entity="car",
        build_body=lambda word, _: CAR | {"slug": f"car-{word}", "description": f"Слово {word}"},
        change={"status": "sold"},
        filters={"status": "published", "brand": "volvo"},
        sort="-price_rub",
        wrong={"fuel": "coal"},
    ),
    ListCase(
        name="contacts",
        entity="contact",
        build_body=build_contact_form,
        change={"status": "answered", "note": "Перезвонили"},
        filters={"status": "new"},
        sort="due_at",
        wrong={"phone": "1"},
    ),
    ListCase(
        name="requests",
        entity="request",
        build_body=lambda word, ids: build_contact_form(word, ids) | {"kind": "callback"},
        change={"status": "in_progress"},
        filters={"status": "new", "kind": "callback"},
        sort="due_at",
        wrong={"kind": "rent"},
    ),
    ListCase(
        name="orders",
        entity="order",
        build_body=build_order,
        change={"title": "Другой заказ", "price_rub": 2},
        filters={"status": "active", "step": "consultation"},
        sort="price_rub",
        wrong={"price_rub": -1},
    ),
    ListCase(
        name="bookings",
        entity="booking",
        build_body=make_booking,
        change={"status": "confirmed", "place": "Офис"},
        filters={"status": "requested"},
        sort="-starts_at",
        wrong={"duration_minutes": 1},
    ),
    ListCase(
        name="payments",
        entity="payment",
        build_body=make_payment,
        change={"status": "paid"},
        filters={"status": "pending", "kind": "payment"},
        sort="-amount_rub",
        wrong={"amount_rub": 0},
    ),
    ListCase(
        name="newsletter",
        entity="subscriber",
        build_body=lambda word, _: {"email": f"{word}-{make_address()}"},
        change={"status": "unsubscribed"},
        filters={"status": "pending"},
        sort="email",
        wrong={"email": "none"},
    ),
]


@pytest.fixture(scope="module")
def ids(administrator: Person, buyer: Person) -> Iterator[dict[str, str]]:
    """The ids of the records that the created rows refer to."""
    about = build_post(uuid.uuid4().hex[:8], {}) | {"status": "published"}
    created_ids = {
        "post": expect_json(administrator.http.post(f"{ADMIN}/posts", json=about), 201)["item"]["id"],
        "order": expect_json(
            administrator.http.post(f"{ADMIN}/orders", json=build_order("", {"buyer": buyer.id})), 201
        )["item"]["id"],
    }
    yield created_ids | {"buyer": buyer.id}
    for name, id in created_ids.items():
        expect_json(administrator.http.delete(f"{ADMIN}/{name}s/{id}"))


@pytest.mark.parametrize("admin_list", ADMIN_LISTS, ids=lambda admin_list: admin_list.name)
def test_an_admin_list_is_closed_to_others_searched_changed_and_deleted(
    visitor: httpx2.Client, buyer: Person, administrator: Person, ids: dict[str, str], admin_list: ListCase
) -> None:
    url = f"{ADMIN}/{admin_list.name}"
    http = administrator.http
    word = uuid.uuid4().hex[:8]
    body = admin_list.build_body(word, ids)
    check_closed_to_others(visitor, buyer, url, body)
    expect_problem(http.post(url, json=body | admin_list.wrong), 422, "validation_error", *admin_list.wrong)

    item = expect_json(http.post(url, json=body), 201)["item"]
    record_url = f"{url}/{item['id']}"
    unknown_url = f"{url}/{uuid.uuid4()}"
    assert expect_json(http.get(record_url))["item"]["id"] == item["id"]
    found = expect_json(http.get(url, params={"search": word, **admin_list.filters}))
    assert ([row["id"] for row in found["items"]], found["total"]) == ([item["id"]], 1)
    check_pages(http, url, "items", sort=admin_list.sort)
    expect_problem(http.get(url, params={"sort": "colour"}), 422, "validation_error", "sort")

    changed_item = expect_json(http.patch(record_url, json=admin_list.change | {"version": item["version"]}))["item"]
    assert {name: changed_item[name] for name in admin_list.change} == admin_list.change
    expect_problem(http.patch(record_url, json=admin_list.change | {"version": item["version"]}), 409, "stale_version")
    expect_problem(http.patch(record_url, json=admin_list.change), 422, "validation_error", "version")
    for answer in (
        http.get(unknown_url),
        http.delete(unknown_url),
        http.patch(unknown_url, json=admin_list.change | {"version": 1}),
    ):
        expect_problem(answer, 404, "not_found")

    assert http.delete(record_url).json() == {"success": True}
    expect_problem(http.get(record_url), 404, "not_found")
    audit = expect_json(http.get(f"{ADMIN}/audit", params={"entity": admin_list.entity, "entity_id": item["id"]}))
    log = audit["items"]
    assert [row["action"] for row in log] == ["delete", "update", "create"]
    assert all(row["actor_id"] == administrator.id and row["at"] for row in log)


def check_closed_to_others(visitor: httpx2.Client, buyer: Person, url: str, body: dict[str, Any]) -> None:
    """Check that every operation answers 401 to visitors and 403 to users."""
    for http, status, code in ((visitor, 401, "unauthorized"), (buyer.http, 403, "forbidden")):
        expect_problem(http.get(url), status, code)
        expect_problem(http.post(url, json=body), status, code)
        record_url = f"{url}/{uuid.uuid4()}"
        for method in ("GET", "PATCH", "DELETE"):
            expect_problem(http.request(method, record_url, json={"version": 1}), status, code)


def test_articles_keep_versions_and_lose_scripts(visitor: httpx2.Client, administrator: Person) -> None:
    http = administrator.http
    url = f"{ADMIN}/posts"
    expect_problem(
        http.post(url, json=build_post("", {}) | {"status": "scheduled"}), 422, "validation_error", "publish_at"
    )
    text = "## Глава\n\n<script>alert(1)</script> [ссылка](javascript:alert(1)) **важно**"
    body = build_post(uuid.uuid4().hex[:8], {}) | {"content": text, "category": ["tips", "guides"]}
    item = expect_json(http.post(url, json=body), 201)["item"]
    assert (item["categories"], item["category"]) == (["tips", "guides"], "tips")
    out = expect_json(
        http.patch(f"{url}/{item['id']}", json={"version": 1, "status": "published", "content": text + "!"})
    )
    article = expect_json(visitor.get(f"/api/blog/posts/{out['item']['slug']}"))
    assert "<h2>Глава</h2>" in article["content_html"]
    assert "<strong>важно</strong>" in article["content_html"]
    assert "<script" not in article["content_html"]
    assert "javascript:" not in article["content_html"].replace("[ссылка](javascript:", "")
    revisions = expect_json(http.get(f"{url}/{item['id']}/revisions"))["items"]
    assert [(row["version"], row["content"]) for row in revisions] == [(1, text)]
    expect_problem(http.post(url, json=body | {"slug": out["item"]["slug"]}), 409, "slug_taken")
    expect_json(http.delete(f"{url}/{item['id']}"))
    article_url = f"/api/blog/posts/{out['item']['slug']}"

    def read_deleted_article() -> httpx2.Response | None:
        """Return None while a replica, which has not heard of the change yet, answers from its cache."""
        answers = [visitor.get(article_url) for _ in range(4)]
        return answers[-1] if all(answer.status_code == 404 for answer in answers) else None

    expect_problem(wait_for(read_deleted_article), 404, "not_found")


def test_pictures_are_stored_in_three_widths(visitor: httpx2.Client, buyer: Person, administrator: Person) -> None:
    url = f"{ADMIN}/media"
    picture = {"file": ("двор.png", draw_image(2400, 1200), "image/png")}
    expect_problem(visitor.post(url, files=picture), 401, "unauthorized")
    expect_problem(buyer.http.post(url, files=picture), 403, "forbidden")
    for content, kind, status, code in (
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml", 415, "unsupported_type"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/png", 422, "invalid_image"),
        (draw_image(16_001, 1), "image/png", 422, "invalid_image"),
        (b"x" * (5 * 1024 * 1024 + 1), "image/png", 413, "too_large"),
    ):
        expect_problem(administrator.http.post(url, files={"file": ("a", content, kind)}), status, code)
    upload = expect_json(administrator.http.post(url, files=picture), 201)
    assert (upload["width"], upload["height"]) == (1920, 960)
    assert [variant["width"] for variant in upload["variants"]] == [480, 960, 1920]
    for variant in upload["variants"]:
        serve_answer = visitor.get(variant["url"])
        assert serve_answer.headers["content-type"] == "image/webp"
        assert "immutable" in serve_answer.headers["cache-control"]
        assert Image.open(io.BytesIO(serve_answer.content)).width == variant["width"]
        assert visitor.get(variant["url"], headers={"If-None-Match": serve_answer.headers["etag"]}).status_code == 304
    found = expect_json(administrator.http.get(url, params={"search": "двор", "sort": "name"}))
    assert upload["id"] in {item["id"] for item in found["items"]}
    record_url = f"{url}/{upload['id']}"
    alt = {"alt": "Двор со складом", "version": upload["version"]}
    assert expect_json(administrator.http.patch(record_url, json=alt))["item"]["alt"] == "Двор со складом"
    expect_problem(administrator.http.patch(record_url, json=alt), 409, "stale_version")
    expect_json(administrator.http.delete(record_url))
    expect_problem(administrator.http.get(record_url), 404, "not_found")
    for path in ("/media/none.webp", "/media/..%2Fsecrets", f"/media/{'0' * 32}-480.webp"):
        assert visitor.get(path).status_code in {400, 404}, path


def draw_image(width: int, height: int) -> bytes:
    buffer = io.BytesIO()
    image = Image.new("RGB", (width, height), (uuid.uuid4().int % 256, 30, 30))
    image.putpixel((0, 0), tuple(uuid.uuid4().bytes[:3]))
    image.save(buffer, "PNG")
    return buffer.getvalue()
