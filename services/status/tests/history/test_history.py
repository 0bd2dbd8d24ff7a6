"""/api/status/admin/history: the history as JSON, exported and imported."""

from datetime import timedelta
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader, Mailbox
from chassis.testing.plugin import MovableClock

URL = "/api/status/admin/history"
ADMIN = "/api/status/admin"
FIRST_ID = "01900000-0000-7000-8000-0000000000aa"


@pytest.fixture
def document(clock: MovableClock) -> dict[str, Any]:
    """An incident and a maintenance window of last week."""
    start = clock().replace(microsecond=0) - timedelta(days=7)
    end = start + timedelta(hours=1)
    incident = {
        "id": FIRST_ID,
        "title": "Не приходили письма",
        "severity": "major",
        "affectedServices": ["email"],
        "createdAt": start.isoformat(),
        "resolvedAt": end.isoformat(),
        "postmortem": "Закончилось место.",
        "postmortemAt": end.isoformat(),
        "updates": [
            {"timestamp": start.isoformat(), "status": "investigating", "message": "Ищем"},
            {"timestamp": end.isoformat(), "status": "resolved", "message": "Починили"},
        ],
    }
    window = {
        "id": str(new_id()),
        "title": "Замена дисков",
        "affectedServices": ["storage"],
        "scheduledStart": start.isoformat(),
        "scheduledEnd": end.isoformat(),
    }
    return {"format": "meridian-status-history/1", "incidents": [incident], "maintenance": [window]}


class TestImport:
    async def test_an_import_of_the_history_adds_rows_once_and_notifies_nobody(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        document: dict[str, Any],
        read_events: EventReader,
        mailbox: Mailbox,
    ) -> None:
        admin = build_auth_headers(role="admin")
        first_answer = await client.post(URL, json=document, headers=admin)
        assert first_answer.json() == {"success": True, "added": 2, "known": 0}
        assert (await client.post(URL, json=document, headers=admin)).json()["added"] == 0
        [shown_entry] = (await client.get("/api/status/incidents")).json()["data"]
        assert (shown_entry["title"], shown_entry["postmortem"]) == ("Не приходили письма", "Закончилось место.")
        assert [update["message"] for update in shown_entry["updates"]] == ["Починили", "Ищем"]
        assert await read_events() == []
        assert await mailbox() == []

    async def test_an_export_of_the_history_can_be_imported(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, document: dict[str, Any]
    ) -> None:
        admin = build_auth_headers(role="admin")
        await client.post(URL, json=document, headers=admin)
        exported_body = (await client.get(URL, headers=admin)).json()
        assert [row["id"] for row in exported_body["incidents"]] == [document["incidents"][0]["id"]]
        assert [row["id"] for row in exported_body["maintenance"]] == [document["maintenance"][0]["id"]]

        await client.delete(f"{ADMIN}/incidents/{document['incidents'][0]['id']}", headers=admin)
        answer = await client.post(URL, json=exported_body, headers=admin)
        assert answer.json() == {"success": True, "added": 1, "known": 1}

        second_export = (await client.get(URL, headers=admin)).json()
        assert second_export["incidents"] == exported_body["incidents"]
        assert second_export["maintenance"] == exported_body["maintenance"]

    async def test_maintenance_that_was_completed_early_can_be_imported(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        admin = build_auth_headers(role="admin")
        start = clock()
        form = {
            "title": "Замена дисков",
            "scheduledStart": start.isoformat(),
            "scheduledEnd": (start + timedelta(hours=8)).isoformat(),
        }

        created_item = (await client.post(f"{ADMIN}/maintenance", json=form, headers=admin)).json()["item"]
        url = f"{ADMIN}/maintenance/{created_item['id']}"
        clock.move(minutes=5)
        assert (await client.patch(url, json={"status": "completed"}, headers=admin)).status_code == 200
        clock.move(minutes=1)

        exported_body = (await client.get(URL, headers=admin)).json()
        assert [row["id"] for row in exported_body["maintenance"]] == [created_item["id"]]

        await client.delete(url, headers=admin)
        answer = await client.post(URL, json=exported_body, headers=admin)
        assert answer.json() == {"success": True, "added": 1, "known": 0}

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"title": ""}, "incidents.1.title"),
            # Before the incident was created.
            ({"resolvedAt": "2020-01-01T00:00:00Z"}, "incidents.1"),
            ({"resolvedAt": "2999-01-01T00:00:00Z"}, "incidents.1"),
            # The id of the first incident.
            ({"id": FIRST_ID}, "incidents.1.id"),
        ],
    )
    async def test_one_wrong_incident_of_a_history_refuses_the_whole_file(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        document: dict[str, Any],
        changes: dict[str, str],
        field: str,
    ) -> None:
        document["incidents"].append(document["incidents"][0] | {"id": str(new_id())} | changes)
        await expect_refusal(client, build_auth_headers(role="admin"), document, field)

    async def test_a_history_with_an_unknown_component_is_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, document: dict[str, Any]
    ) -> None:
        document["maintenance"][0]["affectedServices"] = ["moon"]
        field = "maintenance.0.affectedServices.0"
        await expect_refusal(client, build_auth_headers(role="admin"), document, field)

    async def test_a_history_of_another_format_is_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, document: dict[str, Any]
    ) -> None:
        document["format"] = "other"
        await expect_refusal(client, build_auth_headers(role="admin"), document, "format")


async def expect_refusal(client: ApiClient, headers: Any, document: dict[str, Any], field: str) -> None:
    """Import the document and check that it is refused because of the field and that nothing was added."""
    refusal = await client.post(URL, json=document, headers=headers)
    assert refusal.status_code == 422
    assert refusal.json()["errors"][0]["field"] == field
    assert (await client.get("/api/status/incidents")).json()["data"] == []
