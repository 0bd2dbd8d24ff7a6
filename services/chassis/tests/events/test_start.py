"""NATS fails while a service starts. NATS counts as unavailable until the streams exist."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator

import pytest
from chassis.events.bus import Bus
from chassis.events.settings import StreamSettings
from chassis.tasks import end_tasks
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plugin import wait_for
from chassis.testing.servers import Nats, create_scratch_folder

pytestmark = pytest.mark.anyio


@pytest.fixture
def server() -> Iterator[Nats]:
    """A server without JetStream, like a cluster without a leader."""
    folder = create_scratch_folder("nats")
    server = Nats(folder, has_jetstream=False)
    server.start()
    yield server
    server.kill()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
async def bus(server: Nats) -> AsyncIterator[Bus]:
    """The connection of a service that is starting."""
    bus = Bus(lambda: server.url, "sample", StreamSettings())
    start_task = asyncio.create_task(bus.start())
    yield bus
    await end_tasks([start_task])
    await bus.stop()


async def test_a_reconnection_does_not_make_a_starting_bus_ready(bus: Bus, server: Nats) -> None:
    await wait_for(lambda: bus.client.is_connected)
    server.kill()
    server.start()
    await wait_for(lambda: bus.connections == 2)
    assert not bus.is_up
    server.kill()
    server.has_jetstream = True
    server.start()
    await asyncio.wait_for(bus.wait_until_connected(), HANG_SECONDS)
    assert bus.is_up
    await bus.publish("events.sample.test", b"{}", message_id="1")
