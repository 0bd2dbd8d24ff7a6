"""Every alert and every panel uses metrics that exist, in the running stack and in its Prometheus if it has one."""

import json
import math
import re
import time
import uuid
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml
from chassis.testing.limits import HANG_SECONDS
from contracts.services import SERVICES

from deploy.local import observability, ports
from deploy.observability.dashboards import DASHBOARDS
from tests.journeys.streams import open_stream_of
from tests.journeys.users import Person, make_address, wait_for
from tests.observability.test_sources import NOT_ON_LOCAL_STACK

pytestmark = pytest.mark.skipif(
    not observability.is_enabled(), reason="the stack was started without make up-observability"
)
RULES = Path(__file__).resolve().parents[2] / "deploy" / "observability" / "rules"
METRIC_NAME = re.compile(r"(?<![\w:.$])[a-z][a-z0-9_]*_[a-z0-9_]*(?=\{|\[|\)|\s|$)")
NOT_METRICS = re.compile(
    r'"[^"]*"|\bby \([^)]*\)|\bon \([^)]*\)|\b(group_right|label_replace|histogram_quantile|clamp_min|predict_linear)\b'
)
CAR = {"price": 2_800_000, "engineVolumeLiters": 2, "age": 4, "fuelType": "petrol", "importCategory": "personal"}


def list_metric_names(query: str) -> set[str]:
    """Return the metrics that a query reads, without recorded ones (their names have colons)."""
    return {name for name in METRIC_NAME.findall(NOT_METRICS.sub(" ", query)) if ":" not in name}


def list_queries() -> dict[str, str]:
    """Return every query of every rule and panel that has data on a local stack, by its place.

    The rules of sources.yml read exporters of other layouts: tests/observability/test_sources.py.
    """
    by_title = {}
    for file in sorted(RULES.glob("*.yml")):
        if file.name == "sources.yml":
            continue
        for group in yaml.safe_load(file.read_text())["groups"]:
            for rule in group["rules"]:
                if rule.get("alert") in NOT_ON_LOCAL_STACK:
                    continue
                journey = rule.get("labels", {}).get("journey", "")
                by_title[f"{file.name}: {rule.get('alert') or rule['record']} {journey}"] = rule["expr"]
    for dashboard in DASHBOARDS:
        for panel in dashboard.panels:
            for query, legend in panel.queries:
                by_title[f"{dashboard.name}: {panel.title} {legend}"] = query
    return by_title


def list_exposed_metrics() -> set[str]:
    """Return the metrics that the running stack exposes: a counter without samples still has its TYPE line."""
    recorded_ports = ports.read_record()
    services = [name for name in recorded_ports if name.partition("-")[0] in SERVICES]
    names = {"up"}
    for part in [*services, "gateway-ops", "exporter"]:
        text = httpx2.get(f"http://127.0.0.1:{recorded_ports[part]}/metrics", timeout=120).text
        names |= set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE)) | set(re.findall(r"^([a-z]\w+)[{ ]", text, re.M))
        for histogram in re.findall(r"^# TYPE (\S+) histogram", text, re.MULTILINE):
            names |= {f"{histogram}_bucket", f"{histogram}_count"}
    return names


def test_metric_names_are_found_in_queries() -> None:
    query = 'sum by (le_x) (rate(a_total{b_c="d_e"}[5m])) / on (f_g) group_right () h_i > 0'
    assert list_metric_names(query) == {"a_total", "h_i"}


def test_every_metric_in_rules_and_panels_exists(visitor: httpx2.Client) -> None:
    used_metrics = {name for query in list_queries().values() for name in list_metric_names(query)}
    assert len(used_metrics) > 40
    # The gateway has metrics of a router only after its first request.
    assert visitor.post("/api/calculator/calculate", json=CAR).status_code == 200
    assert used_metrics - list_exposed_metrics() == set()


