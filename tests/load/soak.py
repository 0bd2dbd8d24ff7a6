"""`make soak`: an hour of steady load with streams that open and close. Nothing that could leak may grow.

tests/runner/load.py runs it on a stack of its own. SOAK_SECONDS (3600), SOAK_RATE (50 requests a second, half of the
highest good rate of `make load`) and SOAK_STREAMS (2000) can make it smaller.
"""

import asyncio
import itertools
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import uvloop
from contracts.services import SERVICES

from deploy.local import ports
from tests.faults.writers import renew_access_token
from tests.journeys import databases
from tests.journeys.users import Person, get_access_header, sign_up
from tests.load import site_load
from tests.load.open_loop import Client, Request
from tests.load.site_load import build_get
from tests.load.usage import (
    MIN_MEMORY_GROWTH_KB,
    Sample,
    compute_growth_per_minute,
    get_last_third,
    grows,
    read_connections,
    read_row_counts,
    read_samples,
)
from tests.load.visiting_streams import VisitingStreams

SECONDS = float(os.environ.get("SOAK_SECONDS", "3600"))
RATE = float(os.environ.get("SOAK_RATE", "50"))
STREAMS = int(os.environ.get("SOAK_STREAMS", "2000"))
SAMPLE_SECONDS = 60.0
# An access token lasts 15 minutes.
RENEW_SECONDS = 480.0
# A user may have 20 streams. Some room is left for streams whose end the server has not noticed yet.
STREAMS_PER_USER = 15
# Numbers of descriptors and connections vary, so a growth by a few is not a leak.
MIN_COUNT_GROWTH = 20
# Autovacuum starts at a fifth of a table's rows. If more than half are dead, it does not keep up.
MAX_DEAD_SHARE = 0.5


@dataclass(frozen=True)
class Minute:
    """Usage at the end of a minute: each part, connections to each database, dead and live rows of all tables."""

    samples: dict[str, Sample]
    connections: dict[str, int]
    dead_rows: int
    live_rows: int


@contextmanager
def sign_in_people(count: int) -> Iterator[list[Person]]:
    """Register users whose streams open and close. Yields the users."""
    people = [sign_up() for _ in range(count)]
    try:
        yield people
    finally:
        for person in people:
            person.http.close()


def read_minute(addresses: Sequence[str]) -> Minute:
    dead_rows, live_rows = read_row_counts(addresses)
    return Minute(read_samples(), read_connections(), dead_rows, live_rows)


async def renew_tokens(people: Sequence[Person]) -> None:
    """Renew the access tokens in turn until the soak ends."""
    while True:
        for person in people:
            await asyncio.to_thread(renew_access_token, person)
            await asyncio.sleep(RENEW_SECONDS / len(people))


async def run_load(people: Sequence[Person]) -> tuple[list[Minute], Counter[str], VisitingStreams]:
    """Load the site. Returns the usage at the end of each minute, the failures, and the streams."""
    port = ports.read_record()["gateway"]
    turn = itertools.cycle(people)
    addresses = [databases.get_database_url(service) for service in SERVICES]
    client = Client(port)
    failures = Counter[str]()
    minutes = [await asyncio.to_thread(read_minute, addresses)]
    streams = VisitingStreams(
        port, lambda: build_get("/api/sse/notifications", get_access_header(next(turn))["Authorization"])
    )
    renewing = asyncio.create_task(renew_tokens(people))
    streams.start(STREAMS)
    try:
        for _ in range(max(3, int(SECONDS / SAMPLE_SECONDS))):
            result = await client.send_at_rate(build_mix(people), rate=RATE, seconds=SAMPLE_SECONDS)
            failures.update(result.failures)
            minutes.append(await asyncio.to_thread(read_minute, addresses))
            print_minute(minutes[-1], streams, failures)
    finally:
        renewing.cancel()
        await streams.stop()
        client.close()
    return minutes, failures, streams


