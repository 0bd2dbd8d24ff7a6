"""Compares live streams with nchan, in the same rounds: CPU for an event, opening and memory of a stream.

`make bench P=streams`. Each stream of nchan follows its own channel and a common one, like a stream of the service
(docs/decisions/0162). Without nginx and its nchan module, a bare asyncio server (bare_hub.py) replaces nchan, with
limits of its own. STREAMS, CROWD and ROUNDS can be set. The service gets events over NATS with a separate body for each
user. nchan gets one body for all over HTTP. The servers run on the first core, the clients on the others.
"""

import asyncio
import contextlib
import math
import os
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import orjson
import uvloop
from chassis.migrate import upgrade
from chassis.testing import servers
from chassis.testing.ports import find_free_port
from nats.aio.client import Client

from tests.bench import budgets
from tests.bench.bench_calculator import measure as measure_answers
from tests.bench.budgets import Figure, compute_ratio
from tests.bench.stream_load import StreamLoad, compute_percentile
from tests.bench.stream_servers import (
    FOLDER,
    PAD,
    SLICE,
    Server,
    build_stream_requests,
    connect_with_token_key,
    has_nchan,
    make_user_ids,
    read_cpu_seconds_of,
    read_memory_kb_of,
    run_bare_server,
    run_nchan,
    run_server,
    run_traefik,
)

STREAMS = int(os.environ.get("STREAMS", "1000"))
CROWD = int(os.environ.get("CROWD", "10000"))
ROUNDS = int(os.environ.get("ROUNDS", "3"))
SECONDS = 3.0
# Number of HTTP connections that publish to nchan.
PUBLISHERS = 8
# Number of events in flight in the closed loop.
WINDOW = 64
TRAEFIK = Path(sys.executable).with_name("traefik")


@dataclass(frozen=True)
class Limit:
    """The highest ratio of our cost to the reference's that is allowed (`must`), and the one to reach (`aim`)."""

    must: float | None = None
    aim: float | None = None


@dataclass(frozen=True)
class Limits:
    """Limits of the ratios to one reference program."""

    event_for_few: Limit
    event_for_crowd: Limit
    memory: Limit


NO_LIMIT = Limit()
BESIDE_NCHAN = Limits(event_for_few=Limit(1.0, 0.7), event_for_crowd=Limit(1.0, 0.75), memory=Limit(1.2, 0.5))
# The bare hub writes one text to all streams and knows nobody. Ours has a text for each person and checks their tokens:
# on a quiet machine an event takes 1.7 to 1.9 times as long, and a stream three times the memory.
BESIDE_BARE_HUB = Limits(event_for_few=Limit(3), event_for_crowd=Limit(3), memory=Limit(6))


@dataclass(frozen=True)
class Round:
    """Result of one run of one server: CPU for an event, its delay, CPU for opening a stream, memory for a stream."""

    cpu_us: float
    p99_ms: float
    opening_cpu_ms: float
    memory_kb: float
    lost: int


class NatsPublisher:
    """Publishes like the service itself, so that only the path from NATS to the streams is measured."""

    name = "service"

    def __init__(self, client: Client) -> None:
        self._client = client
        self._ids = list[str]()
        self._revisions: list[int] = []

    def build_requests(self, ids: list[UUID]) -> list[bytes]:
        self._ids = [str(id) for id in ids]
        self._revisions = [0] * len(ids)
        return build_stream_requests(ids)

    def is_ready(self, load: StreamLoad, streams: int) -> bool:
        return load.authenticated >= streams

    async def publish(self, index: int | None) -> None:
        """Publish an event for one of the streams, or for all of them."""
        if index is not None:
            self._revisions[index] += 1
            body = orjson.dumps(_make_body(self._revisions[index]))
            head = b"%d %d\n" % (self._revisions[index], int(time.time() * 1000))
            await self._client.publish(f"live.{self._ids[index]}", head + body)
            return
        self._revisions = [revision + 1 for revision in self._revisions]
        body_text = orjson.dumps(_make_body(self._revisions[0])).decode()
        rows = [[id, revision, body_text] for id, revision in zip(self._ids, self._revisions, strict=True)]
        for start in range(0, len(rows), SLICE):
            message = {"time": int(time.time() * 1000), "rows": rows[start : start + SLICE]}
            await self._client.publish("live.many", orjson.dumps(message))


