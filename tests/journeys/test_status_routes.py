"""Every route of the status service, through the gateway: accepted requests, refusals and roles."""

import re
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import httpx2
import pytest
from contracts.services import SERVICES
from icalendar import Calendar

from tests.journeys.answers import expect_json, expect_problem, wait_for_answer, wait_for_json
from tests.journeys.users import Person, list_email_texts, list_emails, make_address, wait_for

COMPONENT_NAMES = {
    "website": "Сайт",
    "api": "API-сервер",
    "database": "База данных",
    "auth": "Авторизация",
    "storage": "Файловое хранилище",
    "email": "Почтовая служба",
}
ADMIN = "/api/status/admin"
INCIDENT: dict[str, Any] = {
    "title": "Проверка порядка",
    "severity": "minor",
    "description": "Учебный",
    "affectedServices": ["email"],
}
ATOM = "{http://www.w3.org/2005/Atom}"
UNKNOWN_ID = str(uuid.UUID(int=7))


def expect_item(answer: httpx2.Response, status: int = 200) -> dict[str, Any]:
    """Check the status and return the record of the answer."""
    item: dict[str, Any] = expect_json(answer, status)["item"]
    return item


def wait_for_status(visitor: httpx2.Client, component: str, condition: Callable[[str], bool]) -> None:
    """Wait until the status page shows a status of the component for which the condition holds.

    Each replica caches its answer for a second.
    """

    def is_shown(body: dict[str, Any]) -> bool:
        return condition(next(row["status"] for row in body["data"] if row["id"] == component))

    wait_for_json(lambda: visitor.get("/api/status/services"), is_shown)


@pytest.fixture
def incident(administrator: Person) -> Iterator[dict[str, Any]]:
    """An incident that the test opens and deletes."""
    new_incident = expect_item(administrator.http.post(f"{ADMIN}/incidents", json=INCIDENT), 201)
    yield new_incident
    administrator.http.delete(f"{ADMIN}/incidents/{new_incident['id']}")


@pytest.fixture
def planned() -> dict[str, Any]:
    start = datetime.now(UTC).replace(microsecond=0) + timedelta(days=3)
    return {
        "title": "Учебные работы",
        "description": "Ничего не случится",
        "scheduledStart": start.isoformat(),
        "scheduledEnd": (start + timedelta(hours=1)).isoformat(),
        "affectedServices": ["storage"],
    }


class TestReading:
    def test_status_shows_six_services_for_ninety_days(self, visitor: httpx2.Client) -> None:
        body = visitor.get("/api/status/services").json()
        assert {row["id"]: row["name"] for row in body["data"]} == COMPONENT_NAMES
        for row in body["data"]:
            assert row["status"] in {"operational", "degraded", "down", "maintenance", "unknown"}
            assert row["uptime"] is None or 0 <= row["uptime"] <= 100
            assert row["description"]
            assert isinstance(row["latency_ms"], int)
            dates = [day["date"] for day in row["history"]]
            assert len(dates) == 90
            assert dates == sorted(dates)
            assert row["history"][-1]["status"] != "unknown"
            assert datetime.now(UTC) - datetime.fromisoformat(row["checked_at"]) < timedelta(minutes=3)
        assert body["success"]
        assert "30 %" in body["uptimeRule"]
        assert body["isSnapshot"] is False
        assert datetime.fromisoformat(body["generatedAt"]).tzinfo

    def test_login_probe_signs_in_with_its_account(self, administrator: Person) -> None:
        """The probe has an ordinary account whose name says that it is a probe, and it leaves no session open."""

        def list_signed_in() -> Any:
            people = administrator.http.get("/api/auth/admin/users", params={"query": "Проверка служебная"}).json()
            return [user for user in people["users"] if user["last_login_at"] is not None]

        [canary] = wait_for(list_signed_in)
        assert (canary["role"], canary["first_name"]) == ("user", "Проверка")
        assert re.fullmatch(r"canary-[0-9a-f]{20}@example\.com", canary["email"]), "an address that nobody knows"

    def test_status_is_available_as_summary_feed_and_badge(
        self, visitor: httpx2.Client, incident: dict[str, Any]
    ) -> None:
        summary = wait_for_json(lambda: visitor.get("/api/status/summary"), lambda body: body["openIncidents"] >= 1)
        assert set(summary["services"]) == set(COMPONENT_NAMES)

        def has_incident(feed: httpx2.Response) -> bool:
            assert feed.headers["content-type"].startswith("application/atom+xml")
            titles = ElementTree.fromstring(feed.content).iterfind(f"{ATOM}entry/{ATOM}title")  # noqa: S314  # our own answer
            return any(incident["title"] in (title.text or "") for title in titles)

        wait_for_answer(lambda: visitor.get("/api/status/feed.atom"), has_incident)
        badge = visitor.get("/api/status/badge.svg")
        assert badge.headers["content-type"].startswith("image/svg+xml")
        assert "статус" in badge.text

    def test_version_matches_the_page(self, visitor: httpx2.Client) -> None:
        version = visitor.get("/api/version?1763800000").json()["version"]
        page = visitor.get("/", headers={"Accept": "text/html"}).text
        [shown_version] = re.findall(r'name="app-version" content="([^"]+)"', page)
        assert version == shown_version

    def test_health_lists_every_service(self, visitor: httpx2.Client) -> None:
        # On a busy machine an answer of one service may come too late.
        answer = wait_for_answer(lambda: visitor.get("/api/health"), lambda answer: answer.json()["status"] == "ok")
        assert set(expect_json(answer)["services"]) == set(SERVICES)


