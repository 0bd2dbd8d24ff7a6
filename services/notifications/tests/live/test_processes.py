"""Replicas as processes of their own, killed and stopped as an operating system does it."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
from chassis.app import Runtime
from chassis.testing.plugin import eventually, token_for

from services.notifications.tests.live.test_replicas import Person
from services.notifications.tests.stream_client import StreamClient


class Process:
    """One replica: `python -m chassis.serve notifications` on a port that it keeps."""

    def __init__(self, runtime: Runtime) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        settings = runtime.settings
        self.environment = os.environ | {
            "DATABASE_URL": settings.database_url.get_secret_value(),
            "NATS_URL": settings.nats_url.get_secret_value(),
            "SERVICE_PORT": str(self.port),
            "ENVIRONMENT": "test",
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "chassis.serve", "notifications"]
        self.process = subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL)

    async def ready(self) -> None:
        async def answers() -> bool:
            try:
                async with httpx2.AsyncClient() as http:
                    return bool((await http.get(self.address + "/readyz")).status_code == 200)
            except httpx2.HTTPError:
                await asyncio.sleep(0.1)
                return False

        await eventually(answers, seconds=60)

    def end(self, how: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(20)

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.end(signal.SIGKILL)


@pytest.fixture(scope="module")
async def process(app: Any) -> AsyncIterator[Process]:
    """A replica beside the one under test: one that may die."""
    one = Process(app.state.runtime)
    try:
        one.start()
        await one.ready()
        yield one
    finally:
        one.close()


class TestKilled:
    async def test_random_kills_and_publishes_lose_and_double_nothing(
        self, process: Process, address: str, runtime: Runtime, arrive: Any
    ) -> None:
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        people = [Person([process.address, address], runtime) for _ in range(5)]
        sent = dict.fromkeys(range(len(people)), 0)

        async def publish() -> None:
            for _ in range(chance.randint(5, 30)):
                number = chance.randrange(len(people))
                sent[number] += 1
                await arrive(people[number].id)

        for _ in range(2):
            for person in people:
                await person.connect(chance.randrange(2))
            publishing = asyncio.create_task(publish())
            await asyncio.sleep(chance.random() * 0.05)
            process.end(signal.SIGKILL)
            process.start()
            await publishing
            for person in people:
                if person.stream is not None and person.stream.closed:
                    await person.connect(1)
            await publish()
            await process.ready()
        for number, person in enumerate(people):
            await person.connect(chance.randrange(2))
            stream = person.stream
            assert stream is not None
            await eventually(lambda n=number, p=person, s=stream: len(p.told) + len(s.news) >= sent[n], seconds=30)
            person.lose()
            assert [told["revision"] for told in person.told] == list(range(1, sent[number] + 1)), f"seed {seed}"


class TestStopped:
    async def test_says_goodbye_at_once_and_others_take_over(
        self, process: Process, address: str, runtime: Runtime, arrive: Any
    ) -> None:
        people = [Person([address], runtime) for _ in range(3)]
        streams = []
        for person in people:
            headers = {"Authorization": f"Bearer {token_for(runtime.clock(), sub=str(person.id))}"}
            streams.append(await StreamClient.open(process.address, headers=headers))
            await streams[-1].wait_for("authenticated")
        code = await asyncio.to_thread(process.end, signal.SIGTERM)
        assert code in {0, -signal.SIGTERM}
        delays = set()
        for stream in streams:
            (goodbye,) = await stream.wait_for("server_shutdown")
            await stream.wait_closed()
            assert stream.ended
            assert stream.parser.retry == goodbye["reconnect_in"]
            delays.add(goodbye["reconnect_in"])
            await stream.close()
        assert len(delays) > 1
        for person in people:
            await arrive(person.id)
            await person.connect(0)
            assert person.stream is not None
            assert (await person.stream.wait_for("notification"))[0]["revision"] == 1
            person.lose()
