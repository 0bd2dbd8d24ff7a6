"""The metrics of every alert exist in compose, in Kubernetes and on the local stack.

Otherwise the alert could never fire.
"""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "observability"
MONITORING = ROOT / "deploy" / "kubernetes" / "components" / "monitoring"

# Prefixes of metrics and their exporters. Metrics without such a prefix belong to our own programs.
EXPORTERS = {
    "pg_": "postgres",
    # The Helm chart of NATS gives its exporter this prefix, so compose does the same.
    "nats_varz_": "nats",
    "nats_stream_total_": "nats",
    "nats_stream_last_seq": "nats",
    "nats_consumer_num_": "nats",
    "nats_consumer_ack_floor_stream_seq": "nats",
    "node_": "machine",
    "probe_": "probes",
    "traefik_": "gateway",
    "alertmanager_": "alerting",
    "prometheus_": "alerting",
    "cnpg_": "cloudnativepg",
    # The plugin for the archive exposes its metrics through the same port.
    "barman_cloud_cloudnative_pg_io_": "cloudnativepg",
    "kube_": "kube-state-metrics",
    "kubelet_": "kubelet",
    "certmanager_": "cert-manager",
    "process_": "services",
}
# Exporters of each layout. In Kubernetes some belong to CloudNativePG, kube-prometheus-stack and cert-manager.
IN_COMPOSE = {"postgres", "nats", "machine", "probes", "gateway", "alerting", "services", "backup files"}
IN_CLUSTER = {
    "nats",
    "gateway",
    "services",
    "machine",
    "alerting",
    "cloudnativepg",
    "kube-state-metrics",
    "kubelet",
    "cert-manager",
}
ON_LOCAL_STACK = {"gateway", "services", "exporter"}
# deploy/backup writes these metrics as files for node_exporter, and our own exporter exposes them.
BACKUP_METRICS = re.compile(r"^(backup_made|archive_recovery_point|archive_base|restore_drill)_")
# Alerts whose metrics a layout does not have, with the reason.
NOT_IN_CLUSTER: dict[str, str] = {}
NOT_ON_LOCAL_STACK = {
    "MachineMemoryLow": "a developer's machine is not monitored",
    "MachineOverloaded": "a developer's machine is not monitored",
    "MemoryKill": "a developer's machine is not monitored",
    "NotificationsFailing": "the metrics of Alertmanager are not read there",
    "RulesFailing": "the metrics of Prometheus and Alertmanager are not read there",
    "ArchiverFailing": "the local stack has no archiver",
}
PROMQL_WORDS = {
    "and",
    "or",
    "on",
    "by",
    "sum",
    "max",
    "min",
    "count",
    "rate",
    "increase",
    "changes",
    "time",
    "bool",
    "unless",
    "label_replace",
    "clamp_min",
    "histogram_quantile",
    "predict_linear",
    "vector",
    "ignoring",
    "group_left",
    "offset",
    "Inf",
}


def list_rules() -> list[dict[str, Any]]:
    all_rules: list[dict[str, Any]] = []
    for file in sorted((FOLDER / "rules").glob("*.yml")):
        all_rules += [rule for group in yaml.safe_load(file.read_text())["groups"] for rule in group["rules"]]
    return all_rules


RULES = list_rules()
ALERTS = {rule["alert"]: rule["expr"] for rule in RULES if "alert" in rule}
RECORDED_METRICS: dict[str, list[str]] = {}
for _rule in RULES:
    if "record" in _rule:
        RECORDED_METRICS.setdefault(_rule["record"], []).append(_rule["expr"])


def list_metrics(expression: str) -> set[str]:
    """Return the names of the metrics in an expression."""
    plain = re.sub(r'"[^"]*"', '""', expression)
    plain = re.sub(r"\{[^}]*\}|\[[^\]]*\]|\b[\d.]+e\d+", "", plain)
    plain = re.sub(r"\b(by|on|without|ignoring|group_left|group_right) *\([^)]*\)", "", plain)
    return {word for word in re.findall(r"(?<!\w)[a-zA-Z_:][\w:]*", plain) if word not in PROMQL_WORDS}


def list_own_metrics() -> set[str]:
    """Return the names of metrics in the sources of our services and of the local exporter."""
    texts = [file.read_text() for file in (ROOT / "services").glob("*/src/**/*.py")]
    names = set(
        re.findall(r'(?:Counter|Gauge|Histogram|GaugeMetricFamily|CounterMetricFamily)\(\s*"(\w+)"', "\n".join(texts))
    )
    return {
        *names,
        *(f"{name}_total" for name in names),
        *(f"{name}{end}" for name in names for end in ("_bucket", "_count")),
    }