class TestIncidents:
    def test_incident_is_opened_updated_and_resolved(self, administrator: Person, visitor: httpx2.Client) -> None:
        http = administrator.http
        title = f"Порядок {uuid.uuid4().hex[:8]}"
        new_incident = expect_item(http.post(f"{ADMIN}/incidents", json=INCIDENT | {"title": title}), 201)
        url = f"{ADMIN}/incidents/{new_incident['id']}"
        assert (new_incident["status"], new_incident["isAutomatic"], new_incident["version"]) == (
            "investigating",
            False,
            1,
        )
        wait_for_status(visitor, "email", lambda status: status == "degraded")

        def is_listed(body: dict[str, Any]) -> bool:
            return new_incident["id"] in {incident["id"] for incident in body["data"] if incident["resolvedAt"] is None}

        wait_for_json(lambda: visitor.get("/api/status/incidents"), is_listed)
        assert expect_item(http.patch(url, json={"status": "identified", "version": 1}))["status"] == "identified"
        expect_problem(http.patch(url, json={"title": "Поздно", "version": 1}), 409, "stale_version")
        update_answer = http.post(f"{url}/updates", json={"status": "resolved", "message": "Готово"})
        updates = expect_item(update_answer, 201)["updates"]
        assert [update["status"] for update in updates] == ["resolved", "identified", "investigating"]
        late_answer = http.post(f"{url}/updates", json={"status": "monitoring", "message": "Ещё"})
        expect_problem(late_answer, 409, "incident_resolved")
        titles = wait_for(lambda: self._list_titles_if_complete(administrator, title))
        assert sorted(text.startswith("Сбой устранён") for text in titles) == [False, False, True]
        assert http.delete(url).json() == {"success": True}
        expect_problem(http.delete(url), 404, "not_found")

    @staticmethod
    def _list_titles_if_complete(person: Person, title: str) -> list[str] | None:
        body = person.http.get("/api/notifications", params={"limit": 100, "search": title}).json()["notifications"]
        titles = [row["title"] for row in body if title in row["title"]]
        return titles if len(titles) >= 3 else None

    def test_callers_without_permission_and_unknown_incidents_are_refused(
        self, administrator: Person, buyer: Person, visitor: httpx2.Client
    ) -> None:
        for method, path in (
            ("POST", "/incidents"),
            ("PATCH", f"/incidents/{UNKNOWN_ID}"),
            ("DELETE", f"/incidents/{UNKNOWN_ID}"),
            ("POST", f"/incidents/{UNKNOWN_ID}/updates"),
            ("POST", "/maintenance"),
            ("PATCH", f"/maintenance/{UNKNOWN_ID}"),
            ("DELETE", f"/maintenance/{UNKNOWN_ID}"),
            ("GET", "/logs"),
            ("GET", "/logs/abc"),
        ):
            body: dict[str, Any] | None = {} if method in {"POST", "PATCH"} else None
            expect_problem(visitor.request(method, ADMIN + path, json=body), 401, "unauthorized")
            expect_problem(buyer.http.request(method, ADMIN + path, json=body), 403, "forbidden")
        http = administrator.http
        expect_problem(http.patch(f"{ADMIN}/incidents/{UNKNOWN_ID}", json={}), 404, "not_found")
        invalid_incident_answer = http.post(
            f"{ADMIN}/incidents", json=INCIDENT | {"affectedServices": ["moon"], "severity": "huge"}
        )
        expect_problem(invalid_incident_answer, 422, "validation_error", "affectedServices.0", "severity")
        malformed_json_answer = http.post(
            f"{ADMIN}/incidents", content=b"{", headers={"Content-Type": "application/json"}
        )
        expect_problem(malformed_json_answer, 400, "malformed_json")


