"""NATS with JetStream on 127.0.0.1. The streams are stored in var/nats and survive restarts.

NATS_NODES at the first start of a state folder chooses one node or a cluster (docs/decisions/0089).
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from deploy.local import paths
from deploy.local.console import StepError
from deploy.local.parts import fill_template
from deploy.local.ports import list_replica_names, list_replicas
from deploy.local.state import get_secret

STORE = paths.VAR / "nats"
WATCH = paths.CHECKOUT / "deploy" / "nats" / "watch.py"
OPERATOR = "operator"
USERS = (OPERATOR, *paths.SERVICES)
PERMISSIONS = paths.ROOT / "deploy" / "nats" / "users.conf"
# The number of nodes is odd, so that a majority remains when one node is down.
NODE_COUNTS = ("1", "3", "5")
MAX_REPLICAS_OF_A_MESSAGE = 3


def list_requested_nodes(remembered_ports: Mapping[str, int]) -> list[str]:
    """Return the names of the nodes. Without NATS_NODES their number stays, or is one at the first start.

    Raises StepError for an impossible number, and for a change of the number of existing nodes.
    """
    existing_nodes = list_replicas("nats", remembered_ports)
    requested_count = os.environ.get("NATS_NODES")
    if not requested_count:
        return existing_nodes or ["nats"]
    if requested_count not in NODE_COUNTS:
        raise StepError(f"NATS_NODES={requested_count} is not possible; use {', '.join(NODE_COUNTS)}")
    if existing_nodes and len(existing_nodes) != int(requested_count):
        raise StepError(
            f"NATS has {len(existing_nodes)} node(s) here, and their number cannot change: the streams would be lost. "
            f"Keep another state: VAR_DIR=/some/folder PORT=9090 make up NATS_NODES={requested_count}"
        )
    return list_replica_names("nats", int(requested_count))


def list_port_names(names: Iterable[str]) -> list[str]:
    """Return the names of the ports that these nodes need: for clients, for monitoring and, in a cluster, for other
    nodes."""
    port_names_of_nodes = []
    for name in names:
        port_names_of_nodes += [name, f"{name}-monitor"]
        # A single node is called `nats`. The nodes of a cluster are called `nats-1` and so on.
        if name != "nats":
            port_names_of_nodes.append(f"{name}-route")
    return port_names_of_nodes


def build_client_urls(ports: Mapping[str, int], user: str = OPERATOR) -> str:
    """Return the addresses of all nodes with the credentials of a user. The operator has all permissions."""
    nodes = list_replicas("nats", ports)
    return ",".join(f"nats://{user}:{get_secret(f'nats_{user}')}@127.0.0.1:{ports[node]}" for node in nodes)


def get_monitor_urls(ports: Mapping[str, int]) -> str:
    """Return the monitoring addresses of all nodes, separated by commas."""
    return ",".join(f"http://127.0.0.1:{ports[f'{name}-monitor']}" for name in list_replicas("nats", ports))


def count_copies(ports: Mapping[str, int]) -> int:
    """Return the number of nodes that store each message."""
    return min(len(list_replicas("nats", ports)), MAX_REPLICAS_OF_A_MESSAGE)


def get_store_folder(name: str) -> Path:
    """Return the folder in which a node stores its streams."""
    return STORE if name == "nats" else STORE / name


def render_configuration(name: str, ports: Mapping[str, int]) -> str:
    """Return the configuration file of one node.

    It includes the permissions by a relative path, because NATS accepts no absolute path there.
    """
    return fill_template(
        "nats.conf",
        name=name,
        ports=ports,
        nodes=list_replicas("nats", ports),
        permissions=os.path.relpath(PERMISSIONS, paths.RUN),
        store=str(get_store_folder(name)),
        secret=get_secret,
    )
