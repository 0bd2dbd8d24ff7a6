"""Three real NATS servers that form a cluster."""

import contextlib
import shutil
import socket
from collections.abc import Iterator

from chassis.testing.servers import Nats, scratch_folder

NODES = 3


def _free_ports(count: int) -> list[int]:
    """Ports that are free now. All are held until the last one is known, so that they differ."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for opened in sockets:
            opened.bind(("127.0.0.1", 0))
        return [opened.getsockname()[1] for opened in sockets]


@contextlib.contextmanager
def nats_cluster() -> Iterator[list[Nats]]:
    """Three running servers; each can be killed and started again."""
    folder = scratch_folder("cluster")
    ports = _free_ports(NODES)
    routes = ",".join(f"nats://127.0.0.1:{port}" for port in ports)
    nodes = []
    for number, port in enumerate(ports, start=1):
        own = folder / str(number)
        own.mkdir()
        options = (
            "-m",
            "-1",
            "-n",
            f"node-{number}",
            "--cluster_name",
            "test",
            "--cluster",
            f"nats://127.0.0.1:{port}",
        )
        nodes.append(Nats(own, options=(*options, "--routes", routes, "--no_advertise")))
    try:
        for node in nodes:
            node.start()
        yield nodes
    finally:
        for node in nodes:
            if node.process is not None:
                node.kill()
        shutil.rmtree(folder, ignore_errors=True)
