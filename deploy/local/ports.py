"""The caller chooses the gateway's port; the others are free ports that are chosen once and recorded."""

import os
import random
import re
import socket
from collections.abc import Callable, Iterable, Mapping

from deploy.local import paths
from deploy.local.console import Failed
from deploy.local.state import read_json

RECORD = paths.VAR / "ports.json"
DEFAULT_GATEWAY = 8080
# Below the range from which the kernel takes the ports of outgoing connections.
CHOICE = range(10_000, 20_000)


def numbered(kind: str, count: int) -> list[str]:
    """The names of so many: `nats`, or `nats-1` and so on where there are several."""
    return [kind] if count == 1 else [f"{kind}-{number}" for number in range(1, count + 1)]


def kind_of(name: str) -> str:
    """The name without the number of the replica."""
    return re.sub(r"-\d+$", "", name)


def of_kind(kind: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if kind_of(name) == kind]


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    """Whether a server could listen there now."""
    try:
        socket.create_server((host, port)).close()
    except OSError:
        return False
    return True


def public_url(known: Mapping[str, int]) -> str:
    """The address of the site, as it is written in emails, canonical links and calendars."""
    return os.environ.get("PUBLIC_URL") or f"http://localhost:{known['gateway']}"


def read_record() -> dict[str, int]:
    return read_json(RECORD)


def choose(
    names: Iterable[str],
    remembered: Mapping[str, int],
    held: Iterable[str],
    free: Callable[[int], bool] = is_free,
) -> dict[str, int]:
    """A port for each name: the remembered one while we hold it or it is free, else a new one."""
    chosen: dict[str, int] = {}
    for name in names:
        port = remembered.get(name)
        if port is None or port in chosen.values() or not (name in held or free(port)):
            taken = {*chosen.values(), *remembered.values()}
            untaken = (candidate for candidate in random.sample(CHOICE, 500) if candidate not in taken)
            port = next(filter(free, untaken), None)
            if port is None:
                raise Failed("no free port found between 10000 and 20000 on 127.0.0.1")
        chosen[name] = port
    return chosen


def parse_gateway_port(text: str | None) -> int:
    """PORT as the caller gave it."""
    if not text:
        return DEFAULT_GATEWAY
    if not text.isdecimal() or not 1 <= int(text) <= 65_535:
        raise Failed(f"PORT={text} is no port number; use one from 1 to 65535, for example PORT=9090 make up")
    return int(text)


def check_gateway(port: int) -> None:
    """Say plainly that the port is taken, before anything is started."""
    if not is_free(port, "127.0.0.1") or not is_free(port, "0.0.0.0"):  # noqa: S104
        raise Failed(
            f"Port {port} is taken by another program (or not open to this user). "
            f"Choose another: PORT={9090 if port != 9090 else 9191} make up"
        )
