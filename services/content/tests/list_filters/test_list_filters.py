"""Saved filters of the panel's lists: only their owner sees them, an export contains them, an erasure removes them."""

from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from content.list_filters import service
from content.list_filters.tables import ListFilter
from content.runtime import Session
from contracts.auth import ExportPart, ExportRequested, UserErased
from sqlalchemy import func, select

URL = "/api/content/admin/list-filters"
LATE_CONTACTS_FILTER = {"list": "contacts", "name": "Просроченные", "parameters": {"overdue": "true", "sort": "due_at"}}


async def save_filter(client: ApiClient, headers: dict[str, str], **changes: Any) -> dict[str, Any]:
    save_answer = await client.post(URL, json=LATE_CONTACTS_FILTER | changes, headers=headers)
    assert save_answer.status_code == 201, save_answer.text
    item: dict[str, Any] = save_answer.json()["item"]
    return item


async def list_filters(client: ApiClient, headers: dict[str, str], list_name: str = "contacts") -> list[dict[str, Any]]:
    answer = await client.get(URL, params={"list": list_name}, headers=headers)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


class TestSaveFilter:
    async def test_filter_is_listed_for_its_owner_and_its_list_by_name(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, admin: dict[str, str]
    ) -> None:
        late_filter = await save_filter(client, admin)
        own_filter = await save_filter(client, admin, name="Мои", parameters={"search": "Анна"})
        await save_filter(client, admin, list="orders.payments", name="Мои")
        assert await list_filters(client, admin) == [own_filter, late_filter]
        assert (late_filter["name"], late_filter["parameters"]) == (
            "Просроченные",
            {"overdue": "true", "sort": "due_at"},
        )
        assert await list_filters(client, build_auth_headers(role="admin")) == []

    async def test_the_name_of_a_filter_is_taken_in_its_list_only(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        await save_filter(client, admin)
        refusal = await client.post(URL, json=LATE_CONTACTS_FILTER | {"parameters": {"status": "new"}}, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "filter_name_taken")
        await save_filter(client, admin, list="requests")
        assert len(await list_filters(client, admin)) == 1

    async def test_filter_beyond_the_cap_is_refused(
        self, client: ApiClient, admin: dict[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "MAX_FILTERS", 2)
        for name in ("Первый", "Второй"):
            await save_filter(client, admin, name=name)
        refusal = await client.post(URL, json=LATE_CONTACTS_FILTER | {"name": "Третий"}, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "too_many_list_filters")
        await save_filter(client, admin, list="requests")

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"name": ""}, "name"),
            ({"name": "х" * 61}, "name"),
            ({"list": "../orders"}, "list"),
            ({"parameters": {}}, "parameters"),
            ({"parameters": {"status": "х" * 201}}, "parameters.status"),
            ({"parameters": {f"name_{letter}": "1" for letter in "abcdefghijklm"}}, "parameters"),
            ({"owner": "1"}, "owner"),
        ],
    )
    async def test_a_wrong_field_of_a_filter_is_named_and_nothing_is_saved(
        self, client: ApiClient, admin: dict[str, str], changes: dict[str, Any], field: str
    ) -> None:
        refusal = await client.post(URL, json=LATE_CONTACTS_FILTER | changes, headers=admin)
        assert refusal.status_code == 422, refusal.text
        assert [error["field"] for error in refusal.json()["errors"]] == [field]
        assert await list_filters(client, admin) == []


class TestChangeFilter:
    async def test_filter_is_renamed_and_deleted_by_its_owner_only(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, admin: dict[str, str]
    ) -> None:
        saved_filter = await save_filter(client, admin)
        await save_filter(client, admin, name="Мои")
        url = f"{URL}/{saved_filter['id']}"
        other_admin = build_auth_headers(role="admin")
        assert (await client.patch(url, json={"name": "Чужой"}, headers=other_admin)).status_code == 404
        assert (await client.delete(url, headers=other_admin)).status_code == 200
        refused_answer = await client.patch(url, json={"name": "Мои"}, headers=admin)
        assert (refused_answer.status_code, refused_answer.json()["code"]) == (409, "filter_name_taken")
        rename_answer = await client.patch(url, json={"name": "Срочные"}, headers=admin)
        assert rename_answer.json()["item"] == saved_filter | {"name": "Срочные"}
        for _ in range(2):
            assert (await client.delete(url, headers=admin)).status_code == 200
        assert [row["name"] for row in await list_filters(client, admin)] == ["Мои"]


class TestPersonalData:
    async def test_export_contains_the_filters_and_an_erasure_removes_them(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        deliver: EventDelivery,
        read_events: EventReader,
        db: Session,
    ) -> None:
        owner_id = new_id()
        await save_filter(client, build_auth_headers(id=owner_id, role="admin"), parameters={"search": "Анна"})
        await deliver(ExportRequested(export_id=new_id(), user_id=owner_id))
        [part] = await read_events(ExportPart)
        [row] = part.data["list_filters"]
        assert (row["name"], row["parameters"]) == ("Просроченные", {"search": "Анна"})
        await deliver(UserErased(user_id=owner_id, erasure_id=new_id()))
        assert await db.scalar(select(func.count()).select_from(ListFilter)) == 0
