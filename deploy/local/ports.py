"""Ports of the parts. The caller chooses the gateway's port. The others are free ports, chosen once and recorded."""

import os
import random
import re
import socket
from collections.abc import Callable, Container, Iterable, Mapping

from deploy.local import paths
from deploy.local.console import StepError
from deploy.local.state import read_json

RECORD = paths.VAR / "ports.json"
DEFAULT_GATEWAY = 8080
# These ports are below the range that the kernel uses for outgoing connections.
PORT_RANGE = range(10_000, 20_000)
# This many ports are tried to find a free one.
ATTEMPTS = 500


def list_replica_names(kind: str, count: int) -> list[str]:
    """Return the names of `count` replicas: `nats` for a single one, otherwise `nats-1`, `nats-2` and so on."""
    return [kind] if count == 1 else [f"{kind}-{number}" for number in range(1, count + 1)]


def get_kind(name: str) -> str:
    """Return the name of a part without the number of the replica."""
    return re.sub(r"-\d+$", "", name)


def list_replicas(kind: str, names: Iterable[str]) -> list[str]:
    """Return the names that belong to replicas of this kind."""
    return [name for name in names if get_kind(name) == kind]


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    """Return True if a server could listen on the port now."""
    try:
        socket.create_server((host, port)).close()
    except OSError:
        return False
    return True


def get_public_url(ports: Mapping[str, int]) -> str:
    """Return the address of the site, as it appears in emails, canonical links and calendars."""
    return os.environ.get("PUBLIC_URL") or f"http://localhost:{ports['gateway']}"


def read_record() -> dict[str, int]:
    """Return the recorded ports by name; empty if nothing was ever started."""
    return read_json(RECORD)


def choose(
    names: Iterable[str],
    remembered_ports: Mapping[str, int],
    names_in_use: Iterable[str],
    is_available: Callable[[int], bool] = is_free,
) -> dict[str, int]:
    """Choose a port for each name. Raises StepError if none is free.

    The remembered port is kept if it is free, or if a running part of `names_in_use` already uses it.
    """
    ports: dict[str, int] = {}
    for name in names:
        port = remembered_ports.get(name)
        is_usable = port is not None and (name in names_in_use or is_available(port))
        if port is None or port in ports.values() or not is_usable:
            port = find_free_port({*ports.values(), *remembered_ports.values()}, is_available)
        ports[name] = port
    return ports


def find_free_port(taken_ports: Container[int], is_available: Callable[[int], bool] = is_free) -> int:
    """Return a random free port of PORT_RANGE that is not in `taken_ports`. Raises StepError if none is found."""
    for candidate in random.sample(PORT_RANGE, ATTEMPTS):
        if candidate not in taken_ports and is_available(candidate):
            return candidate
    raise StepError("no free port found between 10000 and 20000 on 127.0.0.1")


def parse_gateway_port(text: str | None, remembered_ports: Mapping[str, int]) -> int:
    """Parse the caller's PORT. Without it the gateway keeps its port; the first start uses 8080.

    Raises StepError if it is not a port number.
    """
    if not text:
        return remembered_ports.get("gateway", DEFAULT_GATEWAY)
    if not text.isdecimal() or not 1 <= int(text) <= 65_535:
        raise StepError(f"PORT={text} is not a port number; use one from 1 to 65535, for example PORT=9090 make up")
    return int(text)


def check_gateway(port: int) -> None:
    """Raise StepError if the gateway's port is taken. Called before anything is started."""
    if not is_free(port, "127.0.0.1") or not is_free(port, "0.0.0.0"):  # noqa: S104
        suggestion = 9090 if port != 9090 else 9191
        raise StepError(
            f"Port {port} is taken by another program (or not open to this user). "
            f"Choose another: PORT={suggestion} make up"
        )
