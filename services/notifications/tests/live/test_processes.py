"""Replicas in separate processes, which are killed and stopped by signals."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any

import httpx2
import pytest
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plugin import sign_token, wait_for
from chassis.testing.ports import find_free_port
from fastapi import FastAPI
from notifications.runtime import NotificationsRuntime

from services.notifications.tests.fixture_types import EntryFactory
from services.notifications.tests.live.test_replicas import StreamReader
from services.notifications.tests.stream_client import StreamClient

ROUNDS = 6


class ReplicaLauncher:
    """The process that replicas are forked from."""

    def __init__(self, runtime: NotificationsRuntime) -> None:
        environment = os.environ | {
            "DATABASE_URL": runtime.settings.database_url.get_secret_value(),
            "NATS_URL": runtime.settings.nats_url.get_secret_value(),
            "ENVIRONMENT": "test",
            "RUN_JOBS": "false",
            "DATABASE_POOL": "4",
        }
        command = [sys.executable, "-m", "services.notifications.tests.live.replica_launcher"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)

    def start(self, port: int) -> int:
        """Start a new replica. Returns its process id."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(b"%d\n" % port)
        self.process.stdin.flush()
        while not (line := self.process.stdout.readline()).strip().isdigit():
            assert line, "the replica launcher has ended"
        return int(line)

    def close(self) -> None:
        self.process.communicate(timeout=120)


class Replica:
    """One replica on a port that it keeps over its restarts."""

    def __init__(self, replica_launcher: ReplicaLauncher) -> None:
        self.port = find_free_port()
        self.replica_launcher = replica_launcher
        self.pid = replica_launcher.start(self.port)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def wait_until_ready(self) -> None:
        async def is_answering() -> bool:
            try:
                # Reading the certificate authorities would take longer than the request.
                async with httpx2.AsyncClient(verify=False, timeout=HANG_SECONDS) as http:
                    return bool((await http.get(self.address + "/readyz")).status_code == 200)
            except httpx2.HTTPError:
                await asyncio.sleep(0.05)
                return False

        await wait_for(is_answering)

    async def end(self, signal_number: signal.Signals) -> None:
        """Send a signal and wait until the process is gone."""
        os.kill(self.pid, signal_number)
        await wait_for(lambda: not is_alive(self.pid))

    async def start_again(self) -> None:
        self.pid = await asyncio.to_thread(self.replica_launcher.start, self.port)


def has_received(reader: Any, count: int) -> bool:
    """Return True if the reader has this many notifications, including its open connection's."""
    return len(reader.received_events + reader.stream.notifications) >= count


async def reconnect_closed(readers: list[StreamReader], replica: int) -> None:
    """Connect the readers whose stream has ended to this replica."""
    for reader in readers:
        if reader.stream is not None and reader.stream.is_closed:
            await reader.connect(replica)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture(scope="module")
def replica_launcher(app: FastAPI) -> Iterator[ReplicaLauncher]:
    launcher = ReplicaLauncher(app.state.runtime)
    yield launcher
    launcher.close()


@pytest.fixture(scope="module")
async def started_replicas(replica_launcher: ReplicaLauncher) -> AsyncIterator[list[Replica]]:
    replicas = [Replica(replica_launcher), Replica(replica_launcher)]
    yield replicas
    for replica in replicas:
        if is_alive(replica.pid):
            await replica.end(signal.SIGKILL)


@pytest.fixture
async def replicas(started_replicas: list[Replica]) -> list[Replica]:
    """Two ready replicas. A replica that an earlier test has stopped is started again."""
    for replica in started_replicas:
        if not is_alive(replica.pid):
            await replica.start_again()
        await replica.wait_until_ready()
    return started_replicas


class TestKilled:
    async def test_random_kills_lose_and_repeat_no_event(
        self, replicas: list[Replica], runtime: NotificationsRuntime, add_entry: EntryFactory
    ) -> None:
        random_seed = random.randrange(2**32)
        rng = random.Random(random_seed)
        readers = [StreamReader([replica.address for replica in replicas], runtime) for _ in range(5)]
        sent_counts = dict.fromkeys(range(len(readers)), 0)

        async def publish() -> None:
            for _ in range(rng.randint(5, 30)):
                number = rng.randrange(len(readers))
                sent_counts[number] += 1
                await add_entry(readers[number].id)

        for _ in range(ROUNDS):
            for reader in readers:
                await reader.connect(rng.randrange(2))
            victims = rng.choice([[0], [1], [0, 1]])
            signal_number = rng.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM])
            publish_task = asyncio.create_task(publish())
            await asyncio.sleep(rng.random() * 0.05)
            for number in victims:
                await replicas[number].end(signal_number)
                await replicas[number].start_again()
            await publish_task
            if len(victims) == 1:
                await reconnect_closed(readers, 1 - victims[0])
            await publish()
            for replica in replicas:
                await replica.wait_until_ready()
        for number, reader in enumerate(readers):
            await reader.connect(rng.randrange(2))
            expected = list(range(1, sent_counts[number] + 1))
            await wait_for(partial(has_received, reader, len(expected)))
            reader.break_connection()
            assert [event["revision"] for event in reader.received_events] == expected, f"seed {random_seed}"


class TestStopped:
    async def test_stopped_replica_closes_its_streams_and_another_replica_takes_over(
        self, replicas: list[Replica], runtime: NotificationsRuntime, add_entry: EntryFactory
    ) -> None:
        leaving_replica, staying_replica = replicas
        readers = [StreamReader([staying_replica.address], runtime) for _ in range(3)]
        streams = []
        for reader in readers:
            headers = {"Authorization": f"Bearer {sign_token(runtime.now(), sub=str(reader.id))}"}
            streams.append(await StreamClient.open(leaving_replica.address, headers=headers))
            await streams[-1].wait_for("authenticated")
        await leaving_replica.end(signal.SIGTERM)
        delays = set()
        for stream in streams:
            (shutdown_event,) = await stream.wait_for("server_shutdown")
            await stream.wait_closed()
            assert stream.was_ended_by_server
            assert stream.parser.retry == shutdown_event["reconnect_in"]
            delays.add(shutdown_event["reconnect_in"])
            await stream.close()
        assert len(delays) > 1
        for reader in readers:
            await add_entry(reader.id)
            await reader.connect(0)
            assert reader.stream is not None
            assert (await reader.stream.wait_for("notification"))[0]["revision"] == 1
            reader.break_connection()
