"""Compares replay from a table with replay from JetStream. `make bench P=replay_log`.

Both have the same events of the same users. Each round replays the last 50 events of many users, one after another,
as a replica does when clients reconnect. Decision 0050 is based on this.
"""

import asyncio
import random
import statistics
import time
import uuid
from collections.abc import Awaitable, Callable

import nats
import psycopg
from chassis.testing import servers
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig, DeliverPolicy, StreamConfig

from tests.bench import budgets

USERS = 500
EVENTS = 100
MISSED_EVENTS = 50
SAMPLE = 100
ROUNDS = 3
BODY = '{"action":"new","notification":{"message":"' + "x" * 300 + '"}}'
ReplayFunction = Callable[[int], Awaitable[int]]


def convert_to_psycopg_url(url: str) -> str:
    return url.replace("postgresql+psycopg://", "postgresql://")


async def fill_table(db: psycopg.AsyncConnection, users: list[uuid.UUID]) -> None:
    await db.execute(
        "CREATE TABLE live_log (user_id uuid, revision bigint, body text, PRIMARY KEY (user_id, revision))"
    )
    async with db.cursor() as cursor, cursor.copy("COPY live_log FROM STDIN") as copy:
        for revision in range(1, EVENTS + 1):
            for user in users:
                await copy.write_row((user, revision, BODY))
    await db.execute("ANALYZE live_log")


async def fill_stream(js: JetStreamContext, users: list[uuid.UUID]) -> None:
    await js.add_stream(StreamConfig(name="LIVE", subjects=["log.>"]))
    for _ in range(EVENTS):
        await asyncio.gather(*(js.publish(f"log.{user}", BODY.encode()) for user in users))


def create_table_replay(db: psycopg.AsyncConnection, users: list[uuid.UUID]) -> ReplayFunction:
    query = "SELECT revision, body FROM live_log WHERE user_id = %s AND revision > %s ORDER BY revision"

    async def replay(number: int) -> int:
        cursor = await db.execute(query, (users[number], EVENTS - MISSED_EVENTS), prepare=True)
        return len(await cursor.fetchall())

    return replay


def create_stream_replay(js: JetStreamContext, users: list[uuid.UUID]) -> ReplayFunction:
    start = USERS * (EVENTS - MISSED_EVENTS) + 1

    async def replay(number: int) -> int:
        config = ConsumerConfig(deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=start)
        subscription = await js.subscribe(f"log.{users[number]}", ordered_consumer=True, config=config)
        for _ in range(MISSED_EVENTS):
            await subscription.next_msg(timeout=5)
        await subscription.unsubscribe()
        return MISSED_EVENTS

    return replay


async def time_replay(replay: ReplayFunction) -> float:
    """Replay the events of a random sample of users. Returns the median time of one replay in milliseconds."""
    times = []
    for number in random.sample(range(USERS), SAMPLE):
        began = time.perf_counter()
        assert await replay(number) == MISSED_EVENTS
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


async def main() -> int:
    users = [uuid.uuid4() for _ in range(USERS)]
    with servers.run_postgres() as postgres, servers.run_nats() as nats_server:
        url = convert_to_psycopg_url(postgres.create("replay"))
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as db:
            client = await nats.connect(nats_server.url)
            js = client.jetstream(timeout=30)
            await fill_table(db, users)
            await fill_stream(js, users)
            replays = {"table": create_table_replay(db, users), "JetStream": create_stream_replay(js, users)}
            times_by_replay: dict[str, list[float]] = {name: [] for name in replays}
            for _ in range(ROUNDS):
                for name, replay in replays.items():
                    times_by_replay[name].append(await time_replay(replay))
            await client.close()
    table_times, jetstream_times = times_by_replay.values()
    ratios = [jetstream / table for table, jetstream in zip(table_times, jetstream_times, strict=True)]
    detail = f"{statistics.median(jetstream_times):.2f} ms vs {statistics.median(table_times):.2f} ms"
    figure = budgets.compute_ratio("JetStream's time", ratios, detail=detail)
    return budgets.report(f"Replay of {MISSED_EVENTS} events of one user from JetStream beside the table", [figure])


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
