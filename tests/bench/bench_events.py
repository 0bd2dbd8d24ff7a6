"""Compares the delivery of events, from the commit in one service to the effect in another, with a bare pull consumer.

`make bench P=events`.

Content's outbox and relay run in this process; the replicas of the calculator, whose handler inserts one row an event,
are processes as in production. PostgreSQL records when each effect was committed. The bare consumer's events are in the
stream before it starts, so its time includes neither an outbox nor the publication.
"""

import asyncio
import contextlib
import os
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime

import nats
import psycopg
from chassis.events.outbox import relay_step
from chassis.events.registry import build_envelope
from chassis.runtime import AnyRuntime
from chassis.settings import CommonSettings
from chassis.testing import servers
from chassis.testing.ports import find_free_port
from chassis.workers import Worker
from contracts.content import OrderCreated
from nats.js.api import AckPolicy, ConsumerConfig, StreamConfig

from tests.bench import budgets
from tests.bench.bench_calculator import FOLDER
from tests.bench.bench_growth import compute_slope

EVENTS = 3000
ROUNDS = 3
REPLICAS = (1, 2, 4)
# Duration of the half load, and interval at which the due events are committed together.
SECONDS = 3.0
TICK = 0.01
TRACK_COMMIT_TIMESTAMPS = "track_commit_timestamp = on\n"
INSERT_EVENT = "INSERT INTO outbox (id, type, body, created_at) VALUES (%s, %s, %s, %s)"
SELECT_EFFECTS = "SELECT id, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 FROM seen_events"


def convert_to_psycopg_url(url: str) -> str:
    return url.replace("postgresql+psycopg://", "postgresql://")


def make_outbox_rows(count: int) -> list[tuple[uuid.UUID, str, bytes, datetime]]:
    """Return rows for the outbox. Each event is about a different order."""
    now = datetime.now(UTC)
    rows = []
    for number in range(count):
        id = uuid.uuid4()
        event = OrderCreated(order_id=uuid.uuid4(), user_id=uuid.uuid4(), title="Toyota Camry", number=f"МА-{number}")
        body = build_envelope(event, id=id, source="/services/content", time=now, traceparent=None)
        rows.append((id, event.type, body, now))
    return rows


class Pipeline:
    """Content's relay in this process, and `count` replicas of the calculator in other processes."""

    def __init__(self, publisher_url: str, consumer_url: str, nats_url: str) -> None:
        self._publisher_url = publisher_url
        self._consumer_url = consumer_url
        self._nats_url = nats_url
        settings = CommonSettings.model_validate({"DATABASE_URL": publisher_url, "NATS_URL": nats_url})
        self.runtime = AnyRuntime("content", settings)

    @contextlib.contextmanager
    def run_replicas(self, count: int) -> Iterator[None]:
        settings = {"DATABASE_URL": self._consumer_url, "NATS_URL": self._nats_url, "RUN_JOBS": "false"}
        processes = []
        for _ in range(count):
            environment = os.environ | settings | {"SERVICE_PORT": str(find_free_port())}
            command = [sys.executable, "-m", "chassis.serve", "calculator"]
            processes.append(subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL))
        try:
            yield
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait()

    async def commit(self, db: psycopg.AsyncConnection, rows: list[tuple[uuid.UUID, str, bytes, datetime]]) -> float:
        """Commit the events together. Returns the time of the commit."""
        async with db.transaction(), db.cursor() as cursor:
            await cursor.executemany(INSERT_EVENT, rows)
        self.runtime.notify("outbox")
        return time.time()

    async def wait_for_effects(self, ids: set[uuid.UUID]) -> dict[uuid.UUID, float]:
        """Wait for the effects of all events. Returns the time of each commit."""
        deadline = time.monotonic() + 120
        async with await psycopg.AsyncConnection.connect(
            convert_to_psycopg_url(self._consumer_url), autocommit=True
        ) as db:
            while True:
                cursor = await db.execute("SELECT count(*) FROM seen_events")
                row = await cursor.fetchone()
                if row and row[0] >= len(ids):
                    times_by_id: dict[uuid.UUID, float] = dict(await (await db.execute(SELECT_EFFECTS)).fetchall())
                    await db.execute("TRUNCATE seen_events")
                    assert times_by_id.keys() == ids
                    return times_by_id
                if time.monotonic() > deadline:
                    raise SystemExit(f"{row} of {len(ids)} events arrived")
                await asyncio.sleep(0.1)

    async def measure_rate(self) -> float:
        """Return the events a second, all committed at once."""
        rows = make_outbox_rows(EVENTS)
        async with await psycopg.AsyncConnection.connect(convert_to_psycopg_url(self._publisher_url)) as db:
            began = await self.commit(db, rows)
        effects = await self.wait_for_effects({row[0] for row in rows})
        return EVENTS / (max(effects.values()) - began)

    async def measure_delays(self, rate: float) -> list[float]:
        """Return the milliseconds from the commit to the effect of each event at this many events a second."""
        rows = make_outbox_rows(int(rate * SECONDS))
        commit_times = dict[uuid.UUID, float]()
        began = time.perf_counter()
        async with await psycopg.AsyncConnection.connect(convert_to_psycopg_url(self._publisher_url)) as db:
            while len(commit_times) < len(rows):
                due = rows[len(commit_times) : int((time.perf_counter() - began) * rate)]
                if due:
                    commit_times |= dict.fromkeys((row[0] for row in due), await self.commit(db, due))
                await asyncio.sleep(TICK)
        effects = await self.wait_for_effects(set(commit_times))
        return sorted((effects[id] - at) * 1000 for id, at in commit_times.items())


