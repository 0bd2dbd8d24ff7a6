"""The component for the Prometheus operator: the rules and targets of compose, and a way to them."""

from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "kubernetes" / "components" / "monitoring"
PROMETHEUS = yaml.safe_load((ROOT / "deploy" / "observability" / "prometheus.yml").read_text())
SERVICES = yaml.safe_load((ROOT / "deploy/observability/targets.yml").read_text())
MONITORS = {one["metadata"]["name"]: one for one in yaml.safe_load_all((FOLDER / "monitors.yaml").read_text())}


def rules(groups: list[Any]) -> list[Any]:
    return [rule for group in groups for rule in group["rules"]]


def test_the_cluster_has_every_rule_of_compose_and_no_other() -> None:
    [made] = yaml.safe_load_all((FOLDER / "rules.yaml").read_text())
    source = [
        yaml.safe_load((ROOT / "deploy/observability/rules" / name).read_text())
        for name in ("journeys.yml", "causes.yml")
    ]
    assert made["kind"] == "PrometheusRule"
    assert rules(made["spec"]["groups"]) == [rule for file in source for rule in rules(file["groups"])]


def test_targets_carry_the_labels_that_the_rules_read() -> None:
    jobs = {one["job_name"]: one for one in PROMETHEUS["scrape_configs"]}
    assert MONITORS.keys() == jobs.keys() - {"exporter"}
    for name, monitor in MONITORS.items():
        [endpoint] = monitor["spec"]["podMetricsEndpoints"]
        assert {"targetLabel": "job", "replacement": name} in endpoint["relabelings"]
        targets = SERVICES if "file_sd_configs" in jobs[name] else jobs[name]["static_configs"]
        labels = {label for target in targets for label in target["labels"]}
        assert {one["targetLabel"] for one in endpoint["relabelings"]} == {"job", *labels}
    given = MONITORS["services"]["spec"]["podMetricsEndpoints"][0]["metricRelabelings"]
    assert [one.get("targetLabel") for one in given] == [
        one.get("target_label") for one in jobs["services"]["metric_relabel_configs"]
    ]


def test_the_ports_are_those_of_the_pods() -> None:
    names = {
        port["name"]
        for file in ("auth", "gateway")
        for one in yaml.safe_load_all((ROOT / "deploy/kubernetes/base" / f"{file}.yaml").read_text())
        if one["kind"] == "Deployment"
        for container in one["spec"]["template"]["spec"]["containers"]
        for port in container.get("ports", [])
    }
    asked = {monitor["spec"]["podMetricsEndpoints"][0]["port"] for monitor in MONITORS.values()}
    policy = yaml.safe_load((FOLDER / "network.yaml").read_text())
    assert asked <= names
    assert asked == {one["port"] for one in policy["spec"]["ingress"][0]["ports"]}
