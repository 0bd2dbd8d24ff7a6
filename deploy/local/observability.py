"""`make up-observability`: Prometheus with our rules, Alertmanager, the exporter and a small store of traces.

The last two are part of this repository and always start. Prometheus and Alertmanager are programs of the machine (on
Debian: apt install prometheus prometheus-alertmanager); a missing one is reported and left out.
"""

import os
import shutil
from collections.abc import Mapping

import yaml

from deploy.local import paths
from deploy.local.ports import of_kind
from deploy.observability import render

# While this file exists, every `make up` starts the observability parts; `make down` removes it.
ENABLED_MARKER = paths.VAR / "observed"
FILES = paths.ROOT / "deploy" / "observability"
PORTS = ("exporter", "traces", "prometheus", "alertmanager")


def is_enabled() -> bool:
    return ENABLED_MARKER.exists()


def prometheus_program() -> str | None:
    return shutil.which("prometheus")


def alertmanager_program() -> str | None:
    return shutil.which("prometheus-alertmanager") or shutil.which("alertmanager")


def configuration(name: str, ports: Mapping[str, int]) -> str:
    """The file of `prometheus` or `alertmanager`: for each name of the compose network the address on this machine."""
    known = {f"{part}:8000": f"127.0.0.1:{port}" for part, port in ports.items()}
    known |= {f"{name}:8082": f"127.0.0.1:{ports[f'{name}-ops']}" for name in of_kind("gateway", ports)}
    known["mail:1025"] = f"127.0.0.1:{ports['mail']}"
    if alertmanager_program():
        known[render.ALERTMANAGER] = f"127.0.0.1:{ports['alertmanager']}"
    if name == "alertmanager":
        return yaml.safe_dump(render.alertmanager(known))
    return yaml.safe_dump(render.prometheus(known, rules=FILES / "rules", interval="5s"))


def rules() -> list[str]:
    """The alerts, since a change of them restarts Prometheus."""
    return [file.read_text() for file in sorted((FILES / "rules").glob("*.yml"))]


def traces_url(ports: Mapping[str, int]) -> str:
    return f"http://127.0.0.1:{ports['traces']}"


def collector(ports: Mapping[str, int]) -> str:
    """Where services and gateway send their spans, if anywhere; the caller's own collector takes precedence."""
    return os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT") or (traces_url(ports) if is_enabled() else "")
