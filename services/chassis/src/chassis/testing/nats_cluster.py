"""Three real NATS servers that form a cluster."""

import contextlib
import shutil
from collections.abc import Iterator

from chassis.testing.ports import find_free_ports
from chassis.testing.servers import Nats, create_scratch_folder

NODES = 3


@contextlib.contextmanager
def run_nats_cluster() -> Iterator[list[Nats]]:
    """Run three servers. Each can be killed and started again."""
    folder = create_scratch_folder("cluster")
    ports = find_free_ports(NODES)
    routes = ",".join(f"nats://127.0.0.1:{port}" for port in ports)
    nodes = []
    for number, port in enumerate(ports, start=1):
        node_folder = folder / str(number)
        node_folder.mkdir()
        own_options = ("-m", "-1", "-n", f"node-{number}", "--cluster", f"nats://127.0.0.1:{port}")
        cluster_options = ("--cluster_name", "test", "--routes", routes, "--no_advertise")
        nodes.append(Nats(node_folder, options=own_options + cluster_options))
    try:
        for node in nodes:
            node.start()
        yield nodes
    finally:
        for node in nodes:
            if node.process is not None:
                node.kill()
        shutil.rmtree(folder, ignore_errors=True)
