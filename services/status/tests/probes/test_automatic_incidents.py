"""Incidents that the probes open: one for each cause, closed when the cause ends."""

from typing import Any

from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from chassis.web.caches import CachedBytes
from contracts.status import IncidentOpened, IncidentResolved, IncidentUpdated

from services.status.tests.fixture_types import ComponentReader, ProbeRunner


async def list_incidents(client: ApiClient) -> Any:
    for cache in CachedBytes.by_name.values():
        cache.drop()
    return (await client.get("/api/status/incidents")).json()["data"]


class TestAutomaticIncident:
    async def test_simultaneous_failures_are_one_incident_that_closes_itself(
        self, client: ApiClient, run_probes: ProbeRunner, read_events: EventReader
    ) -> None:
        await run_probes()
        for _ in range(3):
            await run_probes(database="down")
        for _ in range(3):
            await run_probes(database="down", auth="down")

        [incident] = await list_incidents(client)
        assert (incident["severity"], incident["isAutomatic"]) == ("critical", True)
        assert incident["affectedServices"] == ["database", "auth"]

        await run_probes()
        await run_probes()
        [incident] = await list_incidents(client)
        assert incident["status"] == "resolved"
        assert len(await read_events(IncidentOpened)) == len(await read_events(IncidentResolved)) == 1
        assert len(await read_events(IncidentUpdated)) == 1

    async def test_failures_of_another_cause_are_another_incident(
        self, client: ApiClient, run_probes: ProbeRunner
    ) -> None:
        await run_probes()
        for _ in range(12):
            await run_probes({"email": "mail"}, email="down")
        for _ in range(3):
            await run_probes({"email": "mail", "api": "calculator"}, email="down", api="degraded")
        titles = [incident["title"] for incident in await list_incidents(client)]
        assert titles == ["«API-сервер» работает с\N{NO-BREAK SPACE}перебоями", "«Почтовая служба» не отвечает"]

    async def test_the_title_says_what_happened_to_each_component(
        self, client: ApiClient, run_probes: ProbeRunner
    ) -> None:
        """In notifications the title follows a colon, so the title contains no colon."""
        await run_probes()
        for _ in range(3):
            parts = dict.fromkeys(("auth", "email", "api"), "gateway")
            await run_probes(parts, auth="down", email="down", api="degraded")
        [incident] = await list_incidents(client)
        assert incident["title"] == (
            "«Авторизация», «Почтовая служба» не отвечают; «API-сервер» работает с\N{NO-BREAK SPACE}перебоями"
        )

    async def test_the_severity_of_an_open_incident_never_falls(
        self, client: ApiClient, run_probes: ProbeRunner
    ) -> None:
        await run_probes()
        for _ in range(3):
            await run_probes({"api": "content", "storage": "content"}, api="degraded", storage="down")
        [incident] = await list_incidents(client)
        assert incident["severity"] == "major"
        for _ in range(3):
            await run_probes({"api": "content", "auth": "content"}, api="degraded", auth="degraded")
        [incident] = await list_incidents(client)
        assert incident["affectedServices"] == ["api", "auth", "storage"]
        assert incident["severity"] == "major"

    async def test_failures_during_maintenance_open_no_incident(
        self,
        client: ApiClient,
        run_probes: ProbeRunner,
        read_components: ComponentReader,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
    ) -> None:
        now = clock()
        form = {
            "title": "Обновление базы",
            "scheduledStart": now.isoformat(),
            "scheduledEnd": now.replace(year=now.year + 1).isoformat(),
            "affectedServices": ["database"],
        }
        answer = await client.post("/api/status/admin/maintenance", json=form, headers=build_auth_headers(role="admin"))
        assert answer.status_code == 201
        for _ in range(4):
            await run_probes(database="down")
        assert await list_incidents(client) == []
        assert (await read_components())["database"]["status"] == "maintenance"
        [shown_entry] = (await client.get("/api/status/maintenance")).json()["data"]
        assert shown_entry["status"] == "in_progress"
