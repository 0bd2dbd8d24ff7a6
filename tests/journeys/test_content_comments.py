"""api.md section 3, comments: visibility, validation, moderation and its notifications."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from tests.journeys.answers import call_in_parallel, expect_json, expect_problem
from tests.journeys.users import Person, open_browser, wait_for

ADMIN = "/api/content/admin/comments"


@pytest.fixture(scope="module")
def post(administrator: Person) -> Iterator[str]:
    """An article that only these journeys use."""
    body = {"title": f"О разном {uuid.uuid4()}", "content": "Текст", "category": "tips", "status": "published"}
    id: str = expect_json(administrator.http.post("/api/content/admin/posts", json=body), 201)["item"]["id"]
    yield id
    expect_json(administrator.http.delete(f"/api/content/admin/posts/{id}"))


def list_comments(http: httpx2.Client, post: str) -> dict[str, dict[str, Any]]:
    """Return the comments by their texts, in the order of the list."""
    return {row["content"]: row for row in expect_json(http.get(f"/api/comments/{post}"))["data"]}


def write_comment(person: Person, post: str, content: str) -> str:
    body = {"post_id": post, "content": content}
    id: str = expect_json(person.http.post("/api/comments", json=body), 201)["data"]["id"]
    return id


def test_invalid_comments_are_refused(visitor: httpx2.Client, buyer: Person, post: str) -> None:
    body = {"post_id": post, "content": "Спасибо"}
    expect_problem(visitor.post("/api/comments", json=body), 401, "unauthorized")
    for content in ("  \n ", "x" * 1001):
        expect_problem(
            buyer.http.post("/api/comments", json=body | {"content": content}), 422, "validation_error", "content"
        )
    expect_problem(buyer.http.post("/api/comments", json=body | {"post_id": str(uuid.uuid4())}), 404, "not_found")
    with open_browser({"Cookie": f"session={buyer.http.headers['Authorization'][7:]}"}) as browser_with_cookie:
        expect_problem(browser_with_cookie.post("/api/comments", json=body), 403, "csrf")
        foreign = {"Origin": "https://example.com", "Sec-Fetch-Site": "cross-site"}
        expect_problem(browser_with_cookie.post("/api/comments", json=body, headers=foreign), 403, "csrf")


def test_concurrent_identical_texts_become_one_comment(buyer: Person, post: str) -> None:
    body = {"post_id": post, "content": "Дважды нажал"}
    assert call_in_parallel(*[lambda: buyer.http.post("/api/comments", json=body)] * 4) == [201, 409, 409, 409]
    expect_problem(buyer.http.post("/api/comments", json=body), 409, "duplicate_comment")


def test_comments_are_visible_by_state_and_role(
    visitor: httpx2.Client, buyer: Person, other_user: Person, administrator: Person, post: str
) -> None:
    good_comment = write_comment(buyer, post, " Полезная таблица ")
    bad_comment = write_comment(buyer, post, "Купите у меня")
    assert [row["status"] for row in list_comments(buyer.http, post).values()][:2] == ["pending", "pending"]
    for http in (visitor, other_user.http, administrator.http):
        assert not {"Полезная таблица", "Купите у меня"} & set(list_comments(http, post))
    for http, status, code in ((visitor, 401, "unauthorized"), (buyer.http, 403, "forbidden")):
        expect_problem(http.post(f"{ADMIN}/{good_comment}/approve"), status, code)
        expect_problem(http.post(f"{ADMIN}/{bad_comment}/reject", json={"reason": "Реклама"}), status, code)
    assert expect_json(administrator.http.post(f"{ADMIN}/{good_comment}/approve"))["item"]["status"] == "approved"
    expect_problem(administrator.http.post(f"{ADMIN}/{bad_comment}/reject", json={}), 422, "validation_error", "reason")
    expect_json(administrator.http.post(f"{ADMIN}/{bad_comment}/reject", json={"reason": "Реклама чужих услуг"}))
    for http in (visitor, other_user.http, administrator.http):
        shown_comments = list_comments(http, post)
        assert shown_comments["Полезная таблица"]["status"] == "approved"
        assert "Купите у меня" not in shown_comments
    own = list_comments(buyer.http, post)
    assert (own["Купите у меня"]["status"], own["Купите у меня"]["rejection_reason"]) == (
        "rejected",
        "Реклама чужих услуг",
    )
    notifications = wait_for(lambda: list_notifications_with(buyer, "Реклама чужих услуг"))
    assert notifications[0]["type"] == "system"


def list_notifications_with(person: Person, words: str) -> list[dict[str, Any]]:
    """Return the user's notifications that contain this text."""
    listed_notifications = expect_json(person.http.get("/notifications", headers={"Accept": "application/json"}))[
        "notifications"
    ]
    return [row for row in listed_notifications if words in f"{row['title']} {row['message']}"]


def test_own_comments_are_changed_deleted_and_restored(
    visitor: httpx2.Client, buyer: Person, other_user: Person, administrator: Person, post: str
) -> None:
    id = write_comment(buyer, post, "Передумаю")
    url = f"/api/comments/{id}"
    calls: tuple[Callable[[httpx2.Client], httpx2.Response], ...] = (
        lambda http: http.patch(url, json={"content": "Чужими руками"}),
        lambda http: http.delete(url),
        lambda http: http.post(f"{url}/restore"),
    )
    for call in calls:
        expect_problem(call(visitor), 401, "unauthorized")
        expect_problem(call(other_user.http), 404, "not_found")
    edited_data = expect_json(buyer.http.patch(url, json={"content": "Передумал"}))["data"]
    assert (edited_data["content"], edited_data["status"]) == ("Передумал", "pending")
    expect_json(buyer.http.delete(url))
    assert "Передумал" not in list_comments(buyer.http, post)
    expect_problem(buyer.http.delete(url), 404, "not_found")
    assert expect_json(buyer.http.post(f"{url}/restore"))["data"]["content"] == "Передумал"
    expect_json(administrator.http.delete(url))
    expect_problem(buyer.http.post(f"{url}/restore"), 404, "not_found")


def test_administrators_moderate_several_comments_at_once(
    buyer: Person, other_user: Person, administrator: Person, post: str
) -> None:
    authors = (other_user, administrator, other_user)
    ids = [write_comment(author, post, f"Мысль {number}") for number, author in enumerate(authors)]
    pending = expect_json(administrator.http.get(ADMIN, params={"status": "pending", "post_id": post, "limit": 100}))
    waiting = [item["id"] for item in pending["items"]]
    assert [id for id in waiting if id in ids] == ids
    assert pending["ready_reasons"]
    assert pending["oldest_pending_at"] <= pending["items"][0]["created_at"]
    bulk = {"ids": [*ids, str(uuid.uuid4())], "action": "approve"}
    expect_problem(administrator.http.post(f"{ADMIN}/bulk", json=bulk), 404, "not_found")
    assert not {"Мысль 0", "Мысль 1"} & set(list_comments(buyer.http, post))
    bulk_answer = expect_json(administrator.http.post(f"{ADMIN}/bulk", json={"ids": ids, "action": "approve"}))
    assert bulk_answer["changed"] == 3
    assert {"Мысль 0", "Мысль 1", "Мысль 2"} <= set(list_comments(other_user.http, post))
    assert expect_json(administrator.http.get(f"{ADMIN}/{ids[1]}"))["item"]["author_approved"] >= 1
