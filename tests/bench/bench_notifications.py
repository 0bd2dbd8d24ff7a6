"""Live streams beside a bare hub in the same rounds, a campaign to 50,000 people, and a change among 5,000 streams.

`make bench P=notifications`. The performance guide measured a bare protocol hub at 0.53 of nchan's CPU an event; a
budget "at most 1.0 of nchan" is therefore 1.89 of the bare hub here. STREAMS, PEOPLE, CROWD and
ROUNDS can be set.
"""

import asyncio
import contextlib
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from uuid import UUID

import httpx2
import nats
import orjson
import pyseto
from chassis.migrate import upgrade
from chassis.testing import servers
from chassis.testing.plugin import TEST_KEY, TEST_KID, token_for
from nats.aio.client import Client
from nats.js.api import KeyValueConfig
from sqlalchemy import create_engine, text

from tests.bench import budgets
from tests.bench.budgets import Figure, ratio
from tests.bench.stream_load import Reader, StreamLoad, cpu_seconds, memory_kb, percentile

HERE = Path(__file__).parent
STREAMS = int(os.environ.get("STREAMS", "1000"))
PEOPLE = int(os.environ.get("PEOPLE", "50000"))
CROWD = int(os.environ.get("CROWD", "5000"))
ROUNDS = int(os.environ.get("ROUNDS", "3"))
RATE, SECONDS, SLICE = 20, 5, 500
BARE_TO_NCHAN = 0.53
PAD = "x" * 200


@dataclass
class Round:
    """What one run of one server showed."""

    cpu_us: float
    p99_ms: float
    connect_ms: float
    memory_kb: float
    lost: int