class HttpPublisher:
    """Publishes over HTTP on eight connections, one request at a time on each, like nchan's load program.

    Each stream follows the channel of its user and the common channel, like a stream of the service.
    """

    def __init__(self, name: str, port: int) -> None:
        self.name = name
        self._port = port
        self._free = asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]]()
        self._opened = 0
        self._answers = set[asyncio.Task[None]]()

    def build_requests(self, ids: list[UUID]) -> list[bytes]:
        head = "GET /streams/u{} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
        return [head.format(index).encode() for index in range(len(ids))]

    def is_ready(self, load: StreamLoad, streams: int) -> bool:
        return load.open >= streams

    async def publish(self, index: int | None) -> None:
        """Publish an event for one of the streams, or for all of them."""
        if self._free.empty() and self._opened < PUBLISHERS:
            self._opened += 1
            self._free.put_nowait(await asyncio.open_connection("127.0.0.1", self._port))
        reader, writer = await asyncio.wait_for(self._free.get(), 30)
        body = orjson.dumps(_make_body(1))
        channel = "all" if index is None else f"u{index}"
        head = f"POST /publish/{channel} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        task = asyncio.create_task(self._await_answer(reader, writer))
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _await_answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(head.partition(b"content-length:")[2].partition(b"\r\n")[0]))
        self._free.put_nowait((reader, writer))


def _make_body(revision: int) -> dict[str, object]:
    entry = {"id": "0" * 36, "type": "system", "title": "bench", "message": PAD, "data": {}}
    stamp = {"unread_count": revision, "revision": revision, "sent": time.monotonic_ns()}
    return {"action": "new", "notification": entry, **stamp}


@dataclass(frozen=True)
class Target:
    """A way of serving streams: its publisher, the port that clients use, and all its processes."""

    publisher: NatsPublisher | HttpPublisher
    port: int
    servers: Sequence[Server]


async def measure(target: Target, streams: int, rate: float | None, *, is_broadcast: bool) -> Round:
    """Open the streams, publish for some seconds at `rate` a second (None: a closed loop), close them."""
    load = StreamLoad()
    publisher = target.publisher
    requests = publisher.build_requests(make_user_ids(streams))
    memory = read_memory_kb_of(target.servers)
    cpu = read_cpu_seconds_of(target.servers)
    await load.connect(target.port, requests)
    await load.wait_until(lambda: publisher.is_ready(load, streams))
    connection_seconds = read_cpu_seconds_of(target.servers) - cpu
    await asyncio.sleep(1)
    memory = read_memory_kb_of(target.servers) - memory
    await _publish(load, publisher, streams, rate, 1.0, is_broadcast=is_broadcast)
    load.delays_ms.clear()
    cpu = read_cpu_seconds_of(target.servers)
    began = load.events
    expected = await _publish(load, publisher, streams, rate, SECONDS, is_broadcast=is_broadcast)
    delivered_count = load.events - began
    spent_seconds = read_cpu_seconds_of(target.servers) - cpu
    load.close()
    await asyncio.sleep(0.5)
    return Round(
        cpu_us=spent_seconds / max(1, delivered_count) * 1e6,
        p99_ms=compute_percentile(load.delays_ms, 0.99),
        opening_cpu_ms=connection_seconds / streams * 1000,
        memory_kb=memory / streams,
        lost=expected - delivered_count,
    )


async def _publish(
    load: StreamLoad,
    publisher: NatsPublisher | HttpPublisher,
    streams: int,
    rate: float | None,
    seconds: float,
    *,
    is_broadcast: bool,
) -> int:
    """Publish at a fixed rate and wait until all events have arrived, at most ten seconds. Returns their number."""
    if rate is None:
        return await _publish_in_closed_loop(load, publisher, streams, seconds)
    start = time.monotonic()
    began = load.events
    count = round(rate * seconds)
    for number in range(count):
        await asyncio.sleep(max(0.0, start + number / rate - time.monotonic()))
        await publisher.publish(None if is_broadcast else number % streams)
    expected = count * (streams if is_broadcast else 1)
    with contextlib.suppress(TimeoutError):
        await load.wait_until(lambda: load.events - began >= expected, seconds=10)
    return expected