class TestMaintenance:
    def test_maintenance_is_planned_moved_followed_and_cancelled(
        self, administrator: Person, visitor: httpx2.Client, planned: dict[str, Any]
    ) -> None:
        http = administrator.http
        new_maintenance = expect_item(http.post(f"{ADMIN}/maintenance", json=planned), 201)
        url = f"{ADMIN}/maintenance/{new_maintenance['id']}"
        assert new_maintenance["status"] == "scheduled"

        def is_listed(body: dict[str, Any]) -> bool:
            return new_maintenance["id"] in {work["id"] for work in body["data"]}

        def is_in_calendar(calendar: httpx2.Response) -> bool:
            assert calendar.headers["content-type"].startswith("text/calendar")
            events = Calendar.from_ical(calendar.content).walk("VEVENT")
            return f"{new_maintenance['id']}@status.meridian" in {str(event["uid"]) for event in events}

        wait_for_json(lambda: visitor.get("/api/status/maintenance"), is_listed)
        wait_for_answer(lambda: visitor.get("/api/status/maintenance.ics"), is_in_calendar)
        earlier_start = {"scheduledStart": (datetime.now(UTC) - timedelta(minutes=1)).isoformat(), "version": 1}
        assert expect_item(http.patch(url, json=earlier_start))["status"] == "in_progress"
        wait_for_status(visitor, "storage", lambda status: status == "maintenance")
        expect_problem(http.patch(url, json={"title": "Поздно", "version": 1}), 409, "stale_version")
        past_end_answer = http.patch(url, json={"scheduledEnd": "2020-01-01T00:00:00Z"})
        expect_problem(past_end_answer, 422, "validation_error", "scheduledEnd")
        assert http.delete(url).json() == {"success": True}
        expect_problem(http.delete(url), 404, "not_found")
        wait_for_status(visitor, "storage", lambda status: status != "maintenance")


class TestForMachines:
    @pytest.mark.parametrize("path", ["incidents", "maintenance", "services/email", "latency?period=7d"])
    def test_an_unchanged_answer_is_304(self, visitor: httpx2.Client, path: str) -> None:
        def is_unchanged() -> bool:
            etag = visitor.get(f"/api/status/{path}").headers["etag"]
            return visitor.get(f"/api/status/{path}", headers={"If-None-Match": etag}).status_code == 304

        # A round of probes between the two requests may change the figures.
        assert wait_for(is_unchanged)

    def test_each_component_has_a_badge_and_others_have_none(self, visitor: httpx2.Client) -> None:
        for component in (*COMPONENT_NAMES, "all"):
            badge = visitor.get(f"/api/status/badge/{component}.svg")
            assert badge.headers["content-type"].startswith("image/svg+xml")
            assert COMPONENT_NAMES.get(component, "статус") in badge.text
        expect_problem(visitor.get("/api/status/badge/moon.svg"), 404, "unknown_component")
        expect_problem(visitor.get("/api/status/services/moon"), 404, "unknown_component")

    def test_response_times_have_three_periods(self, visitor: httpx2.Client) -> None:
        for period, step in (("24h", 300), ("7d", 3600), ("90d", 86400)):
            body = expect_json(visitor.get("/api/status/latency", params={"period": period}))
            assert body["stepSeconds"] == step
            assert {row["id"] for row in body["data"]} == set(COMPONENT_NAMES)
        expect_problem(visitor.get("/api/status/latency?period=1y"), 422, "validation_error", "period")

    def test_webhook_is_registered_with_a_secret_that_is_shown_once(self, administrator: Person, buyer: Person) -> None:
        http = administrator.http
        hook = {"url": "https://hooks.example.com/status", "description": "Проверка", "components": ["email"]}
        expect_problem(buyer.http.post(f"{ADMIN}/webhooks", json=hook), 403, "forbidden")
        plain_http_answer = http.post(f"{ADMIN}/webhooks", json=hook | {"url": "http://hooks.example.com/status"})
        expect_problem(plain_http_answer, 422, "validation_error", "url")
        new_webhook = expect_item(http.post(f"{ADMIN}/webhooks", json=hook), 201)
        url = f"{ADMIN}/webhooks/{new_webhook['id']}"
        assert new_webhook["secret"].startswith("whsec_")
        assert "secret" not in expect_item(http.get(url))
        disabled_webhook = expect_item(http.patch(url, json={"enabled": False, "version": new_webhook["version"]}))
        assert disabled_webhook["status"] == "disabled"
        expect_problem(http.post(f"{url}/test"), 409, "webhook_disabled")
        assert expect_json(http.get(f"{url}/deliveries"))["items"] == []
        assert http.delete(url).json() == {"success": True}
        expect_problem(http.get(url), 404, "not_found")


