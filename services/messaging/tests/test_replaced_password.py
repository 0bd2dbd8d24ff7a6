"""NATS has another password after its restart: a service that runs goes on with the new one (docs/decisions/0148)."""

import asyncio
import shutil
from collections.abc import Iterator

import pytest
from chassis.testing.plugin import wait_for
from chassis.testing.servers import Nats, scratch_folder
from contracts.stream_settings import StreamSettings
from messaging.bus import Bus

pytestmark = pytest.mark.anyio


@pytest.fixture
def server() -> Iterator[Nats]:
    folder = scratch_folder("nats")
    server = Nats(folder, options=("--user", "sample", "--pass", "first"))
    server.start()
    yield server
    server.kill()
    shutil.rmtree(folder, ignore_errors=True)


async def test_a_connection_reads_the_password_again(server: Nats) -> None:
    known = "first"
    bus = Bus(lambda: server.url.replace("//", f"//sample:{known}@"), "sample", StreamSettings())
    await bus.start()
    server.kill()
    server.options = ("--user", "sample", "--pass", "second")
    server.start()
    await wait_for(lambda: not bus.is_up)
    # Longer than a restart of NATS takes: with the old password it stays away.
    await asyncio.sleep(1.5)
    assert not bus.is_up
    known = "second"
    await wait_for(lambda: bus.is_up and bus.connections == 2)
    await bus.publish("events.sample.test", b"{}", message_id="1")
    await bus.stop()
