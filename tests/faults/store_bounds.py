"""The store of NATS at its bound: a node with a small one, filled with messages that are no events."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import nats as client
from nats.js.errors import ServiceUnavailableError

from deploy.local import nats, ports
from tests.faults.definitions import state_folder
from tests.faults.stack import control_part

BALLAST = "BALLAST"
CHUNK = 64 * 1024


@contextmanager
def bounded_store(node: str, size: int) -> Iterator[None]:
    """Inside the block the node's store has this bound, in bytes."""
    file = state_folder("run") / f"{node}.conf"
    before = file.read_text()
    bounded, count = re.subn(r"max_file_store: \w+", f"max_file_store: {size}", before)
    assert count == 1
    try:
        _restart_with(node, bounded)
        yield
    finally:
        _restart_with(node, before)


def _restart_with(node: str, configuration: str) -> None:
    control_part("stop", node)
    (state_folder("run") / f"{node}.conf").write_text(configuration)
    control_part("start", node)


@contextmanager
def fill_store(size: int) -> Iterator[None]:
    """Inside the block a store of this bound has room for nothing more."""
    asyncio.run(_fill(size))
    try:
        yield
    finally:
        asyncio.run(_empty())


async def _fill(size: int) -> None:
    connection = await client.connect(nats.url(ports.read_record()))
    try:
        js = connection.jetstream(timeout=5)
        await js.add_stream(name=BALLAST, subjects=["ballast"])
        for length in (CHUNK, 1):
            # Events take the last bytes as well, so the store is full when one byte is refused.
            with suppress(ServiceUnavailableError):
                for _ in range(size // length):
                    await js.publish("ballast", bytes(length))
                raise AssertionError("the store has no bound")
    finally:
        await connection.close()


async def _empty() -> None:
    connection = await client.connect(nats.url(ports.read_record()))
    try:
        await connection.jetstream(timeout=5).delete_stream(BALLAST)
    finally:
        await connection.close()
