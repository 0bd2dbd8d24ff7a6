"""The gateway (Traefik) and the web server (Caddy with the built web app)."""

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

from deploy.local import observability, paths, policy, services
from deploy.local.build_web import pages, site
from deploy.local.console import Failed
from deploy.local.parts import Part, write_private
from deploy.local.probes import fetch, http_answers
from deploy.local.programs import caller_environment

STATIC_FILE = paths.RUN / "traefik.yml"


def caddy(ports: Mapping[str, int], version: str) -> Part:
    """Restarted with every build: the pages' policies and the list of routes are read at start.

    It runs beside the pages, its file too, so that no path in it can hold a space of the folders above.
    """
    port = ports["web"]
    own = {
        "CADDY_ADDRESS": f":{port}",
        "CADDY_BIND": "127.0.0.1",
        "WEB_ROOT": pages(version).name,
        "STATUS_SNAPSHOT": str(paths.DATA / "status" / "public"),
        "SERVICE_WORKER": os.environ.get("SERVICE_WORKER", "on"),
        "XDG_DATA_HOME": str(paths.DATA / "caddy"),
        "XDG_CONFIG_HOME": str(paths.DATA / "caddy"),
        **policy.widget_origins(),
    }
    configuration = site(version) / "Caddyfile"
    return Part(
        name="web",
        command=(str(paths.VENV_BIN / "caddy"), "run", "--adapter", "caddyfile", "--config", str(configuration)),
        environment=caller_environment() | own,
        folder=site(version),
        files=((configuration, (paths.WEB / "Caddyfile").read_text()),),
        inputs=(version, *(f"{name}={value}" for name, value in own.items())),
        address=f"http://127.0.0.1:{port}",
        ready=http_answers(f"http://127.0.0.1:{port}/__gateway/alive"),
    )


def check_pages(web: Part) -> None:
    """`caddy run` exits silently over a wrong Caddyfile or an incomplete build; `validate` says what is wrong."""
    for file, text in web.files:
        write_private(file, text)
    caddy_program, _, *options = web.command
    command = [caddy_program, "validate", *options]
    answer = subprocess.run(
        command, cwd=web.folder, env=dict(web.environment), capture_output=True, text=True, check=False
    )
    if answer.returncode != 0:
        raise Failed(f"Caddy refuses its configuration:\n{answer.stderr.strip()}")


def static_configuration(ports: Mapping[str, int]) -> str:
    """traefik.yml with this machine's addresses; it listens on 127.0.0.1 unless GATEWAY_BIND says otherwise."""
    command: list[str | Path] = [
        paths.PYTHON,
        paths.GATEWAY / "render.py",
        f"--web={os.environ.get('GATEWAY_BIND') or '127.0.0.1'}:{ports['gateway']}",
        f"--ops=127.0.0.1:{ports['gateway-ops']}",
        f"--trusted={os.environ.get('TRUSTED_PROXIES', '')}",
        f"--traces={observability.collector(ports) or ''}",
        f"--sample={os.environ.get('TRACE_SAMPLE') or 1}",
    ]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        raise Failed(f"gateway/render.py failed:\n{answer.stderr.strip()}")
    return answer.stdout


def traefik(ports: Mapping[str, int]) -> Part:
    """The gateway. It watches its routes in the checkout; other changes restart it."""
    text = static_configuration(ports)
    # A larger heap between collections: a tenth less CPU on event streams.
    depth = {"GATEWAY_PROXY_DEPTH": "1"} if os.environ.get("TRUSTED_PROXIES") else {}
    environment = {"GOGC": "400"} | depth | caller_environment() | services.addresses(ports)
    read = [f"{name}={value}" for name, value in sorted(environment.items()) if name.startswith("GATEWAY_")]
    return Part(
        name="gateway",
        command=(str(paths.VENV_BIN / "traefik"), f"--configFile={STATIC_FILE}"),
        environment=environment,
        files=((STATIC_FILE, text),),
        inputs=(*read, *(f"{name}={value}" for name, value in services.addresses(ports).items())),
        address=f"http://localhost:{ports['gateway']}",
        ready=http_answers(f"http://127.0.0.1:{ports['gateway-ops']}/ping"),
    )


def sends_to(address: str, ports: Mapping[str, int]) -> bool:
    """Whether the gateway's health check has found the server at this address."""
    url = f"http://127.0.0.1:{ports['gateway-ops']}/metrics"
    up = re.compile(rf'^traefik_service_server_up{{[^}}]*url="{re.escape(address)}"}} 1$', re.MULTILINE)
    return up.search(fetch(url)) is not None
