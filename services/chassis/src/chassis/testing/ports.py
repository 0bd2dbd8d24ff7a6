"""Free ports for the servers of tests."""

import contextlib
import random
import socket

# Below the ports that Linux gives to outgoing connections: one of them could take a port before its server starts.
PORTS = range(30_000, 32_768)


def find_free_ports(count: int) -> list[int]:
    """Return different ports of 127.0.0.1 on which nothing listens. Raises RuntimeError if there are not so many."""
    free_ports: list[int] = []
    for port in random.sample(PORTS, len(PORTS)):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            free_ports.append(port)
        if len(free_ports) == count:
            return free_ports
    raise RuntimeError("there are not enough free ports")


def find_free_port() -> int:
    """Return a port of 127.0.0.1 on which nothing listens."""
    (port,) = find_free_ports(1)
    return port