class Traffic:
    """Requests of visitors and users, repeated until every panel has data."""

    def __init__(self, visitor: httpx2.Client, buyer: Person) -> None:
        self.visitor = visitor
        self.buyer = buyer

    def make_requests(self) -> None:
        words = str(uuid.uuid4())
        self.visitor.post("/api/calculator/calculate", json=CAR | {"price": 2_000_000 + int(words[:4], 16)})
        self.buyer.http.post("/api/calculator/calculations", json=CAR)
        person = {"name": "Олег", "phone": "+7 495 000-00-00", "email": make_address(), "consent": True}
        self.visitor.post("/api/contact", json=person | {"message": words})
        self.visitor.post("/api/requests", json=person | {"kind": "consultation", "message": words})
        self.visitor.post("/api/logs", json={"level": "error", "context": "page", "message": words})
        self.visitor.post("/api/auth/login", json={"email": self.buyer.email, "password": self.buyer.password})
        for path in ("/", "/api/settings", "/api/status/services", "/api/blog/posts"):
            self.visitor.get(path)
        self.buyer.http.get("/api/notifications")


@pytest.mark.skipif(
    observability.find_prometheus() is None, reason="prometheus is not installed (Debian: apt install prometheus)"
)
class TestPrometheus:
    @pytest.fixture
    def prometheus(self) -> str:
        return f"http://127.0.0.1:{ports.read_record()['prometheus']}/api/v1"

    def test_every_target_is_scraped(self, prometheus: str) -> None:
        def find_all_up() -> list[Any] | None:
            targets = httpx2.get(f"{prometheus}/targets", timeout=HANG_SECONDS).json()["data"]["activeTargets"]
            return targets if targets and all(target["health"] == "up" for target in targets) else None

        recorded_ports = ports.read_record()
        replicas = [name for name in recorded_ports if name.partition("-")[0] in SERVICES]
        # The gateways and the exporter are further targets.
        assert len(wait_for(find_all_up)) == len(replicas) + len(ports.list_replicas("gateway", recorded_ports)) + 1

    def test_no_label_was_renamed_by_prometheus(self, prometheus: str) -> None:
        """Prometheus renames a label that its configuration sets as well. Rules would then not match it."""
        labels = httpx2.get(f"{prometheus}/labels", timeout=HANG_SECONDS).json()["data"]
        # The label `service` of the status page's components is renamed, and the panels use the new name.
        assert {label for label in labels if label.startswith("exported_")} == {"exported_service"}

    def test_rules_are_loaded_and_can_be_evaluated(self, prometheus: str) -> None:
        groups = httpx2.get(f"{prometheus}/rules", timeout=HANG_SECONDS).json()["data"]["groups"]
        rules = [rule for group in groups for rule in group["rules"]]
        assert len(rules) > 50
        assert [rule for rule in rules if rule.get("lastError")] == []

    def test_no_panel_is_empty(
        self, prometheus: str, visitor: httpx2.Client, buyer: Person, administrator: Person
    ) -> None:
        empty_panels = {
            (dashboard.name, panel.title, query)
            for dashboard in DASHBOARDS
            for panel in dashboard.panels
            if not panel.defaults_to_zero
            for query, _ in panel.queries
        }
        traffic = Traffic(visitor, buyer)
        # The delivery time has samples only while a page is open.
        with closing(open_stream_of(administrator)):
            deadline = time.monotonic() + HANG_SECONDS
            while True:
                empty_panels = {panel for panel in empty_panels if not has_samples(prometheus, panel[2])}
                if not empty_panels:
                    break
                assert time.monotonic() < deadline, json.dumps(sorted(empty_panels), ensure_ascii=False, indent=1)
                traffic.make_requests()
                time.sleep(1)


def has_samples(prometheus: str, query: str) -> bool:
    """Return True if the result has a number. A quantile without samples is NaN."""
    answer = httpx2.get(f"{prometheus}/query", params={"query": query}, timeout=HANG_SECONDS).json()
    assert answer["status"] == "success", answer
    return any(not math.isnan(float(sample["value"][1])) for sample in answer["data"]["result"])
