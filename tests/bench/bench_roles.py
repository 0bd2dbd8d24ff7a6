"""Compares live streams in a separate process with one process for everything, while a campaign is sent.

`make bench P=roles`. Events for single users of STREAMS streams are published while the service notifies PEOPLE other
users, and their delay is measured. Both layouts run in turns, each with its own campaign, on the same database.
"""

import asyncio
import contextlib
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import httpx2
import orjson
from chassis.migrate import upgrade
from chassis.testing import servers
from chassis.testing.plugin import sign_token
from chassis.testing.ports import find_free_port
from nats.aio.client import Client

from tests.bench import budgets
from tests.bench.bench_notifications import PEOPLE
from tests.bench.budgets import compute_ratio
from tests.bench.stream_load import StreamLoad, compute_percentile, read_cpu_seconds
from tests.bench.stream_servers import (
    PAD,
    Server,
    build_stream_requests,
    connect_with_token_key,
    fill_users,
    run_server,
)

STREAMS = 1000
RATE = 100
ROUNDS = 3
SERVE = [sys.executable, "-m", "chassis.serve", "notifications"]


@dataclass
class Round:
    """The result of one campaign: the delay of events, the rate of the campaign, and the CPU of all processes."""

    p50_ms: float
    p99_ms: float
    people_per_second: float
    cpu_seconds: float


def list_stream_users() -> list[UUID]:
    """Return users that no campaign reaches. Their streams get only the events that `publish` sends."""
    return [UUID(int=(0x0191 << 112) | (7 << 76) | (2 << 62) | number) for number in range(1, STREAMS + 1)]


async def publish(bus: Client, users: list[UUID], revisions: list[int], stop: asyncio.Event) -> None:
    """Publish one event after another at a fixed rate, each for the next user."""
    number = 0
    while not stop.is_set():
        index = number % len(users)
        revisions[index] += 1
        entry = {"id": str(users[index]), "type": "system", "title": "bench", "message": PAD, "data": {}}
        body = {"action": "new", "notification": entry, "unread_count": 1, "revision": revisions[index]}
        head = b"%d %d\n" % (revisions[index], int(time.time() * 1000))
        await bus.publish(f"live.{users[index]}", head + orjson.dumps(body | {"sent": time.monotonic_ns()}))
        number += 1
        await asyncio.sleep(1 / RATE)


async def send_campaign(api: Server) -> float:
    """Send a message to all users. Returns the seconds until it was sent."""
    admin = {"Authorization": f"Bearer {sign_token(datetime.now(UTC), role='admin')}"}
    body = {"audience": {"all": True}, "type": "system", "title": "Всем", "message": PAD}
    async with httpx2.AsyncClient(base_url=api.url, timeout=30, headers=admin) as http:
        began = time.monotonic()
        campaign = (await http.post("/api/notifications/admin/send", json=body)).json()["campaign"]
        while campaign["status"] != "sent":
            await asyncio.sleep(0.2)
            answer = await http.get(f"/api/notifications/admin/campaigns/{campaign['id']}")
            campaign = answer.json()["campaign"]
        return time.monotonic() - began


async def measure(streams: Server, api: Server, bus: Client) -> Round:
    users = list_stream_users()
    load = StreamLoad()
    stop = asyncio.Event()
    await load.connect(streams.port, build_stream_requests(users))
    await load.wait_until(lambda: load.authenticated >= STREAMS)
    pids = {streams.process.pid, api.process.pid}
    cpu_seconds_before = sum(map(read_cpu_seconds, pids))
    publishing = asyncio.create_task(publish(bus, users, [0] * STREAMS, stop))
    seconds = await send_campaign(api)
    stop.set()
    await publishing
    cpu_seconds = sum(map(read_cpu_seconds, pids)) - cpu_seconds_before
    load.close()
    return Round(
        compute_percentile(load.delays_ms, 0.5), compute_percentile(load.delays_ms, 0.99), PEOPLE / seconds, cpu_seconds
    )


async def main() -> int:
    rounds_by_layout: dict[str, list[Round]] = {"all": [], "apart": []}
    with servers.run_postgres() as postgres, servers.run_nats() as nats_server:
        database = postgres.create("notifications")
        upgrade("notifications", database)
        fill_users(database, PEOPLE)
        values = {"DATABASE_URL": database, "NATS_URL": nats_server.url, "LOG_LEVEL": "WARNING"}
        async with connect_with_token_key(nats_server.url) as bus:
            for _ in range(ROUNDS):
                for layout, roles in (("all", ["all"]), ("apart", ["streams", "api"])):
                    with contextlib.ExitStack() as stack:
                        servers_of_layout = []
                        for role in roles:
                            port = find_free_port()
                            environment = values | {"SERVICE_PORT": str(port), "NOTIFICATIONS_ROLE": role}
                            server = run_server(SERVE, "/readyz", port, **environment)
                            servers_of_layout.append(stack.enter_context(server))
                        rounds_by_layout[layout].append(await measure(servers_of_layout[0], servers_of_layout[-1], bus))
    return compare_and_report(rounds_by_layout["all"], rounds_by_layout["apart"])


def compare_and_report(all_in_one: list[Round], apart: list[Round]) -> int:
    pairs = list(zip(apart, all_in_one, strict=True))

    def compare(name: str, get_value: Callable[[Round], float], unit: str) -> budgets.Figure:
        ratios = [get_value(own) / get_value(reference) for own, reference in pairs]
        own_median = statistics.median(map(get_value, apart))
        reference_median = statistics.median(map(get_value, all_in_one))
        detail = f"{budgets.format_number(own_median)} {unit} vs {budgets.format_number(reference_median)} {unit}"
        return compute_ratio(name, ratios, detail=detail)

    figures = [
        compare("an event's delay, median", lambda result: result.p50_ms, "ms"),
        compare("an event's delay, 99th percentile", lambda result: result.p99_ms, "ms"),
        compare("people a second", lambda result: result.people_per_second, "/s"),
        compare("CPU of all processes", lambda result: result.cpu_seconds, "s"),
    ]
    return budgets.report("Streams in a process of their own beside one process for all, during a campaign", figures)


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
