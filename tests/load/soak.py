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
from tests.faults.writers import get_access_header, renew_access_token
from tests.journeys import databases
from tests.journeys.users import Person, sign_up
from tests.load import site_load
from tests.load.open_loop import Client, Request
from tests.load.site_load import build_get
from tests.load.usage import (
    HEAP_KB,
    Sample,
    compute_growth_a_minute,
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
MAX_COUNT_GROWTH = 20
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
            measured = await client.send_at_rate(build_mix(people), rate=RATE, seconds=SAMPLE_SECONDS)
            failures.update(measured.failures)
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
    memory = sum(sample.memory for sample in minute.samples.values()) / 1024
    files = sum(sample.files for sample in minute.samples.values())
    print(
        f"| {memory:.0f} | {files} | {sum(minute.connections.values())} | {minute.dead_rows} of {minute.live_rows} | "
        f"{streams.open_now} | {streams.opened} | {streams.refused} | {streams.cut} | {sum(failures.values())} |",
        flush=True,
    )


def find_growth(minutes: Sequence[Minute]) -> list[str]:
    """Return the descriptions of what grows over the last third of the soak."""
    last_minutes = get_last_third(minutes)
    end = last_minutes[-1]
    length = SAMPLE_SECONDS * (len(last_minutes) - 1) / 60
    growth: list[str] = []
    for name in end.samples:
        parts = [minute.samples[name] for minute in last_minutes if name in minute.samples]
        growth += find_growth_of(f"memory of {name}", [part.memory for part in parts], length, HEAP_KB)
        growth += find_growth_of(f"open files of {name}", [part.files for part in parts], length, MAX_COUNT_GROWTH)
    for name in end.connections:
        counts = [minute.connections.get(name, 0) for minute in last_minutes]
        growth += find_growth_of(f"connections to {name}", counts, length, MAX_COUNT_GROWTH)
    if end.dead_rows > MAX_DEAD_SHARE * (end.dead_rows + end.live_rows):
        growth.append(f"{end.dead_rows} dead rows beside {end.live_rows} live ones")
    return growth


def find_growth_of(what: str, values: Sequence[int], length: float, slack: float) -> list[str]:
    is_growing = grows(values, length, by_more_than=slack)
    return [f"{what}: growth of {100 * compute_growth_a_minute(values, length):.1f}% a minute"] if is_growing else []


def print_parts(minutes: Sequence[Minute]) -> None:
    last_minutes = get_last_third(minutes)
    length = SAMPLE_SECONDS * (len(last_minutes) - 1) / 60
    print(
        "\n| Part | CPU, % of a core | Memory, MB | Growth at the end, % a minute | Open files |\n|---|---|---|---|---|"
    )
    for name, last in minutes[-1].samples.items():
        first = minutes[0].samples.get(name, last)
        cpu = 100 * (last.cpu - first.cpu) / (SAMPLE_SECONDS * (len(minutes) - 1))
        memory = [minute.samples[name].memory for minute in last_minutes if name in minute.samples]
        growth = compute_growth_a_minute(memory, length)
        print(f"| {name} | {cpu:.0f} | {last.memory / 1024:.0f} | {100 * growth:+.2f} | {last.files} |")


async def main() -> int:
    """Run the soak. Exit code 1 if a request failed or something still grows at the end."""
    with sign_in_people(max(4, STREAMS // STREAMS_PER_USER)) as people:
        print("| Memory, MB | Open files | Connections | Dead rows | Streams | Opened | Refused | Cut | Failed |")
        print("|---|---|---|---|---|---|---|---|---|", flush=True)
        minutes, failures, streams = await run_load(people)
    print_parts(minutes)
    problems = find_growth(minutes) + [f"{count} x {what}" for what, count in failures.items()]
    print(f"\n{streams.opened} streams were opened, {streams.refused} refused.")
    print(f"Not flat or failed: {problems or 'nothing'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(uvloop.run(main()))
