"""The data export and the deletion of an account: every service exports and erases its part."""

import json
import os
import uuid
from functools import partial
from typing import Any

import httpx2
import pytest
from contracts import services

from tests.journeys import databases
from tests.journeys.answers import OLDEST_CAR, expect_json, expect_problem, has_status
from tests.journeys.data_export import complete_export
from tests.journeys.users import Person, sign_up, wait_for

CALCULATION = {
    "price": 3_500_000,
    "engineVolumeLiters": 2.0,
    "age": 4,
    "fuelType": "petrol",
    "importCategory": "personal",
    "isElectric": False,
    "isCommercial": False,
    "enginePower": 184,
    "enginePowerUnit": "hp",
    "title": "Мой седан",
}
DIGITS_TO_LETTERS = str.maketrans("0123456789", "ghijklmnop")
SERVICES = set(services.SERVICES)


class UserHistory:
    """A user with data in every service."""

    def __init__(self, person: Person, administrator: Person) -> None:
        self.person = person
        # The mark has no digits, since codes and numbers are masked in a browser's log.
        self.mark = "след" + uuid.uuid4().hex.translate(DIGITS_TO_LETTERS)
        http = person.http
        admin = administrator.http
        self.car = expect_json(http.get("/api/cars", params=OLDEST_CAR))["cars"][0]["id"]
        self.post = expect_json(http.get("/api/blog/posts", params={"limit": 1}))["posts"][0]["id"]
        wait_for(lambda: http.put(f"/api/me/favorites/{self.car}").status_code == 200)
        comment = http.post("/api/comments", json={"post_id": self.post, "content": self.mark})
        self.comment = expect_json(comment, 201)["data"]["id"]
        expect_json(admin.post(f"/api/content/admin/comments/{self.comment}/approve"))
        save_answer = http.post("/api/calculator/calculations", json=CALCULATION)
        assert save_answer.status_code in (200, 201), save_answer.text
        self.calculation = expect_json(save_answer, save_answer.status_code)
        order = {"user_id": person.id, "title": self.mark, "car_id": self.car, "price_rub": 3_500_000}
        self.order = expect_json(admin.post("/api/content/admin/orders", json=order), 201)["item"]["id"]
        line = {"level": "error", "context": "journey", "message": self.mark, "userId": person.id}
        assert http.post("/api/logs", json=line).status_code == 202
        self.notification = wait_for(self.read_inbox)[0]["id"]

    def read_inbox(self) -> list[dict[str, Any]]:
        """Return the notifications about the user's order."""
        rows = expect_json(self.person.http.get("/api/notifications"))["notifications"]
        return [row for row in rows if row["type"] == "booking"]


@pytest.fixture
def user_history(administrator: Person) -> UserHistory:
    return UserHistory(sign_up(), administrator)


def test_account_is_exported_and_erased_in_every_service(
    user_history: UserHistory, administrator: Person, visitor: httpx2.Client
) -> None:
    person = user_history.person
    admin = administrator.http
    copy = complete_export(person)
    assert copy["services"].keys() == SERVICES
    parts = {name: json.dumps(part, ensure_ascii=False) for name, part in copy["services"].items()}
    assert person.email in parts["auth"]
    assert "argon2" not in parts["auth"]
    for trace in (user_history.comment, user_history.car, user_history.mark, user_history.order):
        assert trace in parts["content"]
    assert user_history.notification in parts["notifications"]
    assert "Мой седан" in parts["calculator"]
    assert user_history.mark in parts["status"]

    expect_json(person.http.request("DELETE", "/api/auth/me", json={"password": person.password}))
    expect_problem(visitor.post("/api/auth/login", json=get_credentials(person)), 401, "invalid_credentials")
    expect_problem(admin.get(f"/api/auth/admin/users/{person.id}"), 404, "not_found")
    comments = f"/api/comments/{user_history.post}"
    wait_for(lambda: user_history.mark not in visitor.get(comments).text)
    wait_for(lambda: count_log_lines(administrator, user_history.mark) == 0)
    for path in ("/api/me/orders", "/api/notifications", "/api/me/favorites"):
        wait_for(partial(has_status, person.http, path, 401, 403))
    # The order is kept five years, as the privacy page says, without its buyer.
    kept_order = wait_for(lambda: find_order_without_buyer(administrator, user_history.order))
    assert (kept_order["title"], kept_order["price_rub"]) == (user_history.mark, 3_500_000)
    if "VAR_DIR" in os.environ:
        wait_for(lambda: list_confirmed_services(person) == SERVICES)
    person.http.close()


def list_confirmed_services(person: Person) -> set[str]:
    """Return the services that have confirmed the user's erasure."""
    query = """SELECT a.service FROM erasures e JOIN erasure_answers a ON a.erasure_id = e.id
        WHERE e.account_id = %s AND e.closed_at IS NOT NULL"""
    return {service for (service,) in databases.read_rows(databases.get_database_url("auth"), query, person.id)}


def get_credentials(person: Person) -> dict[str, str]:
    return {"email": person.email, "password": person.password}


def count_log_lines(administrator: Person, message: str) -> int:
    query: dict[str, str | int] = {"search": message, "limit": 100}
    groups = expect_json(administrator.http.get("/api/status/admin/logs", params=query))["items"]
    return sum(
        message in row["message"]
        for group in groups
        for row in expect_json(administrator.http.get(f"/api/status/admin/logs/{group['fingerprint']}"))["items"]
    )


def find_order_without_buyer(administrator: Person, order: str) -> dict[str, Any] | None:
    item: dict[str, Any] = expect_json(administrator.http.get(f"/api/content/admin/orders/{order}"))["item"]
    return item if item["user_id"] is None else None
