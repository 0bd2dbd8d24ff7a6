"""GET /api/status/feed.atom, badge.svg, maintenance.ics."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plans import record_statements
from chassis.testing.plugin import MovableClock
from icalendar import Calendar
from status.response_cache import cache
from status.runtime import StatusRuntime

from services.status.tests.fixture_types import ProbeRunner

ATOM = "{http://www.w3.org/2005/Atom}"
SVG = "{http://www.w3.org/2000/svg}"


class TestFeed:
    async def test_each_incident_update_is_an_entry_of_the_feed(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        admin = build_auth_headers(role="admin")
        body = {"title": "Сбой <почты>", "severity": "minor", "affectedServices": ["email"]}
        incident = (await client.post("/api/status/admin/incidents", json=body, headers=admin)).json()["item"]
        url = f"/api/status/admin/incidents/{incident['id']}/updates"
        await client.post(url, json={"status": "resolved", "message": "Починили"}, headers=admin)
        answer = await client.get("/api/status/feed.atom")
        assert answer.headers["content-type"].startswith("application/atom+xml")
        entries = ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")  # noqa: S314  # our own answer
        assert [entry.findtext(f"{ATOM}summary") for entry in entries] == ["Починили", "Мы выясняем причину."]
        links = [link.get("href", "") for entry in entries for link in entry.findall(f"{ATOM}link")]
        assert all(link.endswith(f"/status#incident-{incident['id']}") for link in links), links

    async def test_an_empty_feed_has_the_elements_that_rfc_4287_requires(self, client: ApiClient) -> None:
        feed_element = ElementTree.fromstring((await client.get("/api/status/feed.atom")).content)  # noqa: S314
        assert feed_element.findtext(f"{ATOM}author/{ATOM}name") == "Меридиан Авто"
        assert all(feed_element.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated"))


class TestBadge:
    async def test_a_badge_before_any_check_says_that_there_is_no_data(self, client: ApiClient) -> None:
        answer = await client.get("/api/status/badge.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "нет данных" in answer.text

    @pytest.mark.parametrize(
        ("component", "text"),
        [("api", "API-сервер: перебои"), ("email", "Почтовая служба: работает"), ("all", "статус: перебои")],
    )
    async def test_each_component_has_a_badge_with_a_title(
        self, client: ApiClient, run_probes: ProbeRunner, component: str, text: str
    ) -> None:
        for _ in range(3):
            await run_probes(api="degraded")
        cache.drop()
        answer = await client.get(f"/api/status/badge/{component}.svg")
        badge = ElementTree.fromstring(answer.content)  # noqa: S314  # our own answer
        assert badge.findtext(f"{SVG}title") == badge.attrib["aria-label"] == text
        assert badge.findall(f"{SVG}script") == []
        assert answer.headers["cache-control"] == "public, max-age=60"
        repeated_answer = await client.get(
            f"/api/status/badge/{component}.svg", headers={"If-None-Match": answer.headers["etag"]}
        )
        assert repeated_answer.status_code == 304

    async def test_an_unknown_component_has_no_badge(self, client: ApiClient) -> None:
        answer = await client.get("/api/status/badge/moon.svg")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_component")
        assert answer.headers["content-type"].startswith("application/problem+json")


class TestCalendar:
    async def test_planned_maintenance_is_a_calendar_event_in_utc(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        start = clock().replace(microsecond=0) + timedelta(days=1)
        form = {
            "title": "Обновление базы",
            "scheduledStart": start.isoformat(),
            "scheduledEnd": (start + timedelta(hours=2)).isoformat(),
            "affectedServices": ["database"],
        }
        await client.post("/api/status/admin/maintenance", json=form, headers=build_auth_headers(role="admin"))
        answer = await client.get("/api/status/maintenance.ics")
        [event] = Calendar.from_ical(answer.content).walk("VEVENT")
        assert str(event["summary"]) == "Обновление базы"
        assert event.decoded("dtstart") == start

    async def test_an_empty_calendar_has_a_component(self, client: ApiClient) -> None:
        document = Calendar.from_ical((await client.get("/api/status/maintenance.ics")).content)
        # RFC 5545 section 3.6 requires at least one component, section 3.6.5 these properties of a time zone.
        [zone] = document.subcomponents
        [standard] = zone.subcomponents
        assert (zone.name, str(zone["tzid"])) == ("VTIMEZONE", "Europe/Moscow")
        assert {"DTSTART", "TZOFFSETFROM", "TZOFFSETTO"} <= set(standard)


class TestLoad:
    @pytest.mark.parametrize(("name", "max_age"), [("feed.atom", 30), ("badge.svg", 60), ("maintenance.ics", 30)])
    async def test_a_repeated_request_for_a_feed_reads_nothing_from_the_database(
        self, client: ApiClient, runtime: StatusRuntime, name: str, max_age: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cache, "_seconds", 60.0)
        first_answer = await client.get(f"/api/status/{name}")
        with record_statements(runtime) as recorded_statements:
            repeated_answer = await client.get(
                f"/api/status/{name}", headers={"If-None-Match": first_answer.headers["etag"]}
            )
        assert repeated_answer.status_code == 304
        assert recorded_statements == []
        assert first_answer.headers["cache-control"] == f"public, max-age={max_age}"
        assert repeated_answer.headers["cache-control"] == f"public, max-age={max_age}"
