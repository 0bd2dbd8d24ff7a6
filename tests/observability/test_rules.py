"""Rules, their tests, runbooks and dashboards agree, and promtool runs the tests of the rules."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.observability import generate
from deploy.observability.journeys import BURN_RATE_ALERTS, JOURNEYS, BurnRateAlert, Journey

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "observability"
RUNBOOKS = ROOT / "docs" / "runbooks"
# In promtool an external label is empty.
RUNBOOKS_LABEL = "{{ $externalLabels.runbooks }}"
RULE_FILES = sorted((FOLDER / "rules").glob("*.yml"))
TEST_FILES = sorted((FOLDER / "rules_tests").glob("*.yml"))


def read_rules() -> list[dict[str, Any]]:
    return [
        rule for file in RULE_FILES for group in yaml.safe_load(file.read_text())["groups"] for rule in group["rules"]
    ]


ALERTS = {rule["alert"]: rule for rule in read_rules() if "alert" in rule}
# Other alerts only inhibit alerts.
NOTIFYING_ALERTS = sorted(name for name, rule in ALERTS.items() if rule["labels"]["severity"] != "note")


def list_expectations(alert: str) -> list[list[Any]]:
    """Return the expected instances of this alert at each evaluation of the tests."""
    cases = [case for file in TEST_FILES for case in yaml.safe_load(file.read_text())["tests"]]
    checks = [check for case in cases for check in case.get("alert_rule_test", [])]
    return [check["exp_alerts"] for check in checks if check["alertname"] == alert]


class TestAlert:
    @pytest.mark.parametrize("alert", sorted(ALERTS))
    def test_alert_has_a_firing_and_a_silent_case(self, alert: str) -> None:
        expectations = list_expectations(alert)
        assert any(expectations), "no test in which it fires"
        assert not all(expectations), "no test in which it is silent"

    @pytest.mark.parametrize("alert", NOTIFYING_ALERTS)
    def test_alert_has_a_severity_and_a_runbook(self, alert: str) -> None:
        rule = ALERTS[alert]
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert rule["annotations"]["runbook_url"] == f"{RUNBOOKS_LABEL}/{alert}.md"
        text = (RUNBOOKS / f"{alert}.md").read_text()
        assert text.startswith(f"# {alert}: ")
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Meaning", "Check first", "What to do"]
        assert all(len(part) > 60 for part in text.split("\n## ")[1:])


def test_every_runbook_has_an_alert() -> None:
    assert {file.stem for file in RUNBOOKS.glob("*.md")} - {
        "README",
        "deploy",
        "rebuild-copies",
        "slow-statements",
    } == set(NOTIFYING_ALERTS)


def test_prometheus_has_the_address_of_the_runbooks() -> None:
    """Alerts use the label only for their link, and it is removed before they are sent."""
    settings = yaml.safe_load((FOLDER / "prometheus.yml").read_text())
    assert settings["global"]["external_labels"] == {"runbooks": "${RUNBOOKS_URL}"}
    assert settings["alerting"]["alert_relabel_configs"] == [{"regex": "runbooks", "action": "labeldrop"}]


def test_time_limit_of_every_journey_is_a_bucket_of_the_gateway() -> None:
    """With a limit that is not a bucket every request would count as late."""
    gateway = yaml.safe_load((ROOT / "gateway" / "traefik.yml").read_text())
    buckets = {f"{bucket:g}" for bucket in gateway["metrics"]["prometheus"]["buckets"]}
    timed_queries = [
        journey.good
        for journey in JOURNEYS
        if journey.good.startswith("traefik_router_request_duration_seconds_bucket")
    ]
    bounds = {bound.replace("\\", "") for query in timed_queries for bound in re.findall(r'le=~"([\d.\\]+)\(', query)}
    assert bounds == {"0.3", "1", "5"}
    assert bounds <= buckets


def test_inhibited_alerts_exist() -> None:
    settings = yaml.safe_load((FOLDER / "alertmanager.yml").read_text())
    for rule in settings["inhibit_rules"]:
        for matcher in rule["source_matchers"] + rule["target_matchers"]:
            if pattern := re.fullmatch(r'alertname=~?"(.+)"', matcher):
                for name in pattern[1].split("|"):
                    assert any(re.fullmatch(name, alert) for alert in ALERTS), name


@dataclass(frozen=True)
class Case:
    """Every minute `bad` of `total` requests of every journey fail. At the end only the alerts `fires` are firing."""

    bad: int
    total: int
    minutes: int
    end: str
    fires: tuple[str, ...] = ()


CASES = (
    # Twenty times the allowed share. The counters begin with the test, so longer windows see the same share of errors,
    # and the slower alerts fire too.
    Case(20, 1000, 60, "1h", ("SloBurnRateFast", "SloBurnRateMedium", "SloBurnRateSlow")),
    Case(8, 1000, 360, "6h", ("SloBurnRateMedium", "SloBurnRateSlow")),
    Case(2, 1000, 4320, "3d", ("SloBurnRateSlow",)),
    Case(1, 2000, 4320, "3d"),
)


def make_burning_counters(journey: Journey, case: Case) -> list[dict[str, str]]:
    """Return the counters of a journey. Bad requests are answered with 503, or late if the journey has no router."""
    good = f"0+{case.total - case.bad}x{case.minutes}"
    bad = f"0+{case.bad}x{case.minutes}"
    total = f"0+{case.total}x{case.minutes}"
    if not journey.routers:
        return [
            {"series": 'event_delay_seconds_count{service="notifications"}', "values": total},
            {"series": 'event_delay_seconds_bucket{service="notifications",le="5.0"}', "values": good},
        ]
    is_timed = journey.total.startswith("traefik_router_request_duration_seconds")
    name = "traefik_router_request_duration_seconds" if is_timed else "traefik_router_requests_total"
    bound = re.search(r'le=~"(\d)(?:\\+\.(\d))?\(', journey.good)
    counters = []
    for router in journey.routers:
        for code, values in ((200, good), (503, bad)):
            labels = f'router="{router}@file",code="{code}"'
            counters.append((f"{name}{'_count' if is_timed else ''}{{{labels}}}", values))
            if is_timed:
                assert bound
                counters.append((f'{name}_bucket{{{labels},le="{bound[1]}.{bound[2] or 0}"}}', values))
    return [{"series": series, "values": values} for series, values in counters]


def list_expected_alerts(alert: BurnRateAlert) -> list[dict[str, Any]]:
    """Return the expected instances of the alert if every journey fires it."""
    return [
        {
            "exp_labels": {"severity": alert.severity, "journey": journey.name},
            "exp_annotations": {
                "summary": f"Путь {journey.name}: {alert.summary}",
                "runbook_url": f"/{alert.name}.md",
            },
        }
        for journey in JOURNEYS
    ]


def build_rule_test(case: Case) -> dict[str, Any]:
    """Return the test of all journeys together, with each alert at the end."""
    return {
        "interval": "1m",
        "input_series": [series for journey in JOURNEYS for series in make_burning_counters(journey, case)],
        "alert_rule_test": [
            {
                "alertname": alert.name,
                "eval_time": case.end,
                "exp_alerts": list_expected_alerts(alert) if alert.name in case.fires else [],
            }
            for alert in BURN_RATE_ALERTS
        ],
    }


# Refusals by the gateway, files, return pages of providers, and automatic requests of browsers.
NO_JOURNEY = {
    "unknown-api",
    "encoded-characters",
    "long-path",
    "unknown-method",
    "own-answers",
    "too-large",
    "auth-unrecognized-session",
    "calculator",
    "content-files",
    "content-uploads",
    "status-logs",
    "status-badge",
    "notifications-unsubscribe",
    "notifications-bare",
    "notifications-page",
    "web-returns",
    "web-secret-paths",
}


def test_every_router_belongs_to_a_journey_or_is_excluded() -> None:
    text = "".join(file.read_text() for file in (ROOT / "gateway" / "routes").glob("*.yml"))
    routers = set(re.findall(r"^    ([a-z-]+):\n(?:      #.*\n)*      rule:", text, re.MULTILINE))
    counted_routers = {router for journey in JOURNEYS for router in journey.routers}
    assert counted_routers | NO_JOURNEY == routers
    assert not counted_routers & NO_JOURNEY
    runbook = (RUNBOOKS / "SloBurnRateFast.md").read_text()
    assert [journey.name for journey in JOURNEYS if f"`{journey.name}`" not in runbook] == []


def test_alert_of_a_part_inhibits_the_alerts_of_its_journeys() -> None:
    settings = yaml.safe_load((FOLDER / "alertmanager.yml").read_text())
    text = " ".join(matcher for rule in settings["inhibit_rules"] for matcher in rule["target_matchers"])
    named_journeys = {name for names in re.findall(r'journey=~?"([^"]+)"', text) for name in names.split("|")}
    assert named_journeys == {journey.name for journey in JOURNEYS}


def test_burn_rates_follow_the_workbook() -> None:
    windows = {
        name: re.findall(r"ratio(\w+) > ([\d.]+)", ALERTS[name]["expr"])
        for name in ("SloBurnRateFast", "SloBurnRateMedium", "SloBurnRateSlow")
    }
    assert windows == {
        "SloBurnRateFast": [("1h", "0.0144"), ("5m", "0.0144")],
        "SloBurnRateMedium": [("6h", "0.006"), ("30m", "0.006")],
        "SloBurnRateSlow": [("3d", "0.001"), ("6h", "0.001")],
    }


def test_generated_files_are_current() -> None:
    assert generate.list_stale_files() == []


def run_promtool(*arguments: str | Path) -> None:
    """Run promtool, which is part of Prometheus."""
    program = shutil.which("promtool")
    assert program, "promtool is not installed (Debian: apt-get install prometheus)"
    completed = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stdout + completed.stderr


class TestPromtool:
    def test_rules_pass_their_promtool_tests(self) -> None:
        run_promtool("test", "rules", *TEST_FILES)

    @pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.bad} of {case.total} for {case.end}")
    def test_every_journey_fires_exactly_the_expected_alerts(self, tmp_path: Path, case: Case) -> None:
        file = tmp_path / "journeys.yml"
        groups = [group["name"] for group in yaml.safe_load((FOLDER / "rules" / "journeys.yml").read_text())["groups"]]
        # The rules are evaluated once, at the end: first the recorded shares, then the alerts.
        rules = {"rule_files": [str(FOLDER / "rules" / "journeys.yml")], "evaluation_interval": case.end}
        rules["group_eval_order"] = groups
        file.write_text(yaml.safe_dump(rules | {"tests": [build_rule_test(case)]}))
        run_promtool("test", "rules", file)

    def test_rules_and_settings_are_well_formed(self) -> None:
        run_promtool("check", "rules", *RULE_FILES)
