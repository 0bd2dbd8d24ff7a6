"""Publishes the routes of the gateways (Traefik) and finds servers to which a gateway sends no requests."""

import re
from collections.abc import Iterable, Mapping

from deploy.local import paths, services
from deploy.local.ports import list_replicas
from deploy.local.readiness import fetch
from gateway import render

# The gateways check every second which servers answer. After this time a server that they do not use counts as failed.
TIMEOUT_SECONDS = 30.0
SERVER_UP = re.compile(r'^traefik_service_server_up{[^}]*url="([^"]+)"} 1$', re.MULTILINE)


def publish_routes() -> None:
    """Give the gateways all routes of this release at the same moment."""
    paths.ROUTES.mkdir(mode=0o700, exist_ok=True)
    routes = sorted((paths.GATEWAY / "routes").glob("*.yml"))
    render.publish(paths.ROUTES, {file.name: file.read_text() for file in routes})


def find_servers_left_out(addresses: Iterable[str], ports: Mapping[str, int]) -> list[str]:
    """Return the servers to which at least one gateway sends no requests.

    The health check of that gateway does not report them as up.
    """
    metrics = [fetch(f"http://127.0.0.1:{ports[f'{name}-ops']}/metrics") for name in list_replicas("gateway", ports)]
    servers_up_by_gateway = [set(SERVER_UP.findall(text)) for text in metrics]
    return [address for address in addresses if not all(address in servers_up for servers_up in servers_up_by_gateway)]


def find_problem_of_servers(ports: Mapping[str, int]) -> str | None:
    """Return a message with the replicas to which a gateway sends no requests, or None if there are none.

    A replica may be ready a second before a gateway notices it.
    """
    addresses: list[str] = []
    for setting, urls in services.list_addresses(ports).items():
        if setting != "GATEWAY_URL":
            addresses += urls.split(",")
    idle_addresses = find_servers_left_out(addresses, ports)
    return f"sends nothing to {', '.join(idle_addresses)}" if idle_addresses else None