class TestSubscription:
    def test_subscriber_confirms_is_notified_and_unsubscribes(
        self, administrator: Person, visitor: httpx2.Client
    ) -> None:
        address = make_address()
        answer = visitor.post("/api/status/subscriptions", json={"email": address, "consent": True})
        assert answer.json()["success"] is True
        message = wait_for(lambda: list_email_texts(address))[0]
        [link] = re.findall(r"http\S+(/api/status/subscriptions/confirm\S+)", message)
        question = visitor.get(link, headers={"Accept": "text/html"}, follow_redirects=False)
        assert question.headers["location"].startswith("/unsubscribe?list=status&state=ask&action=confirm")
        assert visitor.post(link).json()["success"] is True
        page = visitor.get(link, headers={"Accept": "text/html"}, follow_redirects=False)
        assert (page.status_code, page.headers["location"]) == (303, "/unsubscribe?list=status&state=confirmed")
        title = f"Проверка рассылки {uuid.uuid4().hex[:8]}"
        new_incident = expect_item(administrator.http.post(f"{ADMIN}/incidents", json=INCIDENT | {"title": title}), 201)
        # The page may have other news at the same time.
        news = wait_for(lambda: [email for email in list_emails(address) if title in str(email["Subject"])])[0]
        header = str(news["List-Unsubscribe"]).replace("\n", "").replace(" ", "")
        unsubscribe_path = re.sub(r"^<http://[^/]+|>$", "", header)
        assert visitor.post(unsubscribe_path).json()["success"] is True
        administrator.http.delete(f"{ADMIN}/incidents/{new_incident['id']}")
        for wrong in ({"email": address}, {"email": "nobody", "consent": True}):
            expect_problem(visitor.post("/api/status/subscriptions", json=wrong), 422, "validation_error")
        expect_problem(visitor.get("/api/status/subscriptions/confirm?token=forged"), 400, "invalid_token")


class TestClientLogs:
    def test_client_logs_are_masked_grouped_and_shown_to_administrators(
        self, administrator: Person, visitor: httpx2.Client
    ) -> None:
        # Lines that differ only in digits are one group, so the word of this test has none.
        mark = uuid.uuid4().hex[:6].translate(str.maketrans("0123456789", "ghijklmnop"))
        line = {"level": "error", "context": "journey", "message": f"Сбой {mark} 1", "data": {"token": "v4.public.x.y"}}
        assert visitor.post("/api/logs", json=line).status_code == 202
        batch = visitor.post("/api/logs", json=[line | {"message": f"Сбой {mark} {number}"} for number in (2, 3)])
        assert (batch.status_code, batch.json()["accepted"]) == (202, 2)
        groups = administrator.http.get(f"{ADMIN}/logs", params={"search": mark}).json()
        [group] = groups["items"]
        assert group["count"] == 3
        assert group["first_seen"] <= group["last_seen"]
        lines = administrator.http.get(f"{ADMIN}/logs/{group['fingerprint']}", params={"limit": 1}).json()
        assert lines["total"] == 3
        assert lines["items"][0]["data"] == {"token": "[скрыто]"}
        expect_problem(visitor.post("/api/logs", json=line | {"level": "loud"}), 422, "validation_error")
        expect_problem(visitor.post("/api/logs", json=[line] * 51), 422, "validation_error")
        expect_problem(administrator.http.get(f"{ADMIN}/logs", params={"limit": 101}), 422, "validation_error")


class TestOwnPortOnly:
    @pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/openapi.json"])
    def test_internal_routes_are_not_reachable_through_the_gateway(self, visitor: httpx2.Client, path: str) -> None:
        assert visitor.get(path, headers={"Accept": "application/json"}).status_code == 404
        assert visitor.get(f"/api/status{path}").status_code == 404