async def _publish_in_closed_loop(
    load: StreamLoad, publisher: NatsPublisher | HttpPublisher, streams: int, seconds: float
) -> int:
    """Keep WINDOW events for single users in flight. Returns the number of published events."""
    start = time.monotonic()
    began = load.events
    sent_count = 0
    while time.monotonic() - start < seconds:
        if sent_count - (load.events - began) < WINDOW:
            await publisher.publish(sent_count % streams)
            sent_count += 1
        else:
            load.arrived.clear()
            await asyncio.wait_for(load.arrived.wait(), 10)
    await load.wait_until(lambda: load.events - began >= sent_count, seconds=10)
    return sent_count


async def measure_in_turns(
    targets: Sequence[Target], streams: int, rate: float | None, *, is_broadcast: bool
) -> list[list[Round]]:
    """Return the rounds of each target. Targets alternate, so that a busy machine affects them equally."""
    rounds_of_targets: list[list[Round]] = [[] for _ in targets]
    for _ in range(ROUNDS):
        for index, target in enumerate(targets):
            rounds_of_targets[index].append(await measure(target, streams, rate, is_broadcast=is_broadcast))
    return rounds_of_targets


def compare(
    name: str,
    rounds_of_targets: list[list[Round]],
    value: Callable[[Round], float],
    unit: str,
    limit: Limit = NO_LIMIT,
) -> Figure:
    """Return the ratio of the first target to the second, round by round."""
    ours, theirs = ([value(measured) for measured in rounds] for rounds in rounds_of_targets)
    ratios = [own / reference for own, reference in zip(ours, theirs, strict=True)]
    medians = [budgets.format_number(statistics.median(values)) for values in (ours, theirs)]
    detail = f"{medians[0]} {unit} vs {medians[1]} {unit}"
    return compute_ratio(name, ratios, must=limit.must, aim=limit.aim, detail=detail)


def get_cpu_us(measured: Round) -> float:
    return measured.cpu_us


def get_opening_cpu_ms(measured: Round) -> float:
    return measured.opening_cpu_ms


def get_memory_kb(measured: Round) -> float:
    return measured.memory_kb


async def measure_opening(target: Target, streams: int) -> float:
    """Open the streams and close them. Returns the CPU time for each stream, in µs."""
    load = StreamLoad()
    requests = target.publisher.build_requests(make_user_ids(streams))
    cpu = read_cpu_seconds_of(target.servers)
    await load.connect(target.port, requests)
    await load.wait_until(lambda: target.publisher.is_ready(load, streams))
    spent_seconds = read_cpu_seconds_of(target.servers) - cpu
    load.close()
    await asyncio.sleep(0.5)
    return spent_seconds / streams * 1e6


async def compare_opening(ours: Target, streams: int) -> Figure:
    """Compare the CPU time of opening a stream with the CPU time of a constant answer of FastAPI.

    nchan is a bad reference here, because it is not Python. On a day when Python ran at half its speed, the ratio to
    nchan rose from 5.5 to 12. The ratio to FastAPI was 2.7 on both days.
    """
    rounds = []
    with run_bare_server() as bare:
        for _ in range(ROUNDS):
            opening = await measure_opening(ours, streams)
            _, answer = await asyncio.to_thread(measure_answers, bare.port, "/healthz", 1, bare.process.pid, None)
            rounds.append((opening, answer))
    ours_us, bare_us = map(statistics.median, zip(*rounds, strict=True))
    ratios = [opening / answer for opening, answer in rounds]
    detail = f"{ours_us:.0f} µs vs {bare_us:.0f} µs"
    return compute_ratio(
        f"opening one of {streams:,} streams, beside a bare answer", ratios, must=5, aim=3, detail=detail
    )


async def compare_all(ours: Target, other: Target, limits: Limits) -> list[Figure]:
    """Return all comparisons that any reference program allows."""
    pair = [ours, other]
    to_all = await measure_in_turns(pair, STREAMS, 20, is_broadcast=True)
    crowd = await measure_in_turns(pair, CROWD, 2, is_broadcast=True)
    own_rounds = to_all[0] + crowd[0]
    # Memory is compared in the first round only, because later rounds reuse allocated memory.
    first = [rounds[:1] for rounds in crowd]
    return [
        compare(f"an event for all, {STREAMS:,} streams", to_all, get_cpu_us, "µs", limits.event_for_few),
        compare(f"an event for all, {CROWD:,} streams", crowd, get_cpu_us, "µs", limits.event_for_crowd),
        compare("memory per stream", first, get_memory_kb, "kB", limits.memory),
        await compare_opening(ours, STREAMS),
        await compare_opening(ours, CROWD),
        compare(f"opening one of {STREAMS:,} streams", to_all, get_opening_cpu_ms, "ms"),
        Figure("CPU per event, growth with streams", compute_slope(to_all[0], crowd[0]), "slope", aim=0.15),
        Figure(
            f"CPU per event, growth with streams, {other.publisher.name}", compute_slope(to_all[1], crowd[1]), "slope"
        ),
        Figure(
            "an event for all, delay, 99th percentile",
            statistics.median(measured.p99_ms for measured in to_all[0]),
            "ms",
        ),
        Figure("opening a stream, CPU, the slowest round", max(map(get_opening_cpu_ms, own_rounds)), "ms"),
        Figure("lost events", sum(measured.lost for measured in own_rounds), "", must=0),
    ]