async def measure_bare_rate(nats_url: str, database: str) -> float:
    """Return the events a second of the bare consumer."""
    client = await nats.connect(nats_url)
    js = client.jetstream(timeout=30)
    await js.add_stream(StreamConfig(name="BARE", subjects=["bare"]))
    await js.add_consumer("BARE", ConsumerConfig(durable_name="bare", ack_policy=AckPolicy.EXPLICIT))
    publications = [await js.publish_async("bare", body) for _, _, body, _ in make_outbox_rows(EVENTS)]
    await asyncio.gather(*publications)
    command = [sys.executable, str(FOLDER / "bare_events.py"), nats_url, database, str(EVENTS)]
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    output, _ = await process.communicate()
    await js.delete_stream("BARE")
    await client.close()
    return EVENTS / float(output)


async def measure(pipeline: Pipeline, nats_url: str, bare: str) -> list[budgets.Figure]:
    figures = []
    seconds_per_event = []
    for count in REPLICAS:
        with pipeline.run_replicas(count):
            await pipeline.measure_rate()  # The first events wait for the start of the replicas.
            rounds = [(await pipeline.measure_rate(), await measure_bare_rate(nats_url, bare)) for _ in range(ROUNDS)]
            our_median, bare_median = map(statistics.median, zip(*rounds, strict=True))
            delays = await pipeline.measure_delays(our_median / 2)
        seconds_per_event.append(1 / our_median)
        label = f"{count} replica" + "s" * (count > 1)
        ratios = [our_rate / bare_rate for our_rate, bare_rate in rounds]
        detail = f"{our_median:.0f}/s vs {bare_median:.0f}/s"
        figures.append(budgets.compute_ratio(f"rate, {label}", ratios, aim=0.5, at_least=True, detail=detail))
        figures.append(budgets.Figure(f"events, {label}", our_median, "events/s"))
        p99 = delays[int(len(delays) * 0.99)]
        median = statistics.median(delays)
        detail = f"median {median:.0f} ms, at {our_median / 2:.0f}/s"
        figures.append(budgets.Figure(f"delay at half load, p99, {label}", p99, "ms", detail=detail))
    figures.append(
        budgets.Figure(
            "time per event, growth with replicas", compute_slope(list(REPLICAS), seconds_per_event), "slope", aim=0.15
        )
    )
    return figures


async def run(postgres: servers.Postgres, nats_url: str) -> list[budgets.Figure]:
    publisher, consumer, bare = (postgres.create(name) for name in ("content", "calculator", "bare"))
    async with await psycopg.AsyncConnection.connect(convert_to_psycopg_url(bare), autocommit=True) as db:
        await db.execute("CREATE TABLE bare (order_id uuid PRIMARY KEY, user_id uuid NOT NULL)")
    for name, url in {"content": publisher, "calculator": consumer}.items():
        # In a process of its own, since several services have tables of the same name.
        command = [sys.executable, "-m", "chassis.migrate", name]
        await asyncio.to_thread(subprocess.run, command, env=os.environ | {"DATABASE_URL": url}, check=True)
    pipeline = Pipeline(publisher, consumer, nats_url)
    await pipeline.runtime.bus.start()
    relay = Worker("outbox", lambda: relay_step(pipeline.runtime.database, pipeline.runtime.bus))
    pipeline.runtime.workers["outbox"] = relay
    pipeline.runtime.run_in_background(relay.run())
    try:
        return await measure(pipeline, nats_url, convert_to_psycopg_url(bare))
    finally:
        await pipeline.runtime.stop()


def main() -> int:
    with servers.run_postgres(TRACK_COMMIT_TIMESTAMPS) as postgres, servers.run_nats() as nats_server:
        figures = asyncio.run(run(postgres, nats_server.url))
    return budgets.report("Events from the commit to the effect in another service, beside a bare consumer", figures)


if __name__ == "__main__":
    sys.exit(main())
