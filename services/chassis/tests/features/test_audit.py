"""The audit log of a service: actor, address and action, written in the transaction of the action."""

from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.runtime import AnySession
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery
from contracts.auth import UserErased
from sqlalchemy import text

VEHICLES = "/api/sample/admin/vehicles"
AUDIT = "/api/sample/admin/audit"


@pytest.fixture
def admin(build_auth_headers: AuthHeadersBuilder) -> dict[str, str]:
    return build_auth_headers(id=new_id(), role="admin", first_name="Вера", last_name="Старостина")


async def list_entries(client: ApiClient, headers: Any, query: str = "") -> Any:
    answer = await client.get(f"{AUDIT}{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


class TestAddEntry:
    async def test_an_entry_names_the_actor_their_address_and_the_change(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        answer = await client.post(VEHICLES, json={"title": "BMW"}, headers=admin)
        page = await list_entries(client, admin)
        [entry] = page["items"]
        assert page["total"] == 1
        assert (entry["actor_name"], entry["address"]) == ("Вера Старостина", "127.0.0.1")
        assert (entry["action"], entry["entity"], entry["entity_id"]) == ("create", "vehicle", answer.json())
        assert entry["changes"] == {"title": "BMW", "owner_phone": None, "is_refused": False}
        assert entry["title"] == "BMW"

    async def test_a_long_text_is_shortened_and_a_personal_one_withheld(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        body = {"title": "ж" * 501, "owner_phone": "+7 495 000-00-33"}
        assert (await client.post(VEHICLES, json=body, headers=admin)).status_code == 201
        assert (await client.post(VEHICLES, json={"title": "ж" * 500}, headers=admin)).status_code == 201
        latest_entry, first_entry = (await list_entries(client, admin))["items"]
        assert first_entry["changes"]["title"] == "ж" * 500 + "…"
        assert first_entry["changes"]["owner_phone"] == "…"
        # An empty value is not withheld. A text of exactly the longest length is not shortened.
        assert (latest_entry["changes"]["owner_phone"], latest_entry["changes"]["title"]) == (None, "ж" * 500)

    async def test_an_action_that_fails_leaves_no_entry(
        self, client: ApiClient, admin: dict[str, str], db: AnySession
    ) -> None:
        answer = await client.post(VEHICLES, json={"title": "BMW", "is_refused": True}, headers=admin)
        assert answer.status_code == 409
        assert (await list_entries(client, admin))["total"] == 0
        assert await db.scalar(text("SELECT count(*) FROM vehicles")) == 0


class TestAdministrator:
    @pytest.mark.parametrize(("role", "status"), [(None, 401), ("user", 403), ("staff", 403), ("admin", 201)])
    async def test_only_callers_with_the_permission_are_admitted(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, role: str | None, status: int
    ) -> None:
        headers = build_auth_headers(role=role) if role else {}
        assert (await client.post(VEHICLES, json={"title": "BMW"}, headers=headers)).status_code == status


class TestListEntries:
    async def test_entries_are_listed_newest_first_over_all_pages(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        for title in ("1", "2", "3"):
            await client.post(VEHICLES, json={"title": title}, headers=admin)
        page = await list_entries(client, admin, "?limit=2")
        assert ([entry["changes"]["title"] for entry in page["items"]], page["total"]) == (["3", "2"], 3)
        second_page = await list_entries(client, admin, "?limit=2&offset=2")
        assert [entry["changes"]["title"] for entry in second_page["items"]] == ["1"]

    async def test_filters_select_a_row_an_entity_and_an_actor(
        self, client: ApiClient, admin: dict[str, str], build_auth_headers: AuthHeadersBuilder
    ) -> None:
        other_admin_id = new_id()
        first_vehicle = (await client.post(VEHICLES, json={"title": "1"}, headers=admin)).json()
        await client.post(VEHICLES, json={"title": "2"}, headers=build_auth_headers(id=other_admin_id, role="admin"))
        for query, titles in (
            (f"?entity_id={first_vehicle}", ["1"]),
            (f"?actor_id={other_admin_id}", ["2"]),
            (f"?actor_id={other_admin_id}&entity_id={first_vehicle}", []),
            ("?entity=vehicle", ["2", "1"]),
            ("?entity=repair", []),
        ):
            items = (await list_entries(client, admin, query))["items"]
            assert [entry["changes"]["title"] for entry in items] == titles, query


class TestErasure:
    async def test_erasure_removes_name_and_address_and_keeps_the_entry(
        self, client: ApiClient, admin: dict[str, str], build_auth_headers: AuthHeadersBuilder, deliver: EventDelivery
    ) -> None:
        erased_id = new_id()
        await client.post(VEHICLES, json={"title": "1"}, headers=build_auth_headers(id=erased_id, role="admin"))
        await client.post(VEHICLES, json={"title": "2"}, headers=admin)
        entries_before = (await list_entries(client, admin))["items"]
        await deliver(UserErased(user_id=erased_id, erasure_id=new_id()))
        other_entry, erased_entry = (await list_entries(client, admin))["items"]
        assert other_entry == entries_before[0]
        assert erased_entry == entries_before[1] | {"actor_name": "Удалённый пользователь", "address": None}
