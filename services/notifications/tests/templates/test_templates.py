"""Templates that administrators change."""

from datetime import date
from typing import Any
from uuid import UUID

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery
from contracts.auth import PasswordChanged, UserVerified
from contracts.content import OrderAdvanced
from notifications.runtime import NotificationsRuntime
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from services.notifications.tests.fixture_types import InboxReader

URL = "/api/notifications/admin/templates"
KEY = "auth.user.verified"


class TestTemplates:
    async def test_templates_are_listed_with_their_variables(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        items = (await client.get(URL, headers=build_auth_headers(role="admin"))).json()["items"]
        (welcome_item,) = [item for item in items if item["key"] == KEY]
        assert welcome_item["variables"] == ["first_name"]
        assert "{first_name}" in welcome_item["message"]

    async def test_changed_text_is_used_at_once_and_can_be_reset(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, deliver: EventDelivery, read_inbox: InboxReader
    ) -> None:
        admin_headers = build_auth_headers(role="admin")
        received_texts = []
        change = {"title": "Здравствуйте, {first_name}", "message": "Мы рады."}
        for method in ("put", "delete"):
            answer = await client.request(method, f"{URL}/{KEY}", json=change, headers=admin_headers)
            assert answer.json()["item"]["is_changed"] is (method == "put")
            user_id = new_id()
            await deliver(UserVerified(user_id=user_id, email="a@example.com", first_name="Анна", last_name="Орлова"))
            received_texts.append((await read_inbox(user_id))["notifications"][0]["title"])
        assert received_texts == ["Здравствуйте, Анна", "Добро пожаловать!"]

    async def test_a_change_based_on_an_older_text_is_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        admin_headers = build_auth_headers(role="admin")
        first_body = {"title": "Первый", "message": "Сохранил", "version": 0}
        saved_item = (await client.put(f"{URL}/{KEY}", json=first_body, headers=admin_headers)).json()["item"]
        late_answer = await client.put(f"{URL}/{KEY}", json=first_body | {"title": "Второй"}, headers=admin_headers)
        assert (late_answer.status_code, late_answer.json()["code"]) == (409, "stale_version")
        repeated_body = {"title": "Второй", "message": "Прочёл", "version": saved_item["version"]}
        assert (await client.put(f"{URL}/{KEY}", json=repeated_body, headers=admin_headers)).json()["item"][
            "title"
        ] == "Второй"

    @pytest.mark.parametrize(
        "title", ["{password}", "{first_name.__class__}", "{first_name!r}", "{first_name:>99}", "{", "{0}", "{}", ""]
    )
    async def test_unknown_variables_in_a_template_are_422(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, title: str
    ) -> None:
        for field, other_field in (("title", "message"), ("message", "title")):
            change = {field: title, other_field: "Текст"}
            answer = await client.put(f"{URL}/{KEY}", json=change, headers=build_auth_headers(role="admin"))
            assert answer.status_code == 422
            assert [problem["field"] for problem in answer.json()["errors"]] == [field]

    async def test_each_text_with_an_unknown_variable_is_named(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        change = {"title": "{no}", "message": "{such}"}
        answer = await client.put(f"{URL}/{KEY}", json=change, headers=build_auth_headers(role="admin"))
        problems_by_field = {problem["field"]: problem["message"] for problem in answer.json()["errors"]}
        assert problems_by_field.keys() == {"title", "message"}
        assert "{such}" in problems_by_field["message"]

    async def test_unknown_template_is_404_and_other_roles_are_403(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        change = {"title": "а", "message": "б"}
        unknown_answer = await client.put(f"{URL}/no.such", json=change, headers=build_auth_headers(role="admin"))
        assert unknown_answer.status_code == 404
        assert (await client.get(URL, headers=build_auth_headers())).json()["code"] == "forbidden"
        assert (await client.get(URL, headers=build_auth_headers(role="staff"))).status_code == 403

    async def test_braces_in_a_value_stay_text(self, deliver: EventDelivery, read_inbox: InboxReader) -> None:
        user_id = new_id()
        fields = {"email": "a@example.com", "first_name": "{0.__class__}", "last_name": "О"}
        await deliver(UserVerified(user_id=user_id, **fields))
        await deliver(PasswordChanged(user_id=user_id))
        entries = (await read_inbox(user_id))["notifications"]
        assert entries[1]["message"].startswith("{0.__class__}, ")


def build_order_advanced(user_id: UUID, **changes: Any) -> OrderAdvanced:
    fields = {
        "order_id": new_id(),
        "user_id": user_id,
        "title": "BMW 320d, 2022",
        "number": "MA-418205",
        "step": "handover",
        "step_title": "Передача",
        "planned_to": date(2026, 12, 4),
        "note": "Приезжайте на Складочную, 1.",
    }
    return OrderAdvanced.model_validate(fields | changes)


class TestPreview:
    async def test_preview_is_the_message_that_is_delivered(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, deliver: EventDelivery, read_inbox: InboxReader
    ) -> None:
        user_id = new_id()
        event = build_order_advanced(user_id)
        body = {"type": event.type, "event": event.model_dump(mode="json")}
        answer = await client.post(f"{URL}/preview", json=body, headers=build_auth_headers(role="admin"))
        assert answer.status_code == 200, answer.text
        (preview,) = answer.json()["items"]
        assert (await read_inbox(user_id))["notifications"] == []
        await deliver(event)
        (delivered_entry,) = (await read_inbox(user_id))["notifications"]
        assert (preview["title"], preview["message"]) == (delivered_entry["title"], delivered_entry["message"])
        assert "до 4 декабря" in preview["message"]
        assert preview["message"].endswith("Приезжайте на Складочную, 1.")

    async def test_preview_uses_the_changed_wording_and_the_channels_of_the_user(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        admin_headers = build_auth_headers(role="admin")
        user_id = new_id()
        await client.put(
            f"{URL}/content.order.advanced.handover",
            json={"title": "Ключи, {number}", "message": "{title}"},
            headers=admin_headers,
        )
        await client.put(
            "/notifications/preferences", json={"booking": {"email": False}}, headers=build_auth_headers(id=user_id)
        )
        event = build_order_advanced(user_id)
        body = {"type": event.type, "event": event.model_dump(mode="json")}
        (preview,) = (await client.post(f"{URL}/preview", json=body, headers=admin_headers)).json()["items"]
        assert (preview["title"], preview["channels"]) == ("Ключи, MA-418205", ["in_app"])

    async def test_email_waits_for_the_end_of_quiet_hours(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        user_id = new_id()
        quiet_hours = {"from": "00:00", "to": "23:59", "timezone": "Europe/Moscow"}
        await client.put(
            "/notifications/preferences", json={"quiet_hours": quiet_hours}, headers=build_auth_headers(id=user_id)
        )
        event = build_order_advanced(user_id)
        body = {"type": event.type, "event": event.model_dump(mode="json")}
        answer = await client.post(f"{URL}/preview", json=body, headers=build_auth_headers(role="admin"))
        (preview,) = answer.json()["items"]
        assert preview["channels"] == ["in_app", "email"]
        assert preview["quiet_until"]

    async def test_a_preview_of_an_event_without_its_fields_is_422(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        body = {"type": "content.order.advanced", "event": {"number": "MA-1"}}
        refusal = await client.post(f"{URL}/preview", json=body, headers=build_auth_headers(role="admin"))
        assert refusal.status_code == 422
        refusal_of_other_type = await client.post(
            f"{URL}/preview", json={"type": "auth.user.verified", "event": {}}, headers=build_auth_headers(role="admin")
        )
        assert refusal_of_other_type.status_code == 422


class TestAudit:
    async def test_changes_of_templates_are_in_the_audit_log(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        headers = build_auth_headers(role="admin")
        texts = {"title": "Здравствуйте", "message": "Мы рады."}
        await client.put(f"{URL}/{KEY}", json=texts, headers=headers)
        await client.delete(f"{URL}/{KEY}", headers=headers)
        log = (await client.get("/api/notifications/admin/audit?entity=template", headers=headers)).json()["items"]
        reset_entry, change_entry = log[:2]
        assert (change_entry["action"], change_entry["changes"]["key"], change_entry["changes"]["after"]) == (
            "change",
            KEY,
            texts,
        )
        assert change_entry["changes"]["before"]["title"] == "Добро пожаловать!"
        assert (reset_entry["action"], reset_entry["changes"]["before"]) == ("reset", texts)
        assert change_entry["address"]

    @pytest.mark.parametrize(
        "statement", ["UPDATE audit_entries SET action = ''", "DELETE FROM audit_entries", "TRUNCATE audit_entries"]
    )
    async def test_the_database_refuses_to_change_audit_entries(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, runtime: NotificationsRuntime, statement: str
    ) -> None:
        texts = {"title": "Здравствуйте", "message": "Мы рады."}
        await client.put(f"{URL}/{KEY}", json=texts, headers=build_auth_headers(role="admin"))
        with pytest.raises(DBAPIError):
            async with runtime.database.reading() as db:
                await db.execute(text(statement))
