"""NATS with JetStream on 127.0.0.1: the streams survive restarts in var/nats.

One node, or a cluster of NATS_NODES, which the first start of a state folder decides (docs/decisions/0089).
"""

import json
import os
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path

from deploy.local import paths
from deploy.local.console import Failed
from deploy.local.credentials import secret
from deploy.local.parts import Part, fill_template
from deploy.local.ports import numbered, of_kind
from deploy.local.probes import http_answers
from deploy.local.programs import caller_environment

STORE = paths.VAR / "nats"
WATCH = paths.CHECKOUT / "deploy" / "nats" / "watch.py"
WATCH_SECONDS = 5
OPERATOR = "operator"
USERS = (OPERATOR, *paths.SERVICES)
PERMISSIONS = paths.ROOT / "deploy" / "nats" / "users.conf"
# Odd numbers: a majority must remain when a node is away.
SIZES = ("1", "3", "5")
MAX_COPIES = 3


def requested_nodes(remembered: Mapping[str, int]) -> list[str]:
    """The names of the nodes: as many as NATS_NODES says, by default as many as there were."""
    before, requested = of_kind("nats", remembered), os.environ.get("NATS_NODES")
    if not requested:
        return before or ["nats"]
    if requested not in SIZES:
        raise Failed(f"NATS_NODES={requested} cannot be; use {', '.join(SIZES)}")
    if before and len(before) != int(requested):
        raise Failed(
            f"NATS has {len(before)} node(s) here, and their number cannot change: the streams would be lost. "
            f"Keep another state: VAR_DIR=/some/folder PORT=9090 make up NATS_NODES={requested}"
        )
    return numbered("nats", int(requested))


def port_names(names: Iterable[str]) -> list[str]:
    """What these nodes need ports for: clients, monitoring and, in a cluster, each other."""
    return [f"{name}{use}" for name in names for use in ("", "-monitor", *(["-route"] if name != "nats" else []))]


def url(ports: Mapping[str, int], user: str = OPERATOR) -> str:
    """The addresses of all nodes with the credentials of a service, or of the operator, who may do everything."""
    return ",".join(node_url(ports[name], user) for name in of_kind("nats", ports))


def node_url(port: int, user: str = OPERATOR) -> str:
    """The address of one node."""
    return f"nats://{user}:{secret(f'nats_{user}')}@127.0.0.1:{port}"


def monitor_urls(ports: Mapping[str, int]) -> str:
    """Where all nodes show their state."""
    return ",".join(f"http://127.0.0.1:{ports[f'{name}-monitor']}" for name in of_kind("nats", ports))


def copies(ports: Mapping[str, int]) -> int:
    """On how many nodes each message is."""
    return min(len(of_kind("nats", ports)), MAX_COPIES)


def store(name: str) -> Path:
    """Where a node keeps its streams."""
    return STORE if name == "nats" else STORE / name


def configuration(name: str, ports: Mapping[str, int]) -> str:
    """The server's own format; JSON strings are valid in it, so any path is quoted safely."""
    values = {
        "name": name,
        "port": ports[name],
        "monitor": ports[f"{name}-monitor"],
        "store": json.dumps(str(store(name))),
        "permissions": json.dumps(os.path.relpath(PERMISSIONS, paths.RUN)),
    }
    node = fill_template("nats.conf", values)
    if name == "nats":
        return node
    password = secret("nats_route")
    routes = [f"nats://route:{password}@127.0.0.1:{ports[f'{one}-route']}" for one in of_kind("nats", ports)]
    values = {"route": ports[f"{name}-route"], "password": password, "routes": json.dumps(routes)}
    return node + fill_template("nats-cluster.conf", values)


def passwords() -> dict[str, str]:
    """The variables that users.conf reads; in quotes, since NATS would read a value like 12e4 as a number."""
    return {f"NATS_{user.upper()}_PASSWORD": f'"{secret(f"nats_{user}")}"' for user in USERS}


def parts(ports: Mapping[str, int]) -> list[Part]:
    return [part(name, ports) for name in of_kind("nats", ports)]


def part(name: str, ports: Mapping[str, int]) -> Part:
    text, file = configuration(name, ports), paths.RUN / f"{name}.conf"
    monitor = f"http://127.0.0.1:{ports[f'{name}-monitor']}"
    watch = (paths.TOOLS_BIN / "python", "-IS", WATCH, monitor, store(name), WATCH_SECONDS)
    server = (paths.TOOLS_BIN / "nats-server", "-c", file)
    return Part(
        name=name,
        command=("/bin/sh", "-c", f"{shlex.join(map(str, watch))} $$ & exec {shlex.join(map(str, server))}"),
        environment=caller_environment() | passwords(),
        files=((file, text),),
        inputs=(PERMISSIONS.read_text(),),
        # With its password, so that the line can be pasted into a client; `make status` speaks to the owner only.
        address=node_url(ports[name]),
        # A node of a cluster that is catching up can be used; without a parameter it would not be ready.
        ready=http_answers(f"{monitor}/healthz" + ("" if name == "nats" else "?js-enabled-only=true")),
        infrastructure=True,
    )
