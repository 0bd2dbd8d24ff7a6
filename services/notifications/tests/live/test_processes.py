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
async def processes(app: Any) -> AsyncIterator[list[Process]]:
    both = [Process(app.state.runtime), Process(app.state.runtime)]
    try:
        for one in both:
            one.start()
        for one in both:
            await one.ready()
        yield both
    finally:
        for one in both:
            one.close()


class TestKilled:
    async def test_random_kills_and_publishes_lose_and_double_nothing(
        self, processes: list[Process], runtime: Runtime, arrive: Any
    ) -> None:
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        people = [Person([one.address for one in processes], runtime) for _ in range(5)]
        sent = dict.fromkeys(range(len(people)), 0)

        async def publish() -> None:
            for _ in range(chance.randint(5, 30)):
                number = chance.randrange(len(people))
                sent[number] += 1
                await arrive(people[number].id)

        for round_number in range(2):
            for person in people:
                await person.connect(chance.randrange(2))
            victim = processes[round_number % 2]
            publishing = asyncio.create_task(publish())
            await asyncio.sleep(chance.random() * 0.05)
            victim.end(signal.SIGKILL)
            victim.start()
            await publishing
            alive = 1 - round_number % 2
            for person in people:
                if person.stream is not None and person.stream.closed:
                    await person.connect(alive)
            await publish()
            await victim.ready()
        for number, person in enumerate(people):
            await person.connect(chance.randrange(2))
            stream = person.stream
            assert stream is not None
            await eventually(lambda n=number, p=person, s=stream: len(p.told) + len(s.news) >= sent[n])
            person.lose()
            assert [told["revision"] for told in person.told] == list(range(1, sent[number] + 1)), f"seed {seed}"


class TestStopped:
    async def test_says_goodbye_at_once_and_others_take_over(
        self, processes: list[Process], runtime: Runtime, arrive: Any
    ) -> None:
        leaving, staying = processes
        people = [Person([staying.address], runtime) for _ in range(3)]
        streams = []
        for person in people:
            headers = {"Authorization": f"Bearer {token_for(runtime.clock(), sub=str(person.id))}"}
            streams.append(await StreamClient.open(leaving.address, headers=headers))
            await streams[-1].wait_for("authenticated")
        began = asyncio.get_running_loop().time()
        code = await asyncio.to_thread(leaving.end, signal.SIGTERM)
        assert asyncio.get_running_loop().time() - began < 5
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
