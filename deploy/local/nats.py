"""NATS with JetStream on 127.0.0.1: the streams survive restarts in var/nats.

One node, or a cluster of NATS_NODES, which the first start of a state folder decides (docs/decisions/0089).
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from deploy.local import paths
from deploy.local.console import Failed
from deploy.local.parts import fill_template
from deploy.local.ports import numbered, of_kind
from deploy.local.state import secret

STORE = paths.VAR / "nats"
WATCH = paths.CHECKOUT / "deploy" / "nats" / "watch.py"
OPERATOR = "operator"
USERS = (OPERATOR, *paths.SERVICES)
PERMISSIONS = paths.ROOT / "deploy" / "nats" / "users.conf"
# Odd numbers: a majority must remain when a node is away.
SIZES = ("1", "3", "5")
MAX_COPIES = 3


def requested_nodes(remembered: Mapping[str, int]) -> list[str]:
    """The names of the nodes: as many as NATS_NODES says, by default as many as there were."""
    before = of_kind("nats", remembered)
    requested = os.environ.get("NATS_NODES")
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
    nodes = of_kind("nats", ports)
    return ",".join(f"nats://{user}:{secret(f'nats_{user}')}@127.0.0.1:{ports[node]}" for node in nodes)


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
    """The file of one node. NATS finds the permissions beside it: an absolute path cannot be included."""
    nodes = of_kind("nats", ports)
    permissions = os.path.relpath(PERMISSIONS, paths.RUN)
    values = {"name": name, "ports": ports, "nodes": nodes, "permissions": permissions, "store": str(store(name))}
    return fill_template("nats.conf", secret=secret, **values)
