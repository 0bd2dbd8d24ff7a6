"""/api/status/admin/maintenance: planned, moved, started by the clock, cancelled. Each change is published once."""

from datetime import timedelta
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from contracts.status import MaintenanceChanged, MaintenanceScheduled
from status.maintenance.service import announce_reached_stages
from status.runtime import Session, StatusRuntime
from status.subscriptions import emails

URL = "/api/status/admin/maintenance"


@pytest.fixture
def maintenance(clock: MovableClock) -> dict[str, Any]:
    """The request for maintenance that begins in an hour and lasts an hour."""
    return {"title": "Обновление базы", **make_times(clock), "affectedServices": ["database"]}


def make_times(clock: MovableClock) -> dict[str, str]:
    """Return the start and the end of maintenance that begins in an hour and lasts an hour."""
    start = clock() + timedelta(hours=1)
    return {"scheduledStart": start.isoformat(), "scheduledEnd": (start + timedelta(hours=1)).isoformat()}


async def announce_stages(runtime: StatusRuntime) -> None:
    async with runtime.database.transaction() as db:
        await announce_reached_stages(db, runtime)


class TestMaintenance:
    async def test_the_clock_advances_the_stages_of_maintenance(
        self,
        client: ApiClient,
        maintenance: dict[str, Any],
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        runtime: StatusRuntime,
        read_events: EventReader,
    ) -> None:
        await client.post(URL, json=maintenance, headers=build_auth_headers(role="admin"))
        for minutes in (30, 45, 60):
            clock.move(minutes=minutes)
            await announce_stages(runtime)
            await announce_stages(runtime)
        assert len(await read_events(MaintenanceScheduled)) == 1
        assert [event.status for event in await read_events(MaintenanceChanged)] == ["in_progress", "completed"]

    async def test_administrator_extends_verifies_and_finishes_a_maintenance(
        self,
        client: ApiClient,
        maintenance: dict[str, Any],
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        read_events: EventReader,
    ) -> None:
        admin = build_auth_headers(role="admin")
        item = (await client.post(URL, json=maintenance, headers=admin)).json()["item"]
        later_end = (clock() + timedelta(hours=3)).isoformat()
        move_answer = await client.patch(
            f"{URL}/{item['id']}", json={"scheduledEnd": later_end, "version": 1}, headers=admin
        )
        assert move_answer.json()["item"]["status"] == "scheduled"

        clock.move(minutes=150)
        admin = build_auth_headers(role="admin")
        for status in ("verifying", "completed"):
            answer = await client.patch(f"{URL}/{item['id']}", json={"status": status}, headers=admin)
            assert answer.json()["item"]["status"] == status

        assert (await client.get("/api/status/maintenance")).json()["data"] == []
        assert len(await read_events(MaintenanceScheduled)) == 2
        assert [event.status for event in await read_events(MaintenanceChanged)] == ["verifying", "completed"]

    async def test_the_admin_list_also_shows_past_maintenance(
        self,
        client: ApiClient,
        maintenance: dict[str, Any],
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
    ) -> None:
        times = {name: maintenance[name].replace("+00:00", "Z") for name in ("scheduledStart", "scheduledEnd")}
        for title in ("База", "Диск"):
            await client.post(
                URL, json=maintenance | times | {"title": title}, headers=build_auth_headers(role="admin")
            )
        clock.move(minutes=180)
        admin = build_auth_headers(role="admin")
        listed_body = (await client.get(f"{URL}?sort=title", headers=admin)).json()
        assert [(item["title"], item["status"]) for item in listed_body["items"]] == [
            ("База", "completed"), ("Диск", "completed"),
        ]  # fmt: skip
        assert (await client.get(f"{URL}?search=диск&limit=1", headers=admin)).json()["total"] == 1
        show_answer = await client.get(f"{URL}/{listed_body['items'][0]['id']}", headers=admin)
        assert show_answer.json()["item"]["title"] == "База"
        assert (await client.get(URL, headers=build_auth_headers())).status_code == 403

    async def test_a_forgotten_verification_ends_an_hour_after_the_scheduled_end(
        self,
        client: ApiClient,
        maintenance: dict[str, Any],
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
    ) -> None:
        item = (await client.post(URL, json=maintenance, headers=build_auth_headers(role="admin"))).json()["item"]
        clock.move(hours=1, minutes=30)
        await client.patch(
            f"{URL}/{item['id']}", json={"status": "verifying"}, headers=build_auth_headers(role="admin")
        )
        clock.move(hours=1)
        assert (await client.get("/api/status/maintenance")).json()["data"][0]["status"] == "verifying"
        clock.move(hours=1)
        answer_after_the_end = await client.patch(
            f"{URL}/{item['id']}", json={}, headers=build_auth_headers(role="admin")
        )
        assert answer_after_the_end.json()["item"]["status"] == "completed"

    async def test_maintenance_that_cannot_be_published_does_not_stop_the_others(
        self,
        client: ApiClient,
        maintenance: dict[str, Any],
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        runtime: StatusRuntime,
        read_events: EventReader,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        for title in ("Нельзя", "Можно"):
            await client.post(URL, json=maintenance | {"title": title}, headers=build_auth_headers(role="admin"))
        announce = emails.announce

        async def fail_for_forbidden(db: Session, content: Any, affected: Any) -> None:
            if "Нельзя" in content.subject:
                raise ValueError("cannot be announced")
            await announce(db, content, affected)

        monkeypatch.setattr(emails, "announce", fail_for_forbidden)
        clock.move(minutes=90)
        await announce_stages(runtime)
        assert [event.title for event in await read_events(MaintenanceChanged)] == ["Можно"]

    async def test_stage_that_the_time_of_a_maintenance_does_not_allow_is_refused(
        self,
        client: ApiClient,
        maintenance: dict[str, Any],
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
    ) -> None:
        item = (await client.post(URL, json=maintenance, headers=build_auth_headers(role="admin"))).json()["item"]
        url = f"{URL}/{item['id']}"
        for minutes in (0, 150):
            clock.move(minutes=minutes)
            refusal = await client.patch(url, json={"status": "verifying"}, headers=build_auth_headers(role="admin"))
            assert (refusal.status_code, refusal.json()["code"]) == (409, "maintenance_wrong_stage")

        body = maintenance | make_times(clock)
        future_item = (await client.post(URL, json=body, headers=build_auth_headers(role="admin"))).json()["item"]
        refusal = await client.patch(
            f"{URL}/{future_item['id']}", json={"status": "completed"}, headers=build_auth_headers(role="admin")
        )
        assert refusal.status_code == 409
        completion_answer = await client.patch(
            url, json={"status": "completed"}, headers=build_auth_headers(role="admin")
        )
        assert (completion_answer.status_code, completion_answer.json()["item"]["status"]) == (200, "completed")

    async def test_moving_maintenance_to_a_later_time_ends_an_earlier_verification(
        self,
        client: ApiClient,
        maintenance: dict[str, Any],
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
    ) -> None:
        item = (await client.post(URL, json=maintenance, headers=build_auth_headers(role="admin"))).json()["item"]
        url = f"{URL}/{item['id']}"
        clock.move(minutes=90)
        await client.patch(url, json={"status": "verifying"}, headers=build_auth_headers(role="admin"))
        move_answer = await client.patch(url, json=make_times(clock), headers=build_auth_headers(role="admin"))
        assert move_answer.json()["item"]["status"] == "scheduled"
        clock.move(minutes=90)
        assert (await client.get("/api/status/maintenance")).json()["data"][0]["status"] == "in_progress"

    @pytest.mark.parametrize("field", ["scheduledStart", "scheduledEnd"])
    @pytest.mark.parametrize("value", [0, 1.5, True])
    async def test_a_number_as_a_time_of_maintenance_is_refused(
        self,
        client: ApiClient,
        maintenance: dict[str, Any],
        build_auth_headers: AuthHeadersBuilder,
        field: str,
        value: object,
    ) -> None:
        refusal = await client.post(URL, json=maintenance | {field: value}, headers=build_auth_headers(role="admin"))
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, field)

    async def test_an_end_of_maintenance_before_its_start_names_the_field(
        self, client: ApiClient, maintenance: dict[str, Any], build_auth_headers: AuthHeadersBuilder
    ) -> None:
        backwards_body = maintenance | {"scheduledEnd": maintenance["scheduledStart"]}
        refusal = await client.post(URL, json=backwards_body, headers=build_auth_headers(role="admin"))
        assert [error["field"] for error in refusal.json()["errors"]] == ["scheduledEnd"]

    async def test_the_cancellation_of_maintenance_is_published(
        self,
        client: ApiClient,
        maintenance: dict[str, Any],
        build_auth_headers: AuthHeadersBuilder,
        read_events: EventReader,
    ) -> None:
        admin = build_auth_headers(role="admin")
        item = (await client.post(URL, json=maintenance, headers=admin)).json()["item"]
        assert (await client.delete(f"{URL}/{item['id']}", headers=admin)).json() == {"success": True}
        assert [event.status for event in await read_events(MaintenanceChanged)] == ["cancelled"]
        assert (await client.delete(f"{URL}/{item['id']}", headers=admin)).status_code == 404

    async def test_maintenance_by_callers_without_permission_or_with_wrong_times_is_refused(
        self, client: ApiClient, maintenance: dict[str, Any], build_auth_headers: AuthHeadersBuilder
    ) -> None:
        admin = build_auth_headers(role="admin")
        assert (await client.post(URL, json=maintenance)).status_code == 401
        assert (await client.post(URL, json=maintenance, headers=build_auth_headers())).status_code == 403

        backwards_body = maintenance | {"scheduledEnd": maintenance["scheduledStart"]}
        endless_body = maintenance | {"scheduledEnd": "9999-12-31T23:59:59-12:00"}
        for wrong_body in (backwards_body, endless_body):
            assert (await client.post(URL, json=wrong_body, headers=admin)).status_code == 422

        item = (await client.post(URL, json=maintenance, headers=admin)).json()["item"]
        url = f"{URL}/{item['id']}"
        assert (await client.patch(url, json={"version": 9}, headers=admin)).json()["code"] == "stale_version"
        early_body = {"scheduledEnd": "2020-01-01T00:00:00Z"}
        refusal = await client.patch(url, json=early_body, headers=admin)
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "scheduledEnd")