def list_exporter_metrics() -> set[str]:
    text = (FOLDER / "exporter.py").read_text()
    names = set(re.findall(r'"((?:postgres|nats|jetstream|disk|certificate|backup|archive|restore|part)_\w+)"', text))
    return {*names, *(f"{name}_total" for name in names)}


OWN_METRICS = list_own_metrics()
EXPORTER_METRICS = list_exporter_metrics()


def has_source(metric: str, layout: set[str], seen: frozenset[str] = frozenset()) -> bool:
    """Return True if a source of this metric exists in a layout."""
    if metric == "up" or metric in OWN_METRICS:
        return True
    if BACKUP_METRICS.match(metric) and "backup files" in layout:
        return True
    if "exporter" in layout and metric in EXPORTER_METRICS:
        return True
    if any(metric.startswith(prefix) and source in layout for prefix, source in EXPORTERS.items()):
        return True
    if metric in seen:
        return False
    expressions = RECORDED_METRICS.get(metric, [])
    alternatives = [part for expression in expressions for part in re.split(r"\nor | or (?=[a-z(])", expression)]
    names_of_alternatives = [names for alternative in alternatives if (names := list_metrics(alternative))]
    return any(all(has_source(name, layout, seen | {metric}) for name in names) for names in names_of_alternatives)


def find_missing(alert: str, layout: set[str]) -> set[str]:
    return {name for name in list_metrics(ALERTS[alert]) if not has_source(name, layout)}


@pytest.mark.parametrize("alert", sorted(ALERTS))
def test_alert_has_its_metrics_in_compose(alert: str) -> None:
    assert find_missing(alert, IN_COMPOSE) == set()


@pytest.mark.parametrize("alert", sorted(ALERTS))
def test_alert_has_its_metrics_in_kubernetes(alert: str) -> None:
    assert bool(find_missing(alert, IN_CLUSTER)) == (alert in NOT_IN_CLUSTER), find_missing(alert, IN_CLUSTER)


@pytest.mark.parametrize("alert", sorted(ALERTS))
def test_alert_has_its_metrics_on_the_local_stack(alert: str) -> None:
    assert bool(find_missing(alert, ON_LOCAL_STACK)) == (alert in NOT_ON_LOCAL_STACK), find_missing(
        alert, ON_LOCAL_STACK
    )


def test_exporter_of_compose_reports_lost_slots() -> None:
    """The metric belongs to a collector that is off by default. Release 0.20 of the exporter renames both."""
    compose = yaml.safe_load((ROOT / "deploy" / "compose" / "observability.yml").read_text())
    exporter = compose["services"]["postgres-exporter"]
    assert exporter["image"].partition(":")[2].startswith("v0.19.")
    assert "--collector.replication_slot" in exporter["command"]
    [expression] = RECORDED_METRICS["postgres_slot_behind_bytes"]
    assert 'pg_replication_slot_wal_status{wal_status="lost"}' in expression


def test_compose_has_the_declared_exporters() -> None:
    settings = yaml.safe_load((FOLDER / "prometheus.yml").read_text())
    jobs = {job["job_name"] for job in settings["scrape_configs"]}
    assert jobs >= {"services", "gateway", "postgres", "nats", "machine", "alerting", "pages", "mail", "certificate"}


def test_kubernetes_has_the_declared_monitors() -> None:
    monitors = {
        document["metadata"]["name"] for document in yaml.safe_load_all((MONITORING / "monitors.yaml").read_text())
    }
    assert monitors >= {"services", "gateway", "postgres"}
    values = yaml.safe_load((ROOT / "deploy" / "kubernetes" / "nats" / "values.yaml").read_text())
    assert values["promExporter"]["enabled"] is True
    assert values["promExporter"]["podMonitor"]["enabled"] is True


def test_metric_without_a_source_is_reported() -> None:
    assert not has_source("pg_up", IN_CLUSTER)
    assert not has_source("invented_total", IN_COMPOSE)
    assert list_metrics('max by (part) (up{job="x"}) == 0 and rate(a_b[5m]) > 1') == {"up", "a_b"}
    assert list_metrics("max by (stream) (a_b offset 1m) - on (stream) group_right () c_d > 0") == {"a_b", "c_d"}
