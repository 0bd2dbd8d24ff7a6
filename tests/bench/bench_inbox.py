"""Compares an inbox with 100,000 notifications with one of a hundred, in the same rounds.

`make bench P=inbox`. Pages are found from the nearer end of an index, so the middle takes longest. A search reads every
entry.
"""

import asyncio
import os
import statistics
import sys
import time
from datetime import UTC, datetime
from uuid import UUID

import httpx2
from chassis.migrate import upgrade
from chassis.testing import servers
from chassis.testing.plugin import sign_token
from chassis.testing.ports import find_free_port
from sqlalchemy import create_engine, text

from tests.bench import budgets
from tests.bench.stream_servers import connect_with_token_key, make_user_ids, run_server

ENTRIES_OF_LARGE_INBOX = int(os.environ.get("ENTRIES", "100000"))
ENTRIES_OF_SMALL_INBOX = 100
ROUNDS = int(os.environ.get("ROUNDS", "30"))
URL = "/api/notifications"
INSERT_ENTRIES = text(
    "INSERT INTO notifications (id, user_id, source_id, type, title, message, data, is_read, created_at) "
    "SELECT uuidv7((n - :count) * interval '1 ms'), :me, gen_random_uuid(), "
    "CASE WHEN n % 10 = 0 THEN 'payment' ELSE 'system' END, 'Новость ' || n, 'Текст', '{}', n % 2 = 0, now() "
    "FROM generate_series(1, :count) AS n"
)
INSERT_COUNTERS = text("INSERT INTO inbox_state (user_id, unread, total, revision) VALUES (:me, :count / 2, :count, 1)")


def list_queries(count: int) -> dict[str, str]:
    """Return the queries to compare, by name."""
    return {
        "newest": "limit=20",
        "oldest": f"limit=20&offset={count - 20}",
        "middle": f"limit=20&offset={count // 2}",
        "unread": f"limit=20&is_read=false&offset={count // 4}",
        "of a type": "limit=20&type=payment",
        "with words": "limit=20&search=новость 77",
    }


# The permitted ratio of the large inbox's time to the small one's. A search reads all entries, a thousand times as
# many.
MAX_RATIOS = {"newest": 2.0, "oldest": 2.0, "middle": 8.0, "unread": 8.0, "of a type": 4.0, "with words": 60.0}


def fill_inboxes(database: str, owners: dict[UUID, int]) -> None:
    engine = create_engine(database, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for me, count in owners.items():
            connection.execute(INSERT_ENTRIES, {"me": me, "count": count})
            connection.execute(INSERT_COUNTERS, {"me": me, "count": count})
        connection.execute(text("VACUUM ANALYZE notifications"))
    engine.dispose()


async def time_request(http: httpx2.AsyncClient, query: str, headers: dict[str, str]) -> float:
    start = time.monotonic()
    answer = await http.get(f"{URL}?{query}", headers=headers)
    assert answer.json()["notifications"], query
    return (time.monotonic() - start) * 1000


async def compare_inboxes(url: str, owners: dict[UUID, int]) -> int:
    """Compare each page of both inboxes in turn."""
    figures = []
    (large_owner, _), (small_owner, _) = owners.items()
    headers = {me: {"Authorization": f"Bearer {sign_token(datetime.now(UTC), sub=str(me))}"} for me in owners}
    async with httpx2.AsyncClient(base_url=url, timeout=60) as http:
        for name in list_queries(ENTRIES_OF_LARGE_INBOX):
            durations: dict[UUID, list[float]] = {large_owner: [], small_owner: []}
            for _ in range(ROUNDS if name != "with words" else 5):
                for me, count in owners.items():
                    durations[me].append(await time_request(http, list_queries(count)[name], headers[me]))
            large_median = statistics.median(durations[large_owner])
            small_median = statistics.median(durations[small_owner])
            detail = f"{large_median:.1f} ms vs {small_median:.1f} ms"
            figures.append(
                budgets.Figure(name, large_median / small_median, "ratio", must=MAX_RATIOS[name], detail=detail)
            )
    return budgets.report(
        f"Inbox of {ENTRIES_OF_LARGE_INBOX:,} notifications beside one of {ENTRIES_OF_SMALL_INBOX}, time", figures
    )


async def main() -> int:
    with servers.run_postgres() as postgres, servers.run_nats() as nats_server:
        database = postgres.create("notifications")
        upgrade("notifications", database)
        large_owner, small_owner = make_user_ids(2)
        owners = {large_owner: ENTRIES_OF_LARGE_INBOX, small_owner: ENTRIES_OF_SMALL_INBOX}
        fill_inboxes(database, owners)
        async with connect_with_token_key(nats_server.url):
            port = find_free_port()
            environment = {"DATABASE_URL": database, "NATS_URL": nats_server.url, "SERVICE_PORT": str(port)}
            command = [sys.executable, "-m", "chassis.serve", "notifications"]
            with run_server(command, "/readyz", port, LOG_LEVEL="WARNING", **environment) as service:
                return await compare_inboxes(service.url, owners)


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
