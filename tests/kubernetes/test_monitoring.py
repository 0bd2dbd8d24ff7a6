"""The component for the Prometheus operator has the labels that rules use, and the network allows scrapes.

`test_generated_files_are_current` in tests/observability/test_rules.py tests that it has the rules of compose.
"""

import re
from pathlib import Path

import yaml
from chassis.testing.servers import run_postgres
from psycopg import connect
from psycopg.rows import dict_row

from deploy.observability import exporter

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "kubernetes" / "components" / "monitoring"
PROMETHEUS = yaml.safe_load((ROOT / "deploy" / "observability" / "prometheus.yml").read_text())
SERVICE_TARGETS = yaml.safe_load((ROOT / "deploy/observability/targets.yml").read_text())
MONITORS = {
    document["metadata"]["name"]: document for document in yaml.safe_load_all((FOLDER / "monitors.yaml").read_text())
}


def test_targets_have_the_labels_that_rules_use() -> None:
    jobs = {scrape_config["job_name"]: scrape_config for scrape_config in PROMETHEUS["scrape_configs"]}
    for name in ("services", "gateway"):
        monitor = MONITORS[name]
        [endpoint] = monitor["spec"]["podMetricsEndpoints"]
        assert {"targetLabel": "job", "replacement": name} in endpoint["relabelings"]
        targets = SERVICE_TARGETS if "file_sd_configs" in jobs[name] else jobs[name]["static_configs"]
        labels = {label for target in targets for label in target["labels"]}
        assert {relabeling["targetLabel"] for relabeling in endpoint["relabelings"]} == {"job", *labels}
    relabelings = MONITORS["services"]["spec"]["podMetricsEndpoints"][0]["metricRelabelings"]
    assert [relabeling.get("targetLabel") for relabeling in relabelings] == [
        relabeling.get("target_label") for relabeling in jobs["services"]["metric_relabel_configs"]
    ]


def test_monitored_ports_are_ports_of_the_pods() -> None:
    names = {
        port["name"]
        for file in ("auth", "gateway")
        for document in yaml.safe_load_all((ROOT / "deploy/kubernetes/base" / f"{file}.yaml").read_text())
        if document["kind"] == "Deployment"
        for container in document["spec"]["template"]["spec"]["containers"]
        for port in container.get("ports", [])
    }
    # Every service has the port that components/service gives it.
    names |= set(
        re.findall(
            r"value: \[\{ name: (\w+), containerPort", (FOLDER.parent / "service/kustomization.yaml").read_text()
        )
    )
    own_monitors = [monitor for name, monitor in MONITORS.items() if name != "postgres"]
    scraped_ports = {monitor["spec"]["podMetricsEndpoints"][0]["port"] for monitor in own_monitors}
    [policy, postgres_policy] = yaml.safe_load_all((FOLDER / "network.yaml").read_text())
    assert postgres_policy["spec"]["podSelector"] == MONITORS["postgres"]["spec"]["selector"]
    assert scraped_ports <= names
    assert scraped_ports == {port["port"] for port in policy["spec"]["ingress"][0]["ports"]}


def test_cloudnativepg_and_the_exporter_have_the_same_metrics() -> None:
    """The queries run on a real server with a slot. The operator names a metric `cnpg_<query>_<column>`."""
    [config] = yaml.safe_load_all((FOLDER.parent / "postgres" / "metrics.yaml").read_text())
    cluster = yaml.safe_load((FOLDER.parent / "postgres" / "cluster.yaml").read_text())
    [reference] = cluster["spec"]["monitoring"]["customQueriesConfigMap"]
    assert reference["name"] == config["metadata"]["name"]
    [renamed_metric_relabeling] = MONITORS["postgres"]["spec"]["podMetricsEndpoints"][0]["metricRelabelings"]
    samples: dict[str, dict[tuple[str, ...], float]] = {}
    with run_postgres("wal_level = logical\n") as server:
        url = server.admin_url.replace("+psycopg", "")
        with connect(url, autocommit=True, row_factory=dict_row) as connection:
            connection.execute("SELECT pg_create_logical_replication_slot('standby', 'pgoutput')")
            for query, definition in yaml.safe_load(config["data"][reference["key"]]).items():
                usage = {name: value["usage"] for metric in definition["metrics"] for name, value in metric.items()}
                for row in connection.execute(definition["query"]).fetchall():
                    assert row.keys() == usage.keys()
                    labels = tuple(str(row[name]) for name in usage if usage[name] == "LABEL")
                    for name in usage:
                        match = re.fullmatch(renamed_metric_relabeling["regex"], f"cnpg_{query}_{name}")
                        if usage[name] == "GAUGE" and match:
                            samples.setdefault(match[1], {})[labels] = float(row[name])
        families = {metric.name: metric for metric in exporter.collect_postgres(url)}
    used_metrics = set(re.findall(r"\bpostgres_\w+", (ROOT / "deploy/observability/rules/causes.yml").read_text()))
    # CloudNativePG has these metrics by default (deploy/observability/rules/sources.yml).
    operator_metrics = {
        "postgres_longest_transaction_seconds",
        "postgres_archive_failures_total",
        "postgres_deadlocks_total",
    }
    assert samples.keys() == used_metrics - operator_metrics
    for name, values in samples.items():
        exporter_values = {tuple(sample.labels.values()): sample.value for sample in families[name].samples}
        assert values.keys() == exporter_values.keys()
    assert samples["postgres_slot_behind_bytes"].keys() == {("standby",)}
