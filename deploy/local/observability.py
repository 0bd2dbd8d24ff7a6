"""`make up-observability`: Prometheus with our rules, Alertmanager, the exporter and a small trace store.

The exporter and the trace store are part of this repository and always start. Prometheus and Alertmanager start if they
are installed on the machine (Debian: apt install prometheus prometheus-alertmanager).
"""

import os
import shutil
from collections.abc import Mapping

import yaml

from deploy.local import paths
from deploy.local.ports import list_replicas
from deploy.observability import render

# While this file exists, every `make up` starts the observability parts. `make down` removes it.
ENABLED_MARKER = paths.VAR / "observed"
FILES = paths.ROOT / "deploy" / "observability"
PORTS = ("exporter", "traces", "prometheus", "alertmanager")


def is_enabled() -> bool:
    return ENABLED_MARKER.exists()


def find_prometheus() -> str | None:
    return shutil.which("prometheus")


def find_alertmanager() -> str | None:
    return shutil.which("prometheus-alertmanager") or shutil.which("alertmanager")


def build_configuration(name: str, ports: Mapping[str, int]) -> str:
    """Return the configuration file of `prometheus` or `alertmanager`, with addresses on this machine.

    Each name of the compose network is replaced by the address that the part has here.
    """
    addresses = {f"{part}:8000": f"127.0.0.1:{port}" for part, port in ports.items()}
    for gateway in list_replicas("gateway", ports):
        addresses[f"{gateway}:8082"] = f"127.0.0.1:{ports[f'{gateway}-ops']}"
    addresses["mail:1025"] = f"127.0.0.1:{ports['mail']}"
    if find_alertmanager():
        addresses[render.ALERTMANAGER] = f"127.0.0.1:{ports['alertmanager']}"
    if name == "alertmanager":
        return yaml.safe_dump(render.build_alertmanager(addresses))
    return yaml.safe_dump(render.build_prometheus(addresses, rules=FILES / "rules", interval="5s"))


def read_rules() -> list[str]:
    """Return the contents of the rule files. A change of them restarts Prometheus."""
    return [file.read_text() for file in sorted((FILES / "rules").glob("*.yml"))]


def read_exporter_sources() -> list[str]:
    """Return the contents of the modules that the exporter consists of. A change of them restarts it."""
    backup = paths.ROOT / "deploy" / "backup"
    return [file.read_text() for file in (FILES / "exporter.py", backup / "metrics.py", backup / "create.py")]


def build_traces_url(ports: Mapping[str, int]) -> str:
    return f"http://127.0.0.1:{ports['traces']}"


def get_collector_address(ports: Mapping[str, int]) -> str:
    """Return the address of the collector of spans, or an empty text. OTEL_EXPORTER_OTLP_ENDPOINT takes precedence."""
    endpoint = os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT")
    if endpoint:
        return endpoint
    return build_traces_url(ports) if is_enabled() else ""
