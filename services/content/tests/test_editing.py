"""Visitors see an administrator's change at once: cached responses with the old value are dropped."""

from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient

ADMIN = "/api/content/admin"
CAR = {"brand": "BMW", "model": "318d", "year": 2022, "body_type": "estate", "fuel": "diesel"}
POST = {"title": "Первая", "content": "Текст статьи.", "category": "tips", "status": "published"}
MEMBER = {"name": "Пётр Гай", "position": "Логистика"}


@pytest.mark.parametrize(
    ("kind", "body", "change", "url", "rows"),
    [
        ("cars", CAR, {"model": "320i"}, "/api/cars", "cars"),
        ("posts", POST, {"title": "Вторая"}, "/api/blog/posts", "posts"),
        ("team", MEMBER, {"name": "Анна Гай"}, "/api/team", "team"),
    ],
)
async def test_public_lists_show_each_change_at_once(
    client: ApiClient,
    admin: dict[str, str],
    kind: str,
    body: dict[str, Any],
    change: dict[str, Any],
    url: str,
    rows: str,
) -> None:
    [field] = change

    async def list_values() -> list[Any]:
        return [row[field] for row in (await client.get(url)).json()[rows]]

    assert await list_values() == []
    item = (await client.post(f"{ADMIN}/{kind}", json=body, headers=admin)).json()["item"]
    assert await list_values() == [body[field]]
    change_body = change | {"version": item["version"]}
    assert (await client.patch(f"{ADMIN}/{kind}/{item['id']}", json=change_body, headers=admin)).status_code == 200
    assert await list_values() == [change[field]]
    assert (await client.delete(f"{ADMIN}/{kind}/{item['id']}", headers=admin)).status_code == 200
    assert await list_values() == []
