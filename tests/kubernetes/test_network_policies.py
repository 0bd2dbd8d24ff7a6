"""Allowed connections between pods, computed from the NetworkPolicies as Kubernetes combines them."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from contracts import services

from tests.kubernetes.render import get_pod_spec, render_objects

FOLDER = Path(__file__).resolve().parents[2] / "deploy" / "kubernetes"
DOCUMENTS = render_objects(FOLDER / "production")
POLICIES = [document["spec"] for document in DOCUMENTS if document["kind"] == "NetworkPolicy"]


def get_pod_labels(document: dict[str, Any]) -> dict[str, str]:
    """Return the labels of the pods of an object."""
    spec = document["spec"]["jobTemplate"]["spec"] if document["kind"] == "CronJob" else document["spec"]
    labels: dict[str, str] = spec["template"]["metadata"]["labels"]
    return labels


LABELS = {document["metadata"]["name"]: get_pod_labels(document) for document in DOCUMENTS if get_pod_spec(document)}
SERVICES = set(services.SERVICES)
# The names of Jobs end with the release.
RELEASE_SUFFIX = re.compile(r"-\d+\.\d+\.\d+$")
PORTS = {name: "web" if name == "gateway" else "http" for name in LABELS}
ALLOWED_CONNECTIONS = {
    *(("gateway", target) for target in SERVICES | {"web"}),
    *(("status", target) for target in SERVICES | {"web", "gateway"}),
    ("content", "calculator"),
}


def matches(selector: dict[str, Any], labels: dict[str, str]) -> bool:
    """Return True if a label selector matches. An empty selector matches every pod."""
    exact = all(labels.get(name) == value for name, value in selector.get("matchLabels", {}).items())
    expressions = selector.get("matchExpressions", [])
    assert all(expression["operator"] == "In" for expression in expressions)
    return exact and all(labels.get(expression["key"]) in expression["values"] for expression in expressions)


def is_allowed(direction: str, subject: dict[str, str], peer: dict[str, str], port: str) -> bool:
    """Return True if the policies of `subject` allow this `direction` (ingress or egress) with `peer`."""
    peers = "from" if direction == "ingress" else "to"
    policies = [policy for policy in POLICIES if matches(policy["podSelector"], subject)]
    assert any(direction.title() in policy["policyTypes"] for policy in policies), (
        "no policy: everything would be allowed"
    )

    def allows(rule: dict[str, Any]) -> bool:
        if port not in [entry["port"] for entry in rule["ports"]]:
            return False
        if peers not in rule:
            return True
        return any(matches(entry["podSelector"], peer) for entry in rule[peers] if "podSelector" in entry)

    return any(allows(rule) for policy in policies for rule in policy.get(direction, []))


@pytest.mark.parametrize(("source", "target"), sorted(product(LABELS, PORTS)))
def test_pods_reach_only_the_parts_that_they_call(source: str, target: str) -> None:
    port = PORTS[target]
    is_reachable = is_allowed("egress", LABELS[source], LABELS[target], port) and is_allowed(
        "ingress", LABELS[target], LABELS[source], port
    )
    # The gateway accepts all connections, but of the parts only the status service connects to it.
    assert is_reachable == ((source, target) in ALLOWED_CONNECTIONS)


def test_other_hosts_are_reached_only_by_parts_that_need_them() -> None:
    all_ports = {5432, 4222, 465, 587, 443}
    policies_for_other_hosts = [policy for policy in POLICIES if "ipBlock" in str(policy.get("egress"))]
    reached_ports: dict[str, set[int]] = {}
    for name, labels in LABELS.items():
        for policy in policies_for_other_hosts:
            if matches(policy["podSelector"], labels):
                ports = {entry["port"] for rule in policy["egress"] for entry in rule["ports"]}
                reached_ports[RELEASE_SUFFIX.sub("", name)] = ports
    expected = dict.fromkeys({*SERVICES, "backup", "declare-streams", "events-dlq"}, all_ports)
    # The Jobs that migrate need only the database.
    expected |= {f"prepare-{name}": {5432} for name in SERVICES}
    assert reached_ports == expected
