"""/api/status/admin/incidents: opened, updated, resolved; updates are never edited."""

from typing import Any

from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock, wait_for
from contracts.status import AnnouncementPublished, IncidentOpened, IncidentResolved, IncidentUpdated
from status.incidents.service import publish_due_incidents
from status.runtime import StatusRuntime

BODY = {"title": "Не приходят письма", "severity": "major", "affectedServices": ["email"], "description": "Чиним"}


async def open_incident(client: ApiClient, headers: Any) -> Any:
    answer = await client.post("/api/status/admin/incidents", json=BODY, headers=headers)
    assert answer.status_code == 201
    return answer.json()["item"]


class TestIncidents:
    async def test_only_administrators_open_incidents(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        url = "/api/status/admin/incidents"
        assert (await client.post(url, json=BODY)).status_code == 401
        assert (await client.post(url, json=BODY, headers=build_auth_headers())).status_code == 403

    async def test_incident_goes_from_opening_to_resolution(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        admin = build_auth_headers(role="admin")
        incident = await open_incident(client, admin)
        url = f"/api/status/admin/incidents/{incident['id']}"

        for status in ("identified", "monitoring", "resolved"):
            answer = await client.post(f"{url}/updates", json={"status": status, "message": status}, headers=admin)
            assert answer.status_code == 201
        item = answer.json()["item"]
        assert [update["status"] for update in item["updates"]] == [
            "resolved", "monitoring", "identified", "investigating",
        ]  # fmt: skip

        update = {"status": "monitoring", "message": "ещё"}
        late_answer = await client.post(f"{url}/updates", json=update, headers=admin)
        assert (late_answer.status_code, late_answer.json()["code"]) == (409, "incident_resolved")

    async def test_an_incident_recorded_as_resolved_is_announced_only_as_resolved(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, read_events: EventReader
    ) -> None:
        admin = build_auth_headers(role="admin")
        answer = await client.post("/api/status/admin/incidents", json=BODY | {"status": "resolved"}, headers=admin)
        assert answer.json()["item"]["status"] == "resolved"
        assert [event.type for event in await read_events()] == [IncidentResolved.type, AnnouncementPublished.type]

    async def test_a_stale_version_of_an_incident_is_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        admin = build_auth_headers(role="admin")
        incident = await open_incident(client, admin)
        url = f"/api/status/admin/incidents/{incident['id']}"
        assert (await client.patch(url, json={"title": "Иначе", "version": 1}, headers=admin)).status_code == 200
        stale_answer = await client.patch(url, json={"title": "Поздно", "version": 1}, headers=admin)
        assert stale_answer.json()["code"] == "stale_version"

    async def test_the_admin_list_finds_sorts_and_pages_incidents_that_have_left_the_page(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        url = "/api/status/admin/incidents"
        for title, severity in (("Почта", "major"), ("База", "critical")):
            await client.post(
                url, json=BODY | {"title": title, "severity": severity}, headers=build_auth_headers(role="admin")
            )
            clock.move(minutes=1)
        resolved_incident = (await client.get(url, headers=build_auth_headers(role="admin"))).json()["items"][1]
        update = {"status": "resolved", "message": "Починили"}
        await client.post(
            f"{url}/{resolved_incident['id']}/updates", json=update, headers=build_auth_headers(role="admin")
        )
        clock.move(minutes=60 * 24 * 100)
        admin = build_auth_headers(role="admin")

        async def list_titles(query: str) -> list[str]:
            return [item["title"] for item in (await client.get(f"{url}?{query}", headers=admin)).json()["items"]]

        assert await list_titles("") == ["База", "Почта"]
        assert await list_titles("sort=created_at") == ["Почта", "База"]
        for query in ("status=resolved", "severity=major", "search=почта"):
            assert await list_titles(query) == ["Почта"], query
        assert await list_titles("open=true") == ["База"]
        assert await list_titles("open=false") == ["Почта"]
        assert await list_titles("limit=1&offset=1") == ["Почта"]
        shown_incidents = (await client.get("/api/status/incidents")).json()["data"]
        assert [item["title"] for item in shown_incidents] == ["База"]
        incident_answer = await client.get(f"{url}/{resolved_incident['id']}", headers=admin)
        assert incident_answer.json()["item"]["updates"][0]["message"] == "Починили"
        assert (await client.get(f"{url}/{new_id()}", headers=admin)).status_code == 404
        assert (await client.get(url, headers=build_auth_headers())).status_code == 403

    async def test_unknown_incident_is_404_and_wrong_fields_are_named(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        admin = build_auth_headers(role="admin")
        url = f"/api/status/admin/incidents/{new_id()}"
        assert (await client.patch(url, json={}, headers=admin)).status_code == 404
        invalid_body = BODY | {"affectedServices": ["moon"]}
        refusal = await client.post("/api/status/admin/incidents", json=invalid_body, headers=admin)
        assert refusal.json()["errors"][0]["field"] == "affectedServices.0"

    async def test_an_incident_opened_by_mistake_can_be_withdrawn(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        admin = build_auth_headers(role="admin")
        incident = await open_incident(client, admin)
        url = f"/api/status/admin/incidents/{incident['id']}"
        assert (await client.delete(url, headers=admin)).json() == {"success": True}
        assert (await client.get("/api/status/incidents")).json()["data"] == []

    async def test_every_change_of_an_incident_is_published_once(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, read_events: EventReader
    ) -> None:
        admin = build_auth_headers(role="admin")
        url = f"/api/status/admin/incidents/{(await open_incident(client, admin))['id']}"
        correction_answer = await client.patch(url, json={"severity": "minor", "description": "Чиним"}, headers=admin)
        # The description is unchanged: only changed fields are listed.
        assert correction_answer.json()["item"]["updates"][0]["message"] == "Уточнили: важность."
        await client.patch(url, json={"severity": "minor"}, headers=admin)
        await client.patch(url, json={"status": "identified"}, headers=admin)
        await client.delete(url, headers=admin)
        assert len(await read_events(IncidentOpened)) == 1
        assert [event.status for event in await read_events(IncidentUpdated)] == [
            "investigating", "identified", "withdrawn",
        ]  # fmt: skip
        assert await read_events(IncidentResolved) == []

    async def test_control_characters_in_the_title_of_an_incident_are_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        invalid_body = BODY | {"title": "Сбой\x00"}
        refusal = await client.post(
            "/api/status/admin/incidents", json=invalid_body, headers=build_auth_headers(role="admin")
        )
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "title")


class TestPostmortem:
    async def test_a_postmortem_is_published_with_a_resolved_incident(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        admin = build_auth_headers(role="admin")
        incident = await open_incident(client, admin)
        url = f"/api/status/admin/incidents/{incident['id']}"

        early_answer = await client.put(f"{url}/postmortem", json={"text": "Рано"}, headers=admin)
        assert (early_answer.status_code, early_answer.json()["code"]) == (409, "incident_open")

        await client.post(f"{url}/updates", json={"status": "resolved", "message": "Починили"}, headers=admin)
        write_answer = await client.put(f"{url}/postmortem", json={"text": "Закончилось место."}, headers=admin)
        item = write_answer.json()["item"]
        assert (item["postmortem"], item["postmortemAt"] is not None) == ("Закончилось место.", True)
        [shown_entry] = (await client.get("/api/status/incidents")).json()["data"]
        assert shown_entry["postmortem"] == "Закончилось место."
        assert "Не приходят письма: разбор" in (await client.get("/api/status/feed.atom")).text

        stale_answer = await client.put(f"{url}/postmortem", json={"text": "Иначе", "version": 1}, headers=admin)
        assert stale_answer.json()["code"] == "stale_version"

        remove_answer = await client.put(f"{url}/postmortem", json={"text": ""}, headers=admin)
        removed_item = remove_answer.json()["item"]
        assert (removed_item["postmortem"], removed_item["postmortemAt"]) == (None, None)


class TestUndo:
    """An incident with `undo_seconds` is published by the service's clock. If it is cancelled before, nobody is
    notified.
    """

    URL = "/api/status/admin/incidents"

    async def test_an_incident_is_published_when_its_undo_time_is_over(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        read_events: EventReader,
        runtime: StatusRuntime,
        clock: MovableClock,
    ) -> None:
        admin = build_auth_headers(role="admin")
        opening_answer = await client.post(self.URL, json=BODY | {"undo_seconds": 30}, headers=admin)
        incident = opening_answer.json()["item"]
        assert incident["publishAt"]
        await publish(runtime)
        assert (await client.get("/api/status/incidents")).json()["data"] == []
        assert await read_events() == []
        clock.move(minutes=1)
        await publish(runtime)
        await publish(runtime)
        assert [event.type for event in await read_events()] == [IncidentOpened.type, AnnouncementPublished.type]

        # The public list is cached for a second.
        async def list_shown() -> Any:
            return (await client.get("/api/status/incidents")).json()["data"]

        [published_incident] = await wait_for(list_shown)
        assert (published_incident["id"], published_incident["publishAt"]) == (incident["id"], None)

    async def test_nobody_is_notified_of_an_incident_that_was_cancelled_in_time(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        read_events: EventReader,
        runtime: StatusRuntime,
        clock: MovableClock,
    ) -> None:
        admin = build_auth_headers(role="admin")
        opening_answer = await client.post(self.URL, json=BODY | {"undo_seconds": 30}, headers=admin)
        url = f"{self.URL}/{opening_answer.json()['item']['id']}"
        assert (await client.post(f"{url}/cancel", headers=admin)).status_code == 200
        clock.move(minutes=1)
        await publish(runtime)
        assert await read_events() == []
        assert (await client.get(url, headers=admin)).status_code == 404

    async def test_deleting_a_waiting_incident_notifies_nobody(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, read_events: EventReader
    ) -> None:
        admin = build_auth_headers(role="admin")
        opening_answer = await client.post(self.URL, json=BODY | {"undo_seconds": 30}, headers=admin)
        url = f"{self.URL}/{opening_answer.json()['item']['id']}"
        assert (await client.delete(url, headers=admin)).status_code == 200
        assert await read_events() == []

    async def test_a_published_incident_cannot_be_cancelled(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, read_events: EventReader
    ) -> None:
        admin = build_auth_headers(role="admin")
        incident = await open_incident(client, admin)
        late_answer = await client.post(f"{self.URL}/{incident['id']}/cancel", headers=admin)
        assert (late_answer.status_code, late_answer.json()["code"]) == (409, "incident_published")
        assert [event.type for event in await read_events()] == [IncidentOpened.type, AnnouncementPublished.type]

    async def test_an_update_of_a_waiting_incident_publishes_it_first(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, read_events: EventReader
    ) -> None:
        admin = build_auth_headers(role="admin")
        opening_answer = await client.post(self.URL, json=BODY | {"undo_seconds": 30}, headers=admin)
        url = f"{self.URL}/{opening_answer.json()['item']['id']}"
        update = {"status": "identified", "message": "Нашли причину"}
        update_answer = await client.post(f"{url}/updates", json=update, headers=admin)
        assert update_answer.json()["item"]["publishAt"] is None
        announcement_type = AnnouncementPublished.type
        types = [event.type for event in await read_events()]
        assert types == [IncidentOpened.type, announcement_type, IncidentUpdated.type, announcement_type]

    async def test_a_waiting_incident_is_corrected_without_a_notice_and_affects_no_component(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, read_events: EventReader
    ) -> None:
        admin = build_auth_headers(role="admin")
        opening_answer = await client.post(self.URL, json=BODY | {"undo_seconds": 30}, headers=admin)
        item = opening_answer.json()["item"]
        url = f"{self.URL}/{item['id']}"
        body = {"title": "Письма задерживаются", "version": item["version"]}
        corrected_item = (await client.patch(url, json=body, headers=admin)).json()["item"]
        assert (corrected_item["title"], len(corrected_item["updates"])) == ("Письма задерживаются", 1)
        assert corrected_item["publishAt"] == item["publishAt"]
        assert await read_events() == []
        services = (await client.get("/api/status/services")).json()["data"]
        assert "degraded" not in {service["status"] for service in services}


async def publish(runtime: StatusRuntime) -> None:
    async with runtime.database.transaction() as db:
        await publish_due_incidents(db, runtime)
