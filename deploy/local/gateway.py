"""The gateway (Traefik) and the web server (Caddy with the built web app)."""

import os
import re
from collections.abc import Iterable, Mapping

from deploy.local import observability, paths, policy, services
from deploy.local.build_web import pages, site
from deploy.local.parts import Part, write_private
from deploy.local.probes import Probe, fetch, http_answers
from deploy.local.programs import caller_environment, output_of

SERVER_UP = re.compile(r'^traefik_service_server_up{[^}]*url="([^"]+)"} 1$', re.MULTILINE)
# Watched by every gateway: a release changes its routes without a restart.
ROUTES = paths.RUN / "routes"


def publish_routes() -> None:
    """Give the gateways the routes of this release; a file is replaced as a whole."""
    ROUTES.mkdir(mode=0o700, exist_ok=True)
    files = {file.name: file.read_text() for file in (paths.GATEWAY / "routes").glob("*.yml")}
    for name, text in files.items():
        if not (ROUTES / name).exists() or (ROUTES / name).read_text() != text:
            write_private(ROUTES / name, text)
    for old in [file for file in ROUTES.glob("*.yml") if file.name not in files]:
        old.unlink()


def names(remembered: Mapping[str, int]) -> list[str]:
    """The gateways that shall run, by their ports for metrics: all share the port for visitors."""
    return services.front_names("gateway", dict.fromkeys(names_of(remembered), 0))


def names_of(ports: Mapping[str, int]) -> list[str]:
    return [name.removesuffix("-ops") for name in ports if name.endswith("-ops")]


def caddy(name: str, ports: Mapping[str, int], version: str) -> Part:
    """Restarted with every build: the pages' policies and the list of routes are read at start.

    It runs beside the pages, its file too, so that no path in it can hold a space of the folders above.
    """
    port = ports[name]
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
        name=name,
        command=(str(paths.TOOLS_BIN / "caddy"), "run", "--adapter", "caddyfile", "--config", str(configuration)),
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
    command = (caddy_program, "validate", *options)
    output_of("Caddy refuses its configuration", *command, cwd=web.folder, env=dict(web.environment))


def static_configuration(name: str, ports: Mapping[str, int]) -> str:
    """traefik.yml with this machine's addresses; it listens on 127.0.0.1 unless GATEWAY_BIND says otherwise."""
    command = (
        paths.TOOLS_BIN / "python",
        paths.CHECKOUT / "gateway" / "render.py",
        f"--routes={ROUTES}",
        f"--web={os.environ.get('GATEWAY_BIND') or '127.0.0.1'}:{ports['gateway']}",
        f"--ops=127.0.0.1:{ports[f'{name}-ops']}",
        f"--trusted={os.environ.get('TRUSTED_PROXIES', '')}",
        f"--traces={observability.collector(ports) or ''}",
        f"--sample={os.environ.get('TRACE_SAMPLE') or 1}",
    )
    return output_of("gateway/render.py failed", *command)


def traefik(name: str, ports: Mapping[str, int]) -> Part:
    """The gateway. It watches its routes; other changes restart it."""
    text, file = static_configuration(name, ports), paths.RUN / f"traefik-{name}.yml"
    # A larger heap between collections, within a limit: a tenth less CPU on event streams.
    depth = {"GATEWAY_PROXY_DEPTH": "1"} if os.environ.get("TRUSTED_PROXIES") else {}
    environment = {"GOGC": "400", "GOMEMLIMIT": "1GiB"} | depth | caller_environment() | services.addresses(ports)
    read = [f"{name}={value}" for name, value in sorted(environment.items()) if name.startswith("GATEWAY_")]
    return Part(
        name=name,
        command=(str(paths.TOOLS_BIN / "traefik"), f"--configFile={file}"),
        environment=environment,
        files=((file, text),),
        inputs=(*read, *(f"{name}={value}" for name, value in services.addresses(ports).items())),
        address=f"http://localhost:{ports['gateway']}",
        ready=http_answers(f"http://127.0.0.1:{ports[f'{name}-ops']}/ping"),
    )


def sends_to(address: str, ports: Mapping[str, int]) -> bool:
    """Whether the health check of every gateway has found the server at this address."""
    return not find_servers_left_out([address], ports)


def find_servers_left_out(addresses: Iterable[str], ports: Mapping[str, int]) -> list[str]:
    """The servers to which a gateway sends nothing yet: its health check has not found them."""
    metrics = [fetch(f"http://127.0.0.1:{ports[f'{name}-ops']}/metrics") for name in names_of(ports)]
    up = [set(SERVER_UP.findall(text)) for text in metrics]
    return [address for address in addresses if not all(address in found for found in up)]


def knows_all_servers(ports: Mapping[str, int]) -> Probe:
    """Whether every gateway sends requests to every replica: a part may be ready a second before a gateway sees it."""
    replicas = [urls for name, urls in services.addresses(ports).items() if name != "GATEWAY_URL"]
    addresses = ",".join(replicas).split(",")

    def probe() -> str | None:
        left = find_servers_left_out(addresses, ports)
        return f"sends nothing to {', '.join(left)}" if left else None

    return probe