async def compare_events_for_one(ours: Target, nchan: Target) -> list[Figure]:
    """Compare events for one user with nchan's. A bare hub has none: it sends every event to all streams."""
    pair = [ours, nchan]
    closed_result = await measure_in_turns(pair, STREAMS, None, is_broadcast=False)
    to_one = await measure_in_turns(pair, STREAMS, 1500, is_broadcast=False)
    return [
        compare(f"events for one, {WINDOW} in flight", closed_result, get_cpu_us, "µs", Limit(must=1.2, aim=0.85)),
        compare("events for one, 1,500 a second", to_one, get_cpu_us, "µs", Limit(aim=1.0)),
    ]


def compute_slope(few: list[Round], many: list[Round]) -> float:
    """Return the log-log slope of the CPU for an event between STREAMS and CROWD streams."""
    costs = [statistics.median(map(get_cpu_us, rounds)) for rounds in (few, many)]
    return math.log(costs[1] / costs[0]) / math.log(CROWD / STREAMS)


async def compare_behind_traefik(ours: Target, other: Target) -> Figure:
    with (
        run_traefik(TRAEFIK, ours.servers[0]) as gateway_of_ours,
        run_traefik(TRAEFIK, other.servers[0]) as gateway_of_other,
    ):
        pair = [
            Target(target.publisher, gateway.port, [*target.servers, gateway])
            for target, gateway in ((ours, gateway_of_ours), (other, gateway_of_other))
        ]
        rounds_of_targets = await measure_in_turns(pair, STREAMS, 10, is_broadcast=True)
    return compare(
        f"an event for all through Traefik, {STREAMS:,} streams", rounds_of_targets, get_cpu_us, "µs", Limit(aim=0.8)
    )


@contextlib.asynccontextmanager
async def run_service(stack: ExitStack) -> AsyncIterator[Target]:
    """Run the service as a process that serves only streams."""
    postgres = stack.enter_context(servers.run_postgres())
    nats = stack.enter_context(servers.run_nats())
    database = postgres.create("notifications")
    port = find_free_port()
    upgrade("notifications", database)
    environment = {
        "DATABASE_URL": database,
        "NATS_URL": nats.url,
        "SERVICE_PORT": str(port),
        "LOG_LEVEL": "WARNING",
        "NOTIFICATIONS_ROLE": "streams",
    }
    async with connect_with_token_key(nats.url) as client:
        command = [sys.executable, "-m", "chassis.serve", "notifications"]
        service = stack.enter_context(run_server(command, "/readyz", port, **environment))
        yield Target(NatsPublisher(client), port, [service])


async def main() -> int:
    with ExitStack() as stack:
        async with run_service(stack) as ours:
            os.sched_setaffinity(0, os.sched_getaffinity(0) - {0} or {0})
            if not has_nchan():
                port = find_free_port()
                command = [sys.executable, str(FOLDER / "bare_hub.py"), str(port)]
                bare = stack.enter_context(run_server(command, "/healthz", port))
                other = Target(HttpPublisher("bare hub", port), port, [bare])
                return budgets.report("Live streams beside a bare hub", await compare_all(ours, other, BESIDE_BARE_HUB))
            nchan = stack.enter_context(run_nchan())
            other = Target(HttpPublisher("nchan", nchan.port), nchan.port, [nchan])
            figures = [
                *await compare_all(ours, other, BESIDE_NCHAN),
                *await compare_events_for_one(ours, other),
                await compare_behind_traefik(ours, other),
            ]
            return budgets.report("Live streams beside nchan", figures)


if __name__ == "__main__":
    raise SystemExit(uvloop.run(main()))
