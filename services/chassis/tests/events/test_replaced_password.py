"""NATS has another password after its restart or reload, and a running service uses the new one (decisions 0148,
0157).
"""

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import nats
import pytest
from chassis.events.bus import Bus
from chassis.events.settings import StreamSettings
from chassis.events.streams import declare_streams
from chassis.testing.plugin import wait_for
from chassis.testing.servers import Nats, create_scratch_folder
from nats.aio.msg import Msg

pytestmark = pytest.mark.anyio


async def declare(server: Nats) -> None:
    """Declare the streams as the operator does before the services start."""
    client = await nats.connect(server.url.replace("//", "//sample:first@"))
    await declare_streams(client.jetstream(), StreamSettings())
    await client.close()


@pytest.fixture
def server() -> Iterator[Nats]:
    folder = create_scratch_folder("nats")
    server = Nats(folder, options=("--user", "sample", "--pass", "first"))
    server.start()
    yield server
    server.kill()
    shutil.rmtree(folder, ignore_errors=True)


async def test_a_connection_reads_the_password_again(server: Nats) -> None:
    password = "first"
    await declare(server)
    # The password at each read of the address. Each attempt to connect reads it twice, for name and password.
    passwords_read: list[str] = []

    def read_url() -> str:
        passwords_read.append(password)
        return server.url.replace("//", f"//sample:{password}@")

    bus = Bus(read_url, "sample", StreamSettings())
    await bus.start()
    server.kill()
    server.options = ("--user", "sample", "--pass", "second")
    server.start()
    await wait_for(lambda: not bus.is_up)
    # With the old password the service cannot connect, however often it tries.
    reads_before = len(passwords_read)
    await wait_for(lambda: len(passwords_read) >= reads_before + 6)
    assert not bus.is_up
    password = "second"
    await wait_for(lambda: bus.is_up and bus.connections == 2)
    await bus.publish("events.sample.test", b"{}", message_id="1")
    await bus.stop()


async def test_a_reload_with_another_password_reconnects_the_service(server: Nats, tmp_path: Path) -> None:
    """NATS keeps running and refuses the old password; no client loses a subscription."""
    password = "first"
    file = tmp_path / "nats.conf"
    file.write_text("authorization { users = [{ user: sample, password: first }] }")
    server.kill()
    server.options = ("-c", str(file))
    server.start()
    await declare(server)
    bus = Bus(lambda: server.url.replace("//", f"//sample:{password}@"), "sample", StreamSettings())
    await bus.start()
    received_messages: list[bytes] = []

    async def receive(message: Msg) -> None:
        received_messages.append(message.data)

    await bus.client.subscribe("events.sample.>", cb=receive)
    password = "second"
    file.write_text("authorization { users = [{ user: sample, password: second }] }")
    assert server.process
    server.process.send_signal(signal.SIGHUP)
    await wait_for(lambda: bus.connections == 2 and bus.is_up)
    await bus.publish("events.sample.test", b"{}", message_id="1")
    await wait_for(lambda: received_messages == [b"{}"])
    await bus.stop()
