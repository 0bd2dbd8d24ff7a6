"""Full store of NATS: a node with a small limit, filled with messages that are not events."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import nats as client
from nats.js.errors import ServiceUnavailableError

from deploy.local import nats, ports
from tests.faults.stack import get_state_folder, restart_with_file

BALLAST = "BALLAST"
CHUNK = 64 * 1024


@contextmanager
def limit_store(node: str, size: int) -> Iterator[None]:
    """Limit the store of the node to this many bytes inside the block."""
    file = get_state_folder("run") / f"{node}.conf"
    before = file.read_text()
    bounded, count = re.subn(r"max_file_store: \w+", f"max_file_store: {size}", before)
    assert count == 1
    try:
        restart_with_file(node, file, bounded)
        yield
    finally:
        restart_with_file(node, file, before)


@contextmanager
def fill_store(size: int) -> Iterator[None]:
    """Keep a store of this limit full inside the block."""
    asyncio.run(_fill(size))
    try:
        yield
    finally:
        asyncio.run(_empty())


async def _fill(size: int) -> None:
    connection = await client.connect(nats.build_client_urls(ports.read_record()))
    try:
        js = connection.jetstream(timeout=5)
        await js.add_stream(name=BALLAST, subjects=["ballast"])
        for length in (CHUNK, 1):
            # Events use the last bytes too, so the store is full when a message of one byte is refused.
            with suppress(ServiceUnavailableError):
                for _ in range(size // length):
                    await js.publish("ballast", bytes(length))
                raise AssertionError("the store has no bound")
    finally:
        await connection.close()


async def _empty() -> None:
    connection = await client.connect(nats.build_client_urls(ports.read_record()))
    try:
        await connection.jetstream(timeout=5).delete_stream(BALLAST)
    finally:
        await connection.close()
