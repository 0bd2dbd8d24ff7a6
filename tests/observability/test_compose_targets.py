"""The targets of Prometheus, Alertmanager and Grafana exist in the compose network."""

from pathlib import Path

import yaml

from deploy.observability import render
from tests.compose.files import SERVICES as COMPOSE

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "observability"
EXPORTERS = {"postgres-exporter", "nats-exporter", "node-exporter", "blackbox-exporter"}
OBSERVABILITY = {*EXPORTERS, "alerting", "prometheus", "alertmanager", "grafana", "traces"}


def list_scrape_targets() -> list[str]:
    settings = yaml.safe_load((FOLDER / "prometheus.yml").read_text())
    groups = [group for job in settings["scrape_configs"] for group in job.get("static_configs", [])]
    groups += yaml.safe_load((FOLDER / "targets.yml").read_text())
    groups += [group for manager in settings["alerting"]["alertmanagers"] for group in manager["static_configs"]]
    # Addresses that the blackbox exporter probes are not scraped directly.
    return [target for group in groups for target in group["targets"] if "://" not in target]


def test_every_service_and_the_gateway_are_scraped() -> None:
    scraped_hosts = {target.split(":")[0] for target in list_scrape_targets()}
    services = {folder.parent.parent.parent.name for folder in ROOT.glob("services/*/src/*/main.py")}
    containers = {name for name in COMPOSE if name.partition("-")[0] in services and not name.endswith("-prepare")}
    trial = {name for name in containers if "profiles" not in COMPOSE[name]}
    assert scraped_hosts == trial | {"gateway", "alertmanager", "localhost", *EXPORTERS}
    production = yaml.safe_load((ROOT / "deploy" / "compose" / "targets.yml").read_text())
    assert {target.split(":")[0] for group in production for target in group["targets"]} == containers
    assert [group["labels"] for group in production] == [
        group["labels"] for group in yaml.safe_load((FOLDER / "targets.yml").read_text())
    ]


def test_profile_is_complete_and_nothing_depends_on_it() -> None:
    in_profile = {name for name, definition in COMPOSE.items() if definition.get("profiles") == ["observability"]}
    assert in_profile == OBSERVABILITY
    for name in COMPOSE.keys() - OBSERVABILITY:
        dependencies = set(COMPOSE[name].get("depends_on", {}))
        assert dependencies & OBSERVABILITY == set(), name


def test_mounted_paths_exist() -> None:
    for name in OBSERVABILITY:
        for volume in COMPOSE[name].get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("./"):
                assert (ROOT / source).exists(), volume


def test_names_are_replaced_by_addresses() -> None:
    names = ["gateway:8082", "exporter:8000", render.ALERTMANAGER]
    names += [target for group in yaml.safe_load((FOLDER / "targets.yml").read_text()) for target in group["targets"]]
    addresses_by_target = {target: f"127.0.0.1:{number}" for number, target in enumerate(names, 10_000)}
    configuration = render.build_prometheus(addresses_by_target, rules=FOLDER / "rules", interval="5s")
    sections = [*configuration["scrape_configs"], *configuration["alerting"]["alertmanagers"]]
    targets = [target for section in sections for group in section["static_configs"] for target in group["targets"]]
    assert sorted(targets) == sorted(addresses_by_target.values())
    del addresses_by_target[render.ALERTMANAGER]
    assert "alerting" not in render.build_prometheus(addresses_by_target, rules=FOLDER / "rules", interval="5s")
