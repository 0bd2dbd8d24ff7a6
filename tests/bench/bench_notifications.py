"""Measures a campaign to 50,000 users, and the delay of a change among 5,000 streams. `make bench P=notifications`.

PEOPLE and CROWD can be set. Live streams themselves are measured by bench_streams.
"""

import asyncio
import os
import statistics
import sys
import time
from datetime import UTC, datetime
from functools import partial

import httpx2
from chassis.migrate import upgrade
from chassis.testing import servers
from chassis.testing.plugin import sign_token
from chassis.testing.ports import find_free_port

from tests.bench import budgets
from tests.bench.budgets import Figure
from tests.bench.stream_load import Reader, StreamLoad, compute_percentile
from tests.bench.stream_servers import (
    PAD,
    Server,
    build_stream_requests,
    connect_with_token_key,
    fill_users,
    make_user_ids,
    run_server,
)

PEOPLE = int(os.environ.get("PEOPLE", "50000"))
CROWD = int(os.environ.get("CROWD", "5000"))


async def measure_campaign(service: Server, database: str) -> list[Figure]:
    """Measure a message to all users, while one of them uses their inbox."""
    fill_users(database, PEOPLE)
    now = datetime.now(UTC)
    me = make_user_ids(PEOPLE)[-1]
    admin = {"Authorization": f"Bearer {sign_token(now, role='admin')}"}
    own_headers = {"Authorization": f"Bearer {sign_token(now, sub=str(me))}"}
    body = {"audience": {"all": True}, "type": "system", "title": "Всем", "message": PAD}
    async with httpx2.AsyncClient(base_url=service.url, timeout=30) as http:
        quiet_times = [await measure_change(http, own_headers) for _ in range(40)]
        times = []
        began = time.monotonic()
        answer = await http.post("/api/notifications/admin/send", json=body, headers=admin)
        campaign_id = answer.json()["campaign"]["id"]
        while True:
            times.append(await measure_change(http, own_headers))
            answer = await http.get(f"/api/notifications/admin/campaigns/{campaign_id}", headers=admin)
            campaign = answer.json()["campaign"]
            if campaign["status"] == "sent" or time.monotonic() - began > 600:
                break
            await asyncio.sleep(0.05)
        seconds = time.monotonic() - began
    missing_count = PEOPLE - campaign["stats"]["in_app"]["delivered"]
    before = statistics.median(quiet_times)
    during = statistics.median(times)
    slowest = compute_percentile(times, 0.99)
    detail = f"median {during:.0f} ms vs {before:.0f} ms"
    return [
        Figure(f"campaign to {PEOPLE:,} people", PEOPLE / seconds, "people/s"),
        Figure("people it did not reach", missing_count, "", must=0),
        Figure("one person's change meanwhile", during / before, "ratio", aim=1.5, detail=detail),
        Figure("the same, 99th percentile", slowest / before, "ratio", must=100, detail=f"{slowest:.0f} ms"),
    ]


async def measure_crowd(service: Server) -> list[Figure]:
    """Measure the time from one user's request to the event in their other tab, while thousands of streams are open.

    Every user has a message from the previous campaign, and a hundred of them read it, one after another. The reference
    is the answer to such a request before the streams are opened.
    """
    ids = make_user_ids(CROWD)
    load = StreamLoad()
    now = datetime.now(UTC)
    requests = build_stream_requests(ids)
    async with httpx2.AsyncClient(base_url=service.url, timeout=30) as http:
        own_headers = {"Authorization": f"Bearer {sign_token(now, sub=str(ids[-1]))}"}
        before = statistics.median([await measure_change(http, own_headers) for _ in range(40)])
    await load.connect(service.port, requests)
    await load.wait_until(lambda: load.authenticated >= CROWD)
    times = []
    async with httpx2.AsyncClient(base_url=service.url, timeout=30) as http:
        for index in range(0, CROWD, CROWD // 100):
            reader = load.find_reader(requests[index])
            headers = {"Authorization": f"Bearer {sign_token(now, sub=str(ids[index]))}"}
            start = time.monotonic()
            (await http.post("/api/notifications/mark-all-read", headers=headers)).raise_for_status()
            await load.wait_until(partial(has_event, reader), seconds=10)
            times.append((reader.last_event_at - start) * 1000)
            await asyncio.sleep(0.05)
    load.close()
    slowest = compute_percentile(times, 0.99)
    detail = f"{slowest:.0f} ms, median {statistics.median(times):.0f} ms vs {before:.1f} ms without streams"
    name = f"request to event among {CROWD:,} streams, p99"
    return [Figure(name, slowest / before, "ratio", must=100, detail=detail)]


def has_event(reader: Reader) -> bool:
    return reader.last_event_at > 0


async def measure_change(http: httpx2.AsyncClient, headers: dict[str, str]) -> float:
    """Measure the delay of a change of one user's inbox, in milliseconds."""
    start = time.monotonic()
    (await http.post("/api/notifications/mark-all-read", headers=headers)).raise_for_status()
    return (time.monotonic() - start) * 1000


async def main() -> int:
    with servers.run_postgres() as postgres, servers.run_nats() as nats_server:
        database = postgres.create("notifications")
        port = find_free_port()
        upgrade("notifications", database)
        environment = {
            "DATABASE_URL": database,
            "NATS_URL": nats_server.url,
            "SERVICE_PORT": str(port),
            "LOG_LEVEL": "WARNING",
        }
        command = [sys.executable, "-m", "chassis.serve", "notifications"]
        async with connect_with_token_key(nats_server.url):
            with run_server(command, "/readyz", port, **environment) as service:
                figures = [*await measure_campaign(service, database), *await measure_crowd(service)]
    return budgets.report("A campaign, and a change among many streams", figures)


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
