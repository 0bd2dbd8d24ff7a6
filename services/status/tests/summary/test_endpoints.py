"""GET /api/status/services, /summary."""

import json
import re

from chassis.events.outbox import OutboxEvent
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from contracts.status import ServiceChanged
from sqlalchemy import select
from sqlmodel import col
from status.response_cache import cache
from status.runtime import Session

from services.status.tests.fixture_types import ComponentReader, ProbeRunner

IDS = ["website", "api", "database", "auth", "storage", "email"]


class TestReadService:
    async def test_one_component_comes_with_its_incidents(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, run_probes: ProbeRunner
    ) -> None:
        await run_probes()
        for service in ("email", "api"):
            form = {"title": f"Сбой {service}", "severity": "major", "affectedServices": [service]}
            await client.post("/api/status/admin/incidents", json=form, headers=build_auth_headers(role="admin"))
        answer = await client.get("/api/status/services/email")
        body = answer.json()
        assert (body["data"]["id"], body["data"]["status"], len(body["data"]["history"])) == ("email", "degraded", 90)
        assert [incident["title"] for incident in body["incidents"]] == ["Сбой email"]
        assert body["maintenance"] == []
        refusal = await client.get("/api/status/services/moon")
        assert (refusal.status_code, refusal.json()["code"]) == (404, "unknown_component")

    async def test_an_unchanged_answer_of_the_page_is_not_sent_again_at_a_later_time(
        self, client: ApiClient, clock: MovableClock
    ) -> None:
        clock.freeze(clock())
        for path in ("services", "services/api", "summary", "incidents", "maintenance", "latency"):
            first_answer = await client.get(f"/api/status/{path}")
            assert first_answer.headers["cache-control"] == "public, max-age=0, must-revalidate", path
            # Another replica, or this one after its cache has expired, makes the answer again.
            clock.move(seconds=2)
            cache.drop()
            later_answer = await client.get(f"/api/status/{path}")
            assert later_answer.json().get("generatedAt", "") >= first_answer.json().get("generatedAt", ""), path
            repeated_answer = await client.get(
                f"/api/status/{path}", headers={"If-None-Match": first_answer.headers["etag"]}
            )
            assert (repeated_answer.status_code, repeated_answer.content) == (304, b""), path

    async def test_a_changed_answer_of_the_page_is_sent_again(self, client: ApiClient, run_probes: ProbeRunner) -> None:
        paths = ("services", "services/email", "summary", "latency")
        etags = {path: (await client.get(f"/api/status/{path}")).headers["etag"] for path in paths}
        for _ in range(3):
            await run_probes(email="down")
        cache.drop()
        for path, etag in etags.items():
            repeated_answer = await client.get(f"/api/status/{path}", headers={"If-None-Match": etag})
            assert (repeated_answer.status_code, repeated_answer.headers["etag"] != etag) == (200, True), path


class TestListServices:
    async def test_before_any_check_every_component_is_unknown(self, read_components: ComponentReader) -> None:
        components = await read_components()
        assert list(components) == IDS
        assert {row["status"] for row in components.values()} == {"unknown"}
        assert len(components["website"]["history"]) == 90
        assert components["website"]["name"] == "Сайт"

    async def test_the_page_shows_a_failure_after_three_failed_checks_until_two_successes(
        self, read_components: ComponentReader, run_probes: ProbeRunner, read_events: EventReader
    ) -> None:
        await run_probes()
        for _ in range(3):
            await run_probes({"storage": "content"}, storage="down")
        components = await read_components()
        assert (components["storage"]["status"], components["website"]["status"]) == ("down", "operational")
        assert components["storage"]["description"] == "Не отвечает: блог, каталог и заявки"
        await run_probes()
        assert (await read_components())["storage"]["status"] == "down"
        await run_probes()
        assert (await read_components())["storage"]["status"] == "operational"
        changes = [(event.service, event.old, event.new) for event in await read_events(ServiceChanged)]
        # The first good check is not a change.
        assert changes == [("storage", "operational", "down"), ("storage", "down", "operational")]

    async def test_the_event_of_a_change_carries_a_trace(self, run_probes: ProbeRunner, db: Session) -> None:
        await run_probes()
        for _ in range(3):
            await run_probes(storage="down")
        [body] = await db.scalars(select(col(OutboxEvent.body)).where(col(OutboxEvent.type) == ServiceChanged.type))
        assert re.fullmatch(r"00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]", json.loads(body)["traceparent"])

    async def test_days_are_counted_by_time_and_not_by_checks(
        self, read_components: ComponentReader, run_probes: ProbeRunner, clock: MovableClock
    ) -> None:
        clock.freeze(clock().replace(hour=9))
        await run_probes()
        for _ in range(3):
            await run_probes(storage="down")
        # Five rounds of 15 s, of which the last two were counted as down.
        await run_probes(storage="down")
        assert (await read_components())["storage"]["uptime"] == 60.0
        clock.move(hours=1)
        # An hour without checks is neither uptime nor downtime.
        await run_probes(storage="down")
        assert (await read_components())["storage"]["uptime"] == 50.0

    async def test_uptime_says_how_many_days_were_measured(
        self, read_components: ComponentReader, run_probes: ProbeRunner, clock: MovableClock
    ) -> None:
        assert (await read_components())["email"]["measuredDays"] == 0
        for _ in range(2):
            await run_probes()
            clock.move(days=2)
        email = (await read_components())["email"]
        assert (email["measuredDays"], len(email["history"]), email["uptime"]) == (2, 90, 100.0)

    async def test_a_component_with_an_old_measurement_is_unknown(
        self, read_components: ComponentReader, run_probes: ProbeRunner, clock: MovableClock
    ) -> None:
        await run_probes()
        clock.move(seconds=181)
        assert (await read_components())["api"]["status"] == "unknown"

    async def test_an_administrators_incident_shows_until_it_is_resolved(
        self,
        client: ApiClient,
        read_components: ComponentReader,
        run_probes: ProbeRunner,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        admin = build_auth_headers(role="admin")
        await run_probes()
        body = {"title": "Письма теряются", "severity": "critical", "affectedServices": ["email"]}
        incident = (await client.post("/api/status/admin/incidents", json=body, headers=admin)).json()["item"]
        assert (await read_components())["email"]["status"] == "down"
        url = f"/api/status/admin/incidents/{incident['id']}/updates"
        await client.post(url, json={"status": "resolved", "message": "Починили"}, headers=admin)
        assert (await read_components())["email"]["status"] == "operational"


class TestSummary:
    async def test_the_worst_component_decides_the_summary(self, client: ApiClient, run_probes: ProbeRunner) -> None:
        await run_probes()
        for _ in range(3):
            await run_probes(email="degraded")
        body = (await client.get("/api/status/summary")).json()
        assert (body["status"], body["openIncidents"]) == ("degraded", 1)