@dataclass
class Server:
    """A process under test, pinned to the first core; the load runs on the others."""

    port: int
    process: "subprocess.Popen[bytes]"
    url: str = field(init=False)

    def __post_init__(self) -> None:
        self.url = f"http://127.0.0.1:{self.port}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def run_server(command: list[str], path: str, port: int, **environment: str) -> Iterator[Server]:
    pinned = ["taskset", "-c", "0", *command]
    log = tempfile.TemporaryFile()  # noqa: SIM115 - it is open as long as the process runs
    process = subprocess.Popen(pinned, env=os.environ | environment, cwd=HERE, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + 300
        while True:
            with contextlib.suppress(httpx2.HTTPError):
                if httpx2.get(f"http://127.0.0.1:{port}{path}").status_code == 200:
                    break
            if time.monotonic() > deadline or process.poll() is not None:
                log.seek(0)
                raise TimeoutError(log.read()[-2000:].decode())
            time.sleep(0.1)
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait(20)


def people_ids(count: int) -> list[UUID]:
    return [UUID(int=(0x0190 << 112) | (7 << 76) | (2 << 62) | number) for number in range(1, count + 1)]


def build_stream_requests(ids: list[UUID]) -> list[bytes]:
    """Requests with new tokens: a cached one would hide the cost of its check."""
    now = datetime.now(UTC)
    head = "GET /api/sse/notifications HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n"
    return [head.format(token_for(now, sub=str(id))).encode() for id in ids]


class Bus:
    """Publishes as the service itself does, so that only the way from NATS to the streams is measured."""

    def __init__(self, client: Client, ids: list[UUID]) -> None:
        self.client, self.ids, self.revision = client, [str(id) for id in ids], 0

    async def publish(self) -> None:
        self.revision += 1
        entry = {"id": self.ids[0], "type": "system", "title": "bench", "message": PAD, "data": {}}
        body = {"action": "new", "notification": entry, "unread_count": self.revision, "revision": self.revision}
        result = orjson.dumps(body | {"sent": time.monotonic_ns()}).decode()
        rows = [[id, self.revision, result] for id in self.ids]
        for start in range(0, len(rows), SLICE):
            message = {"time": int(time.time() * 1000), "rows": rows[start : start + SLICE]}
            await self.client.publish("live.many", orjson.dumps(message))


class Post:
    """Publishes to the bare hub."""

    def __init__(self, http: httpx2.AsyncClient, url: str) -> None:
        self.http, self.url = http, url

    async def publish(self) -> None:
        entry = {"id": "0" * 36, "type": "system", "title": "bench", "message": PAD, "data": {}}
        body = {"action": "new", "notification": entry, "unread_count": 1, "revision": 1}
        await self.http.post(self.url + "/publish", content=orjson.dumps(body | {"sent": time.monotonic_ns()}))


async def measure(server: Server, requests: list[bytes], publisher: Bus | Post) -> Round:
    load, pid = StreamLoad(), server.process.pid
    memory, cpu = memory_kb(pid), cpu_seconds(pid)
    await load.connect(server.port, requests)
    if isinstance(publisher, Bus):
        await load.wait_until(lambda: load.greeted >= len(requests))
    connected = cpu_seconds(pid) - cpu
    await asyncio.sleep(1)
    memory = memory_kb(pid) - memory
    for _ in range(RATE):
        await publisher.publish()
        await asyncio.sleep(1 / RATE)
    await load.wait_until(lambda: load.events >= RATE * len(requests))
    load.late.clear()
    cpu, began = cpu_seconds(pid), load.events
    start = time.monotonic()
    for number in range(RATE * SECONDS):
        await asyncio.sleep(max(0.0, start + number / RATE - time.monotonic()))
        await publisher.publish()
    expected = RATE * SECONDS * len(requests)
    with contextlib.suppress(TimeoutError):
        await load.wait_until(lambda: load.events - began >= expected)
    delivered = load.events - began
    spent = cpu_seconds(pid) - cpu
    load.close()
    await asyncio.sleep(0.5)
    return Round(
        cpu_us=spent / max(1, delivered) * 1e6,
        p99_ms=percentile(load.late, 0.99),
        connect_ms=connected / len(requests) * 1000,
        memory_kb=memory / len(requests),
        lost=expected - delivered,
    )


async def compare_servers(service: Server, bare: Server, bus: Client) -> list[Figure]:
    """Both servers in turn, so that a busy machine affects both alike."""
    ids = people_ids(STREAMS)
    found: dict[str, list[Round]] = {"service": [], "bare": []}
    async with httpx2.AsyncClient() as http:
        for _ in range(ROUNDS):
            found["bare"].append(await measure(bare, [b"GET / HTTP/1.1\r\n\r\n"] * STREAMS, Post(http, bare.url)))
            found["service"].append(await measure(service, build_stream_requests(ids), Bus(bus, ids)))
    ours, bare_rounds = found["service"], found["bare"]
    values = [a.cpu_us / b.cpu_us * BARE_TO_NCHAN for a, b in zip(ours, bare_rounds, strict=True)]
    cpu, p99, connect = (statistics.median(column) for column in zip(*map(timings, ours), strict=True))
    return [
        ratio(f"CPU an event, of nchan's, {STREAMS:,} streams", values, must=1.0, aim=0.7, detail=f"{cpu:.1f} µs"),
        Figure("event, 99th percentile", p99, "ms"),
        Figure("connect, CPU", connect, "ms", must=0.3, aim=0.2),
        Figure("memory a stream", ours[0].memory_kb, "kB", must=15.6, aim=6.5),
        Figure("lost events", sum(one.lost for one in ours), "", must=0),
    ]


def timings(one: Round) -> tuple[float, float, float]:
    return one.cpu_us, one.p99_ms, one.connect_ms


async def measure_campaign(service: Server, database: str) -> list[Figure]:
    """A message to all users, while one of them uses their inbox."""
    fill_users(database)
    now = datetime.now(UTC)
    me = people_ids(PEOPLE)[-1]
    admin = {"Authorization": f"Bearer {token_for(now, role='admin')}"}
    mine = {"Authorization": f"Bearer {token_for(now, sub=str(me))}"}
    body = {"audience": {"all": True}, "type": "system", "title": "Всем", "message": PAD}
    async with httpx2.AsyncClient(base_url=service.url, timeout=30) as http:
        quiet, times = [await measure_change(http, mine) for _ in range(40)], []
        began = time.monotonic()
        sent = (await http.post("/api/notifications/admin/send", json=body, headers=admin)).json()["campaign"]
        while True:
            times.append(await measure_change(http, mine))
            now_is = (await http.get(f"/api/notifications/admin/campaigns/{sent['id']}", headers=admin)).json()[
                "campaign"
            ]
            if now_is["status"] == "sent" or time.monotonic() - began > 600:
                break
            await asyncio.sleep(0.05)
        took = time.monotonic() - began
    missing = PEOPLE - now_is["stats"]["in_app"]["delivered"]
    before, during = statistics.median(quiet), statistics.median(times)
    detail = f"median {during:.0f} ms of {before:.0f} ms"
    return [
        Figure(f"campaign to {PEOPLE:,} people", PEOPLE / took, "people/s", aim=10_000, at_least=True),
        Figure("people it did not reach", missing, "", must=0),
        Figure("one person's change meanwhile", during / before, "ratio", aim=1.5, detail=detail),
        Figure("the same, 99th percentile", percentile(times, 0.99), "ms", must=1000),
    ]


async def measure_crowd(service: Server) -> list[Figure]:
    """The time from one user's request to the event in their other tab, while thousands of streams are open.

    Everybody has a message from the campaign before; a hundred of them read it, one after another.
    """
    ids, load, now = people_ids(CROWD), StreamLoad(), datetime.now(UTC)
    requests = build_stream_requests(ids)
    await load.connect(service.port, requests)
    await load.wait_until(lambda: load.greeted >= CROWD)
    times = []
    async with httpx2.AsyncClient(base_url=service.url, timeout=30) as http:
        for place in range(0, CROWD, CROWD // 100):
            reader = load.find_reader(requests[place])
            headers = {"Authorization": f"Bearer {token_for(now, sub=str(ids[place]))}"}
            start = time.monotonic()
            (await http.post("/api/notifications/mark-all-read", headers=headers)).raise_for_status()
            await load.wait_until(partial(has_news, reader), seconds=10)
            times.append((reader.news_at - start) * 1000)
            await asyncio.sleep(0.05)
    load.close()
    detail = f"median {statistics.median(times):.0f} ms"
    name = f"request to event among {CROWD:,} streams, p99"
    return [Figure(name, percentile(times, 0.99), "ms", must=1000, detail=detail)]


def has_news(reader: Reader) -> bool:
    return reader.news_at > 0


async def measure_change(http: httpx2.AsyncClient, headers: dict[str, str]) -> float:
    """How long one person waits for a change of their inbox, in milliseconds."""
    start = time.monotonic()
    (await http.post("/api/notifications/mark-all-read", headers=headers)).raise_for_status()
    return (time.monotonic() - start) * 1000


def fill_users(database: str) -> None:
    engine = create_engine(database)
    with engine.begin() as connection:
        rows = text(
            "INSERT INTO users (id, email, first_name, last_name, role, is_verified, is_blocked, marketing, is_buyer,"
            " is_erased, joined_at, event_time) SELECT id, id || '@example.com', 'Анна', 'Орлова', 'user', true, false,"
            " false, false, false, now(), now() FROM unnest(CAST(:ids AS uuid[])) AS id"
        )
        connection.execute(rows, {"ids": people_ids(PEOPLE)})
    engine.dispose()


@contextlib.asynccontextmanager
async def bus_with_key(url: str) -> AsyncIterator[Client]:
    client = await nats.connect(url)
    keys = await client.jetstream().create_key_value(KeyValueConfig(bucket="identity", history=1))
    public = pyseto.Key.from_asymmetric_key_params(4, x=TEST_KEY._key.public_key().public_bytes_raw())
    await keys.put(f"key.{TEST_KID}", public.to_paserk().encode())
    try:
        yield client
    finally:
        await client.close()


async def main() -> int:
    with servers.postgres() as postgres, servers.nats() as nats_server:
        database = postgres.create("notifications")
        upgrade("notifications", database)
        async with bus_with_key(nats_server.url) as bus:
            port, bare_port = free_port(), free_port()
            environment = {
                "DATABASE_URL": database,
                "NATS_URL": nats_server.url,
                "SERVICE_PORT": str(port),
                "LOG_LEVEL": "WARNING",
            }
            python = sys.executable
            with (
                run_server([python, "-m", "chassis.serve", "notifications"], "/readyz", port, **environment) as service,
                run_server([python, str(HERE / "bare_hub.py"), str(bare_port)], "/healthz", bare_port) as bare,
            ):
                figures = await compare_servers(service, bare, bus)
                figures += await measure_campaign(service, database)
                figures += await measure_crowd(service)
    return budgets.report("Live streams and campaigns", figures)


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
