"""`make up-observability`: Prometheus with our rules, Alertmanager, the exporter and a small store of traces.

The last two are part of this repository and always start. Prometheus and Alertmanager are programs of the machine (on
Debian: apt install prometheus prometheus-alertmanager); a missing one is reported and left out.
"""

import os
import shutil
from collections.abc import Mapping

from deploy.local import nats, paths, postgres
from deploy.local.console import print_line
from deploy.local.parts import Part
from deploy.local.ports import public_url
from deploy.local.probes import http_answers
from deploy.local.programs import caller_environment, output_of

# While this file exists, every `make up` starts the observability parts; `make down` removes it.
ENABLED_MARKER = paths.VAR / "observed"
FILES = paths.ROOT / "deploy" / "observability"
PORTS = ("exporter", "traces", "prometheus", "alertmanager")
INTERVAL = "5s"
MISSING = (
    "Prometheus is not installed on this machine, so nothing collects the metrics (on Debian: apt install "
    "prometheus prometheus-alertmanager, then make up-observability again). The exporter and the traces are there."
)


def is_enabled() -> bool:
    return ENABLED_MARKER.exists()


def prometheus_program() -> str | None:
    return shutil.which("prometheus")


def alertmanager_program() -> str | None:
    return shutil.which("prometheus-alertmanager") or shutil.which("alertmanager")


def targets(ports: Mapping[str, int]) -> dict[str, str]:
    """The address on this machine for each name of the compose network."""
    special = {"gateway:8082": ports["gateway-ops"]}
    if alertmanager_program():
        special["alertmanager:9093"] = ports["alertmanager"]
    replicas = {f"{name}:8000": port for name, port in ports.items()}
    return {name: f"127.0.0.1:{port}" for name, port in (replicas | special).items()}


def render_file(file: str, *words: str, addresses: Mapping[str, str]) -> str:
    """Run by the checkout's Python: the current one may lack the YAML package."""
    names = [f"{name}={address}" for name, address in addresses.items()]
    return output_of("deploy/observability/render.py failed", paths.PYTHON, FILES / "render.py", file, *words, *names)


def exporter(ports: Mapping[str, int]) -> Part:
    own = {
        "EXPORTER_HOST": "127.0.0.1",
        "EXPORTER_PORT": str(ports["exporter"]),
        "NATS_MONITOR_URL": nats.monitor_urls(ports),
        "MONITOR_DATABASE_URL": postgres.monitor_url(ports["postgres"]),
        "SMTP_URL": os.environ.get("SMTP_URL") or f"smtp://127.0.0.1:{ports['mail']}",
        "WEB_URL": f"http://127.0.0.1:{ports['web']}",
        "DISK_FOLDERS": str(paths.VAR),
        "BACKUP_FOLDER": str(paths.BACKUPS),
        "PUBLIC_URL": public_url(ports),
    }
    return ours("exporter", "exporter.py", f"http://127.0.0.1:{ports['exporter']}/metrics", own=own)


def traces(ports: Mapping[str, int]) -> Part:
    return ours("traces", "trace_store.py", f"{traces_url(ports)}/traces", str(ports["traces"]), own={})


def traces_url(ports: Mapping[str, int]) -> str:
    return f"http://127.0.0.1:{ports['traces']}"


def ours(name: str, file: str, address: str, *words: str, own: dict[str, str]) -> Part:
    """A program of deploy/observability, with settings of its own."""
    program = FILES / file
    return Part(
        name=name,
        command=(str(paths.PYTHON), str(program), *words),
        environment=caller_environment() | own,
        inputs=(program.read_text(), *(f"{name}={value}" for name, value in own.items())),
        address=address,
        ready=http_answers(address),
    )


def prometheus(ports: Mapping[str, int], program: str) -> Part:
    configuration = render_file("prometheus", f"--interval={INTERVAL}", addresses=targets(ports))
    options = (f"--storage.tsdb.path={paths.VAR / 'prometheus'}", "--storage.tsdb.retention.time=7d")
    rules = tuple(path.read_text() for path in sorted((FILES / "rules").glob("*.yml")))
    return theirs("prometheus", program, ports["prometheus"], configuration, *options, inputs=rules)


def alertmanager(ports: Mapping[str, int], program: str) -> Part:
    configuration = render_file("alertmanager", addresses={"mail:1025": f"127.0.0.1:{ports['mail']}"})
    options = (f"--storage.path={paths.VAR / 'alertmanager'}", "--cluster.listen-address=")
    return theirs("alertmanager", program, ports["alertmanager"], configuration, *options)


def theirs(name: str, program: str, port: int, configuration: str, *options: str, inputs: tuple[str, ...] = ()) -> Part:
    """A program of the Prometheus project, with its configuration."""
    address, file = f"127.0.0.1:{port}", paths.RUN / f"{name}.yml"
    return Part(
        name=name,
        command=(program, f"--config.file={file}", f"--web.listen-address={address}", *options),
        environment=caller_environment(),
        files=((file, configuration),),
        inputs=inputs,
        address=f"http://{address}",
        ready=http_answers(f"http://{address}/-/ready"),
    )


def parts(ports: Mapping[str, int]) -> list[Part]:
    """The observability parts: none unless enabled, and those programs only that are installed."""
    if not is_enabled():
        return []
    found = [exporter(ports), traces(ports)]
    if program := alertmanager_program():
        found.append(alertmanager(ports, program))
    if program := prometheus_program():
        found.append(prometheus(ports, program))
    return found


def print_addresses(ports: Mapping[str, int]) -> None:
    print_line()
    if prometheus_program() is None:
        print_line(f"  {MISSING}")
    else:
        print_line(f"  metrics        http://127.0.0.1:{ports['prometheus']} (alerts: /alerts)")
    print_line(f"  traces         {traces_url(ports)}/traces; make trace P=<request id> shows one with its log lines")


def environment(ports: Mapping[str, int]) -> dict[str, str]:
    """Settings that send the services' spans to the trace store; the caller's own collector takes precedence."""
    if not is_enabled():
        return {}
    expected = {"OTEL_EXPORTER_OTLP_ENDPOINT": traces_url(ports), "OTEL_BSP_SCHEDULE_DELAY": "1000"}
    return {name: os.environ.get(name) or value for name, value in expected.items()}


def collector(ports: Mapping[str, int]) -> str | None:
    """Where the gateway sends its spans, if anywhere."""
    return environment(ports).get("OTEL_EXPORTER_OTLP_ENDPOINT") or os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT")


def enable() -> None:
    paths.prepare_folders()
    ENABLED_MARKER.touch()


def disable() -> None:
    ENABLED_MARKER.unlink(missing_ok=True)
