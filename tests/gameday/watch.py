"""Observations of the game day: the status page, the administrator's notifications, the alerts of Prometheus."""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime
from typing import Any

from deploy.local import ports
from deploy.local.console import StepError

_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
TIMEOUT_SECONDS = 10.0
ADMINISTRATOR = "admin@example.com"


def request_json(url: str, body: object = None, token: str = "") -> Any:
    """Return the JSON body of an answer, or None without an answer. Raises StepError if the request is refused."""
    headers = {"Accept": "application/json", "Content-Type": "application/json", "X-Client": "native"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with _opener.open(urllib.request.Request(url, data, headers), timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310
            return json.loads(answer.read())
    except urllib.error.HTTPError as error:
        # A gateway that has just started has no routes yet and answers in plain text.
        is_ours = error.headers.get_content_type() != "text/plain"
        if error.code < 500 and is_ours:
            raise StepError(f"{url} answers {error.code}: {error.read(300).decode(errors='replace')}") from None
    except (OSError, ValueError):
        pass
    return None


class Watch:
    """The running stack from the point of view of a visitor and of the administrator."""

    def __init__(self) -> None:
        recorded_ports = ports.read_record()
        self._site = f"http://127.0.0.1:{recorded_ports['gateway']}"
        self._status = f"http://127.0.0.1:{recorded_ports['status']}"
        self._token = self._sign_in()
        self._began = datetime.now(UTC)
        self._notices_before: set[str] = set()

    def _sign_in(self) -> str:
        email = os.environ.get("ADMIN_EMAIL") or ADMINISTRATOR
        password = os.environ.get("ADMIN_PASSWORD")
        if not password:
            raise StepError(
                "the game day reads the administrator's notifications: name ADMIN_PASSWORD (and ADMIN_EMAIL)"
            )
        credentials = {"email": email, "password": password}
        deadline = time.monotonic() + 60
        while (body := request_json(f"{self._site}/api/auth/login", credentials)) is None:
            if time.monotonic() > deadline:
                raise StepError("the administrator cannot sign in: is everything running?")
            time.sleep(1)
        return str(body["accessToken"])

    def fetch_components(self, *, direct: bool = False) -> Any:
        """Return the data of the status page, or None if there is no answer."""
        return request_json(f"{self._status if direct else self._site}/api/status/services")

    def describe_states(self, expected: Collection[str]) -> str:
        """Return the states of the rows in `expected` and of all rows that do not work, as text."""
        components = self.fetch_components() or self.fetch_components(direct=True)
        if components is None:
            return "no answer"
        rows = {row["id"]: row["status"] for row in components["data"]}
        return ", ".join(f"{id} {state}" for id, state in rows.items() if id in expected or state != "operational")

    def is_well(self) -> bool:
        """Return True if the status service reports that everything works."""
        components = self.fetch_components()
        return (
            components is not None
            and not components["isSnapshot"]
            and {row["status"] for row in components["data"]} == {"operational"}
        )

    def wait_until(self, condition: Callable[[], bool], seconds: float) -> float | None:
        """Wait until a condition is true. Returns the seconds, or None if it does not become true in time."""
        began = time.monotonic()
        while not condition():
            if time.monotonic() - began > seconds:
                return None
            time.sleep(0.5)
        return time.monotonic() - began

    def wait_until_well(self, seconds: float) -> None:
        if self.wait_until(self.is_well, seconds) is None:
            raise StepError(f"not everything works: {self.describe_states({})}")

    def begin(self) -> None:
        """Start counting. Earlier incidents do not belong to this outage."""
        self._token = self._sign_in()
        self._began = datetime.now(UTC)
        self._notices_before = {notice["id"] for notice in self._fetch_notices()}

    def count_incidents(self) -> tuple[int, int, int, int]:
        """Count the automatic incidents since `begin`, the closed ones, and the notifications of both."""
        incidents = self._fetch_incidents()
        closed_incidents = [incident for incident in incidents if incident["resolvedAt"]]
        titles = [notice["title"] for notice in self._fetch_notices() if notice["id"] not in self._notices_before]
        opening_titles = [title for title in titles if title.startswith("Сбой:")]
        ending_titles = [title for title in titles if title.startswith("Сбой устранён:")]
        return len(incidents), len(closed_incidents), len(opening_titles), len(ending_titles)

    def list_titles(self) -> list[str]:
        return [incident["title"] for incident in self._fetch_incidents()] or ["no incident"]

    def _fetch_incidents(self) -> list[dict[str, Any]]:
        answer = request_json(f"{self._site}/api/status/incidents") or {"data": []}
        return [
            incident
            for incident in answer["data"]
            if incident["isAutomatic"] and datetime.fromisoformat(incident["createdAt"]) >= self._began
        ]

    def _fetch_notices(self) -> list[dict[str, Any]]:
        query = urllib.parse.urlencode({"limit": 100, "type": "maintenance"})
        answer = request_json(f"{self._site}/api/notifications?{query}", token=self._token) or {"notifications": []}
        notifications: list[dict[str, Any]] = answer["notifications"]
        return notifications


class Alerts:
    """Alerts of the Prometheus that watches this stack, if there is one."""

    def __init__(self) -> None:
        recorded_ports = ports.read_record()
        self._prometheus = os.environ.get("PROMETHEUS_URL") or _build_local_url(recorded_ports.get("prometheus"))
        self._manager = os.environ.get("ALERTMANAGER_URL") or _build_local_url(recorded_ports.get("alertmanager"))

    @property
    def description(self) -> str:
        if self.list_pages() is None:
            return "no Prometheus watches this stack, so alerts are not looked at (make up-observability starts one)"
        return f"the pages come from {self._manager or self._prometheus}"

    def list_pages(self) -> set[str] | None:
        """Return the firing alerts that send a page, with the part that they name. Returns None without a Prometheus.

        An Alertmanager, if there is one, suppresses alerts that follow from another page.
        """
        if self._manager:
            alerts = request_json(f"{self._manager}/api/v2/alerts?active=true&inhibited=false")
            if alerts is not None:
                return list_paging_alerts(alert["labels"] for alert in alerts)
        answer = request_json(f"{self._prometheus}/api/v1/alerts") if self._prometheus else None
        if answer is None:
            return None
        return list_paging_alerts(alert["labels"] for alert in answer["data"]["alerts"] if alert["state"] == "firing")


def _build_local_url(port: int | None) -> str:
    return f"http://127.0.0.1:{port}" if port else ""


def list_paging_alerts(alerts: Iterable[dict[str, str]]) -> set[str]:
    paging = [labels for labels in alerts if labels.get("severity") == "page"]
    return {f"{labels['alertname']} {labels.get('part') or labels.get('journey', '')}".strip() for labels in paging}
