"""Keys of the public calculation API, and the calls with them."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from calculator.administration.tables import AuditEntry
from calculator.api_keys import service
from calculator.api_keys.tables import ApiKey
from calculator.personal_data import PERSONAL_DATA
from calculator.runtime import CalculatorRuntime, Session
from chassis.features.personal_data import export_all
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery
from chassis.testing.plugin import MovableClock
from contracts.auth import UserErased
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from ..cars import build_calculation_request

pytestmark = pytest.mark.anyio
KEYS = "/api/calculator/admin/keys"
CALCULATIONS = "/api/calculator/v1/calculations"


@pytest.fixture(autouse=True)
def freeze_clock(clock: MovableClock) -> None:
    clock.freeze(datetime(2026, 11, 20, 9, tzinfo=UTC))


@pytest.fixture
def admin(build_auth_headers: AuthHeadersBuilder) -> dict[str, str]:
    return build_auth_headers(role="admin")


async def issue_key(client: ApiClient, admin: dict[str, str], **changes: Any) -> dict[str, Any]:
    body = {"name": "Сайт дилера", "owner": "ООО «Дилер»", **changes}
    answer = await client.post(KEYS, json=body, headers=admin)
    assert answer.status_code == 201, answer.text
    item: dict[str, Any] = answer.json()["item"]
    return item


async def call_api(client: ApiClient, key: str, **changes: Any) -> Any:
    return await client.post(
        CALCULATIONS, json=build_calculation_request(**changes), headers={"Authorization": f"Bearer {key}"}
    )


class TestIssueKey:
    async def test_a_key_is_shown_once_and_stored_as_a_digest(
        self, client: ApiClient, admin: dict[str, str], db: Session
    ) -> None:
        issued_key = await issue_key(client, admin)
        text = issued_key["key"]
        assert text.startswith("mdc_")
        [listed_item] = (await client.get(KEYS, headers=admin)).json()["items"]
        assert listed_item == {name: value for name, value in issued_key.items() if name != "key"}
        assert text.startswith(listed_item["prefix"])
        [stored_key] = await db.scalars(select(ApiKey))
        assert text not in str(stored_key.model_dump())
        [entry] = await db.scalars(select(AuditEntry))
        assert (entry.action, entry.changes["after"]["owner"]) == ("api_key.issued", "ООО «Дилер»")
        assert text not in str(entry.changes)

    async def test_limits_of_a_key_that_are_out_of_bounds_are_refused_by_their_fields(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        body = {"name": "x", "owner": "y", "per_minute": 0, "per_day": 1_000_001}
        answer = await client.post(KEYS, json=body, headers=admin)
        assert answer.status_code == 422
        assert [problem["field"] for problem in answer.json()["errors"]] == ["per_minute", "per_day"]

    async def test_a_key_beyond_the_maximum_of_active_keys_is_refused(
        self, client: ApiClient, admin: dict[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "MAX_ACTIVE_KEYS", 1)
        first_key = await issue_key(client, admin)
        answer = await client.post(KEYS, json={"name": "x", "owner": "y"}, headers=admin)
        assert (answer.status_code, answer.json()["code"]) == (409, "too_many_api_keys")
        await client.post(f"{KEYS}/{first_key['id']}/revoke", headers=admin)
        await issue_key(client, admin)

    async def test_a_change_of_a_key_with_a_stale_version_is_refused(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        issued_key = await issue_key(client, admin)
        url = f"{KEYS}/{issued_key['id']}"
        change_answer = await client.patch(url, json={"per_minute": 7, "version": 1}, headers=admin)
        assert (change_answer.json()["item"]["per_minute"], change_answer.json()["item"]["version"]) == (7, 2)
        answer = await client.patch(url, json={"per_minute": 8, "version": 1}, headers=admin)
        assert (answer.status_code, answer.json()["code"]) == (409, "stale_version")

    async def test_the_audit_log_lists_the_changes_of_keys(self, client: ApiClient, admin: dict[str, str]) -> None:
        issued_key = await issue_key(client, admin)
        await client.post(f"{KEYS}/{issued_key['id']}/revoke", headers=admin)
        listed_items = (await client.get("/api/calculator/admin/audit", headers=admin)).json()["items"]
        assert [row["after"]["name"] for row in listed_items] == ["Сайт дилера", "Сайт дилера"]
        assert listed_items[0]["after"]["revoked_at"].startswith("2026-11-20")


class TestCalls:
    async def test_call_uses_the_rates_in_force_today_and_names_the_source_of_each_line(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        key = (await issue_key(client, admin))["key"]
        answer = await call_api(client, key, enginePower=249)
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert (body["edition"], body["totalCustoms"]) == ("ru-2026-01", 2_200_159)
        assert all(line["source"] for line in body["breakdown"])
        assert answer.headers["RateLimit-Policy"] == '"minute";q=60;w=60, "day";q=5000;w=86400'
        assert answer.headers["RateLimit"] == '"minute";r=59;t=60, "day";r=4999;t=86400'

    async def test_a_call_uses_the_edition_of_its_request(self, client: ApiClient, admin: dict[str, str]) -> None:
        key = (await issue_key(client, admin))["key"]
        assert (await call_api(client, key, edition="ru-2025-01")).json()["totalCustoms"] == 525_818

    @pytest.mark.parametrize(
        ("headers", "code"),
        [
            ({}, "api_key_required"),
            ({"Authorization": "Basic abc"}, "api_key_required"),
            ({"Authorization": "Bearer mdc_unknown"}, "api_key_invalid"),
        ],
    )
    async def test_without_a_known_key_nothing_is_calculated(
        self, client: ApiClient, headers: dict[str, str], code: str
    ) -> None:
        answer = await client.post(CALCULATIONS, json=build_calculation_request(), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, code)
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")

    async def test_a_revoked_key_is_refused_at_once(self, client: ApiClient, admin: dict[str, str]) -> None:
        issued_key = await issue_key(client, admin)
        assert (await call_api(client, issued_key["key"])).status_code == 200
        revoke_answer = await client.post(f"{KEYS}/{issued_key['id']}/revoke", headers=admin)
        assert revoke_answer.json()["item"]["status"] == "revoked"
        answer = await call_api(client, issued_key["key"])
        assert (answer.status_code, answer.json()["code"]) == (401, "api_key_invalid")
        change_answer = await client.patch(f"{KEYS}/{issued_key['id']}", json={"name": "Снова"}, headers=admin)
        assert (change_answer.status_code, change_answer.json()["code"]) == (409, "api_key_revoked")

    async def test_a_call_beyond_the_limit_of_a_minute_is_refused_with_the_time_to_wait(
        self, client: ApiClient, admin: dict[str, str], clock: MovableClock
    ) -> None:
        key = (await issue_key(client, admin, per_minute=2))["key"]
        assert [(await call_api(client, key)).status_code for _ in range(2)] == [200, 200]
        clock.move(seconds=20)
        refusal = await call_api(client, key)
        assert (refusal.status_code, refusal.json()["code"]) == (429, "rate_limited")
        assert refusal.headers["Retry-After"] == "40"
        assert refusal.headers["RateLimit"] == '"minute";r=0;t=40'
        clock.move(seconds=40)
        assert (await call_api(client, key)).status_code == 200

    async def test_calls_beyond_the_limit_of_a_day_are_refused(
        self, client: ApiClient, admin: dict[str, str], clock: MovableClock
    ) -> None:
        key = (await issue_key(client, admin, per_day=1))["key"]
        assert (await call_api(client, key)).status_code == 200
        clock.move(hours=1)
        refusal = await call_api(client, key)
        assert (refusal.status_code, refusal.headers["Retry-After"]) == (429, str(23 * 3600))
        assert refusal.headers["RateLimit"].endswith('"day";r=0;t=82800')

    async def test_one_key_does_not_use_up_the_calls_of_another(self, client: ApiClient, admin: dict[str, str]) -> None:
        first_key = (await issue_key(client, admin, per_minute=1))["key"]
        second_key = (await issue_key(client, admin, per_minute=1))["key"]
        assert [(await call_api(client, key)).status_code for key in (first_key, first_key, second_key)] == [
            200,
            429,
            200,
        ]

    async def test_a_call_with_invalid_input_names_the_field_and_is_not_counted(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        key = (await issue_key(client, admin, per_minute=1))["key"]
        refusal = await call_api(client, key, price=None)
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "price")
        assert (await call_api(client, key)).status_code == 200

    async def test_the_last_use_of_a_key_is_stored_once_a_minute(
        self, client: ApiClient, admin: dict[str, str], clock: MovableClock
    ) -> None:
        issued_key = await issue_key(client, admin)
        assert issued_key["last_used_at"] is None
        await call_api(client, issued_key["key"])
        clock.move(minutes=2)
        await call_api(client, issued_key["key"])
        clock.move(seconds=59)
        # Calls of the same minute write nothing.
        await call_api(client, issued_key["key"])
        stored_item = (await client.get(f"{KEYS}/{issued_key['id']}", headers=admin)).json()["item"]
        assert stored_item["last_used_at"] == "2026-11-20T09:02:00Z"

    async def test_without_the_database_calls_are_unavailable(
        self, client: ApiClient, admin: dict[str, str], runtime: CalculatorRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        key = (await issue_key(client, admin))["key"]

        def fail(*_: Any, **__: Any) -> None:
            raise OperationalError("SELECT", {}, ConnectionRefusedError())

        monkeypatch.setattr(runtime.database, "transaction", fail)
        monkeypatch.setattr(runtime.database, "reading", fail)
        answer = await call_api(client, key)
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        monkeypatch.undo()
        assert (await call_api(client, key)).status_code == 200


class TestOwners:
    async def test_an_erased_owner_leaves_a_revoked_key_without_a_name(
        self, client: ApiClient, admin: dict[str, str], deliver: EventDelivery
    ) -> None:
        owner_id = uuid4()
        issued_key = await issue_key(client, admin, owner="Анна Орлова", owner_id=str(owner_id))
        await deliver(UserErased(user_id=owner_id, erasure_id=uuid4()))
        assert (await call_api(client, issued_key["key"])).status_code == 401
        stored_item = (await client.get(f"{KEYS}/{issued_key['id']}", headers=admin)).json()["item"]
        assert (stored_item["owner"], stored_item["owner_id"], stored_item["status"]) == (
            "Удалённый пользователь",
            None,
            "revoked",
        )

    async def test_an_export_has_the_keys_of_the_owner_without_digests(
        self, client: ApiClient, admin: dict[str, str], runtime: CalculatorRuntime
    ) -> None:
        owner_id = UUID(int=7)
        issued_key = await issue_key(client, admin, owner="Анна Орлова", owner_id=str(owner_id))
        async with runtime.database.transaction() as db:
            data = await export_all(db, PERSONAL_DATA, owner_id)
        [exported_api_key] = data["api_keys"]
        assert (exported_api_key["owner"], exported_api_key["prefix"]) == ("Анна Орлова", issued_key["prefix"])
        assert "digest" not in exported_api_key