def build_mix(people: Sequence[Person]) -> list[Request]:
    """Return the mix of `make load`, sent by users with current access tokens."""
    return site_load.build_mix(people[:4])


def print_minute(minute: Minute, streams: VisitingStreams, failures: Counter[str]) -> None:
    memory_mb = sum(sample.memory_kb for sample in minute.samples.values()) / 1024
    open_files = sum(sample.open_files for sample in minute.samples.values())
    connections = sum(minute.connections.values())
    print(
        f"| {memory_mb:.0f} | {open_files} | {connections} | {minute.dead_rows} / {minute.live_rows} | "
        f"{streams.open_now} | {streams.opened} | {streams.refused} | {streams.cut} | {sum(failures.values())} |",
        flush=True,
    )


def find_growth(minutes: Sequence[Minute]) -> list[str]:
    """Return the descriptions of what grows over the last third of the soak."""
    last_minutes = get_last_third(minutes)
    end = last_minutes[-1]
    duration_minutes = SAMPLE_SECONDS * (len(last_minutes) - 1) / 60
    growth: list[str] = []
    for name in end.samples:
        parts = [minute.samples[name] for minute in last_minutes if name in minute.samples]
        memory_kb = [part.memory_kb for part in parts]
        open_files = [part.open_files for part in parts]
        growth += find_growth_of(f"memory of {name}", memory_kb, duration_minutes, MIN_MEMORY_GROWTH_KB)
        growth += find_growth_of(f"open files of {name}", open_files, duration_minutes, MIN_COUNT_GROWTH)
    for name in end.connections:
        counts = [minute.connections.get(name, 0) for minute in last_minutes]
        growth += find_growth_of(f"connections to {name}", counts, duration_minutes, MIN_COUNT_GROWTH)
    if end.dead_rows > MAX_DEAD_SHARE * (end.dead_rows + end.live_rows):
        growth.append(f"{end.dead_rows} dead rows, but {end.live_rows} live rows")
    return growth


def find_growth_of(what: str, values: Sequence[int], duration_minutes: float, min_growth: float) -> list[str]:
    if not grows(values, duration_minutes, by_more_than=min_growth):
        return []
    return [f"{what}: growth of {100 * compute_growth_per_minute(values, duration_minutes):.1f}% a minute"]


def print_parts(minutes: Sequence[Minute]) -> None:
    last_minutes = get_last_third(minutes)
    duration_minutes = SAMPLE_SECONDS * (len(last_minutes) - 1) / 60
    print(
        "\n| Part | CPU, % of a core | Memory, MB | Growth at the end, % a minute | Open files |\n|---|---|---|---|---|"
    )
    for name, last in minutes[-1].samples.items():
        first = minutes[0].samples.get(name, last)
        cpu_percent = 100 * (last.cpu_seconds - first.cpu_seconds) / (SAMPLE_SECONDS * (len(minutes) - 1))
        memory_kb = [minute.samples[name].memory_kb for minute in last_minutes if name in minute.samples]
        growth = compute_growth_per_minute(memory_kb, duration_minutes)
        print(f"| {name} | {cpu_percent:.0f} | {last.memory_kb / 1024:.0f} | {100 * growth:+.2f} | {last.open_files} |")


async def main() -> int:
    """Run the soak. Exit code 1 if a request failed or something still grows at the end."""
    with sign_in_people(max(4, STREAMS // STREAMS_PER_USER)) as people:
        print(
            "| Memory, MB | Open files | Connections | Dead / live rows | Streams | Opened | Refused | Cut | Failed |"
        )
        print("|---|---|---|---|---|---|---|---|---|", flush=True)
        minutes, failures, streams = await run_load(people)
    print_parts(minutes)
    problems = find_growth(minutes) + [f"{count} x {what}" for what, count in failures.items()]
    print(f"\n{streams.opened} streams were opened, {streams.refused} refused.")
    print(f"Not flat or failed: {problems or 'nothing'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(uvloop.run(main()))
