"""Full store: NATS accepts events again by itself once there is room, and keeps acknowledged events.

A limit of the file size replaces a full disk, since it does not need root. tests/faults fills a real disk.
"""

import asyncio
import json
import os
import resource
import shlex
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx2
import nats as client
import pytest
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.ports import find_free_port
from nats.errors import Error
from nats.js import JetStreamContext
from nats.js.errors import ServiceUnavailableError

from deploy.local.nats import WATCH
from tests.processes import list_children

ROOT = Path(__file__).resolve().parents[2]
CHECK = ROOT / "deploy" / "nats" / "can_write.sh"
SERVER = Path(sys.executable).with_name("nats-server")
SMALL_DISK_BYTES = 256 * 1024
PAUSE = "0.2"
BODY = b"x" * 4000
# Replaces `nc` of the container: it sends its input and prints the answer.
NC = f"""#!{sys.executable} -IS
import socket, sys
with socket.create_connection(sys.argv[-2:], timeout=60) as server:
    server.sendall(sys.stdin.buffer.read())
    while chunk := server.recv(65536):
        sys.stdout.buffer.write(chunk)
"""


def check_health(monitor: str) -> httpx2.Response:
    # The address has no TLS. With `verify`, each call would still read all certificate authorities, which is slow.
    return httpx2.get(f"{monitor}/healthz", verify=False, timeout=HANG_SECONDS)


@dataclass
class Server:
    """A server with the program that watches it, as `make up` runs it."""

    folder: Path
    process: "subprocess.Popen[bytes]"

    @property
    def ports(self) -> dict[str, list[str]]:
        """Ports on which it listens."""
        content: dict[str, list[str]] = json.loads(next(self.folder.glob("*.ports")).read_text())
        return content

    def reports_failed_write(self) -> bool:
        return "write error" in check_health(self.ports["monitoring"][0]).text

    def limit_files(self, size: int) -> None:
        """Limit the files of the server and of the watching program to `size` bytes."""
        for pid in (self.process.pid, *list_children(self.process.pid)):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@pytest.fixture
def monitor_port() -> int:
    return find_free_port()


def start(folder: Path, monitor_port: int, settings: str = "") -> Server:
    configuration = folder / "nats.conf"
    configuration.write_text(
        f'listen: "127.0.0.1:-1"\nhttp: "127.0.0.1:{monitor_port}"\nports_file_dir: "{folder}"\n'
        f'jetstream {{ store_dir: "{folder}", sync_interval: always, {settings} }}\n'
    )
    for old in folder.glob("*.ports"):
        old.unlink()
    monitor = f"http://127.0.0.1:{monitor_port}"
    watch = shlex.join(map(str, (sys.executable, "-IS", WATCH, monitor, folder, PAUSE)))
    command = f"{watch} $$ & exec {shlex.join(map(str, (SERVER, '-c', configuration)))}"
    process = subprocess.Popen(["/bin/sh", "-c", command], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with suppress(httpx2.HTTPError):
            if check_health(monitor).is_success:
                return Server(folder, process)
        time.sleep(0.02)
    raise TimeoutError("nats-server does not start")


@pytest.fixture
def server(tmp_path: Path, monitor_port: int) -> Iterator[Server]:
    server = start(tmp_path, monitor_port)
    yield server
    server.process.kill()
    server.process.wait()


@asynccontextmanager
async def connect_to_streams(server: Server) -> AsyncIterator[JetStreamContext]:
    connection = await client.connect(server.ports["nats"][0], allow_reconnect=False)
    try:
        yield connection.jetstream(timeout=HANG_SECONDS)
    finally:
        await connection.close()


async def publish_until_refused(server: Server, js: JetStreamContext) -> tuple[int, Exception]:
    """Publish until an event is refused. Returns the number of acknowledged events and the error."""
    count = 0
    while count < 1000:
        try:
            # An event that is sent again is stored once.
            await js.publish("events.x", BODY, timeout=1, headers={"Nats-Msg-Id": str(count)})
            count += 1
        except TimeoutError as error:
            # A write that fails is not answered. On a slow machine other answers may be late.
            if server.reports_failed_write():
                return count, error
        except (Error, ServiceUnavailableError) as error:
            return count, error
    raise AssertionError("no event was refused")


async def fill(server: Server) -> int:
    async with connect_to_streams(server) as js:
        await js.add_stream(name="EVENTS", subjects=["events.>"])
        server.limit_files(SMALL_DISK_BYTES)
        return (await publish_until_refused(server, js))[0]


async def publish_again(server: Server) -> int:
    """Publish one event. Returns the number of stored events."""
    async with connect_to_streams(server) as js:
        await js.publish("events.x", BODY)
        return (await js.stream_info("EVENTS")).state.messages


def test_server_with_room_again_is_restarted_and_accepts_events(server: Server, monitor_port: int) -> None:
    acknowledged_count = asyncio.run(fill(server))
    with pytest.raises(subprocess.TimeoutExpired):
        # Without room a restart would not help.
        server.process.wait(1.5)
    server.limit_files(resource.RLIM_INFINITY)
    assert server.process.wait(120) == 0
    # `make up` restarts a NATS server that has ended; here the test does.
    restarted_server = start(server.folder, monitor_port)
    try:
        assert asyncio.run(publish_again(restarted_server)) == acknowledged_count + 1
    finally:
        restarted_server.process.kill()
        restarted_server.process.wait()


def test_container_check_reports_a_failed_write_once_there_is_room(
    server: Server, monitor_port: int, tmp_path: Path
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "nc").write_text(NC)
    (tools / "nc").chmod(0o755)
    environment = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"}

    def check(size: int = resource.RLIM_INFINITY) -> int:
        limit_command = ["prlimit", f"--fsize={size if size >= 0 else 'unlimited'}"]
        command = [*limit_command, "sh", str(CHECK), str(server.folder), str(monitor_port)]
        return subprocess.run(command, env=environment, check=False).returncode

    watch = list_children(server.process.pid)[0]
    os.kill(watch, 9)
    assert check() == 0
    asyncio.run(fill(server))
    assert check(SMALL_DISK_BYTES) == 0
    assert check() == 1
    assert not (server.folder / "room").exists()


def test_full_store_accepts_events_again_once_others_are_deleted(tmp_path: Path, monitor_port: int) -> None:
    """The limit is below the size of the disk: NATS refuses before a write fails, so it needs no restart."""
    server = start(tmp_path, monitor_port, "max_file_store: 1M")

    async def work() -> None:
        async with connect_to_streams(server) as js:
            await js.add_stream(name="EVENTS", subjects=["events.>"])
            acknowledged, error = await publish_until_refused(server, js)
            assert isinstance(error, ServiceUnavailableError)
            await js.purge_stream("EVENTS", keep=1)
            await js.publish("events.x", BODY)
            state = (await js.stream_info("EVENTS")).state
            assert (state.messages, state.last_seq) == (2, acknowledged + 1)

    try:
        asyncio.run(work())
        assert server.process.poll() is None
    finally:
        server.process.kill()
        server.process.wait()
