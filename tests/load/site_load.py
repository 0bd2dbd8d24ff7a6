"""`make load`: finds the highest rate of a realistic mix with p99 below 300 ms, and the cost of 0.8 of that rate.

tests/runner/load.py runs it on a stack of its own. The client shares the machine with the site, so the rates are lower
bounds. LOAD_HOLD_SECONDS (600) and LOAD_STEP_SECONDS (30) can make it shorter.
"""

import asyncio
import itertools
import json
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import uvloop

from deploy.local import ports
from tests.bench.stream_load import compute_percentile
from tests.faults.followers import Follower
from tests.journeys.users import Person, sign_up
from tests.load.open_loop import Client, LoadResult, Request
from tests.load.usage import (
    MIN_MEMORY_GROWTH_KB,
    Sample,
    compute_growth_per_minute,
    get_last_third,
    grows,
    read_samples,
)

P99_SECONDS = 0.3
STEP_SECONDS = float(os.environ.get("LOAD_STEP_SECONDS", "30"))
HOLD_SECONDS = float(os.environ.get("LOAD_HOLD_SECONDS", "600"))
SAMPLE_SECONDS = 10.0
RATES = (50, 100, 125, 150, 175, 200, 225, 250, 275, 300, 350, 400, 500, 650, 800, 1000)
HELD_SHARE = 0.8
# The least processor time (µs) of a request that was measured for each part: its quickest kind of request, with nothing
# else on the machine. In this load each part also answers slower requests, and runs its workers and streams.
LEAST_MICROSECONDS = {
    "gateway": 95,
    "content": 150,
    "status": 150,
    "calculator": 155,
    "auth": 300,
    "notifications": 300,
}
CAR = {"engineVolumeLiters": 2.0, "age": 4, "fuelType": "petrol", "importCategory": "personal"}
STREAMS_PER_BUYER = 3


def build_get(path: str, token: str = "") -> bytes:
    """Return a GET with the headers of a browser."""
    authorization = f"Authorization: {token}\r\n" if token else ""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{authorization}\r\n".encode()


def build_signed_in_get(path: str, person: Person) -> bytes:
    """Return a GET with the user's current access token, which is renewed during a long run."""
    return build_get(path, str(person.http.headers["Authorization"]))


def build_post(path: str, body: dict[str, Any]) -> bytes:
    """Return a POST with a JSON body."""
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(data)}"
    return f"{head}\r\n\r\n".encode() + data


def build_mix(buyers: Sequence[Person]) -> list[Request]:
    """Build the mix: 70% reading, 15% calculator, 10% signed in, 5% writing."""
    number = itertools.count(1)
    turn = itertools.cycle(buyers)
    reading = {
        "/": 0.15,
        "/blog": 0.05,
        "/services": 0.05,
        "/api/blog/posts?limit=6": 0.15,
        "/api/cars?limit=12": 0.15,
        "/api/settings": 0.05,
        "/api/status/summary": 0.05,
        "/api/team": 0.05,
    }
    form = {"name": "Пётр", "phone": "+7 495 000-00-00", "email": "petr@example.com", "consent": True}
    return [
        *(Request(f"GET {path}", share, partial(build_get, path)) for path, share in reading.items()),
        Request(
            "POST /api/calculator/calculate",
            0.15,
            lambda: build_post("/api/calculator/calculate", CAR | {"price": 1_500_000 + 317 * next(number)}),
        ),
        Request("GET /api/notifications", 0.04, lambda: build_signed_in_get("/api/notifications", next(turn))),
        Request("GET /api/me/orders", 0.03, lambda: build_signed_in_get("/api/me/orders", next(turn))),
        Request("GET /api/auth/me", 0.03, lambda: build_signed_in_get("/api/auth/me", next(turn))),
        Request(
            "POST /api/contact", 0.05, lambda: build_post("/api/contact", form | {"message": f"Вопрос {next(number)}"})
        ),
    ]


def is_good(measured: LoadResult) -> bool:
    """Return True if no request failed and p99 is within its limit."""
    return not measured.failures and compute_percentile(measured.list_latencies(), 0.99) < P99_SECONDS


def format_latencies(latencies: Sequence[float]) -> str:
    return " | ".join(f"{1000 * compute_percentile(latencies, share):.0f}" for share in (0.5, 0.95, 0.99))


async def find_rate(client: Client, requests: list[Request]) -> float:
    """Find the highest good rate of the list. Prints each step."""
    print("\n| Rate, 1/s | p50, ms | p95, ms | p99, ms | Failed |\n|---|---|---|---|---|")
    best = 0.0
    for rate in RATES:
        result = await client.send_at_rate(requests, rate=rate, seconds=STEP_SECONDS)
        failures = ", ".join(f"{count} x {what}" for what, count in result.failures.items()) or "none"
        print(f"| {rate} | {format_latencies(result.list_latencies())} | {failures} |", flush=True)
        if not is_good(result):
            break
        best = rate
    return best


async def hold_rate(client: Client, requests: list[Request], rate: float) -> bool:
    """Keep a rate for a long time, and print latencies by route and usage by part. Returns True if all is good."""
    whole = LoadResult()
    samples = [await asyncio.to_thread(read_samples)]
    rounds = max(3, int(HOLD_SECONDS / SAMPLE_SECONDS))
    for _ in range(rounds):
        result = await client.send_at_rate(requests, rate=rate, seconds=SAMPLE_SECONDS)
        for name, values in result.latencies.items():
            whole.latencies[name] += values
        for what, count in result.failures.items():
            whole.failures[what] += count
        samples.append(await asyncio.to_thread(read_samples))
    print(
        f"\n{rate:.0f} requests a second for {rounds * SAMPLE_SECONDS:.0f} s, failed: {dict(whole.failures) or 'none'}"
    )
    print("\n| Route | Requests | p50, ms | p95, ms | p99, ms |\n|---|---|---|---|---|")
    for name, values in sorted(whole.latencies.items()):
        print(f"| {name} | {len(values)} | {format_latencies(values)} |")
    is_flat = print_parts(samples)
    print_costs(samples, {name: len(values) for name, values in whole.latencies.items()})
    return is_flat and is_good(whole)


def print_parts(samples: list[dict[str, Sample]]) -> bool:
    """Print processor time and memory of each part. Returns True if no memory grows at the end."""
    seconds = SAMPLE_SECONDS * (len(samples) - 1)
    last_samples = get_last_third(samples)
    minutes = SAMPLE_SECONDS * (len(last_samples) - 1) / 60
    print("\n| Part | CPU, % of a core | Memory, MB | Growth at the end, % a minute |\n|---|---|---|---|")
    is_flat = True
    for name, last in samples[-1].items():
        cpu_percent = 100 * (last.cpu_seconds - samples[0][name].cpu_seconds) / seconds
        memory_kb = [sample[name].memory_kb for sample in last_samples]
        growth = compute_growth_per_minute(memory_kb, minutes)
        is_flat = is_flat and not grows(memory_kb, minutes, by_more_than=MIN_MEMORY_GROWTH_KB)
        print(f"| {name} | {cpu_percent:.0f} | {last.memory_kb / 1024:.0f} | {100 * growth:+.2f} |")
    return is_flat


def get_service(route: str) -> str:
    """Return the name of the service that answers a route of the mix."""
    named_parts = [part for part in LEAST_MICROSECONDS if f" /api/{part}" in route]
    return named_parts[0] if named_parts else "content"


def print_costs(samples: list[dict[str, Sample]], requests: dict[str, int]) -> None:
    """Print the processor time of a request in each part, and the least that was measured."""
    counts = Counter({"gateway": sum(requests.values())})
    for route, count in requests.items():
        counts[get_service(route)] += count
    cpu_seconds = defaultdict[str, float](float)
    for name, last in samples[-1].items():
        cpu_seconds[re.sub(r"-\d+$", "", name)] += last.cpu_seconds - samples[0][name].cpu_seconds
    print("\n| Part | Requests | CPU a request, µs | Least, µs | Ratio |\n|---|---|---|---|---|")
    for part, least in LEAST_MICROSECONDS.items():
        cost = 1_000_000 * cpu_seconds[part] / counts[part]
        print(f"| {part} | {counts[part]} | {cost:.0f} | {least} | {cost / least:.1f} |")


@contextmanager
def sign_in_buyers(count: int) -> Iterator[list[Person]]:
    """Register buyers and open their streams inside the block. Yields the buyers."""
    buyers = [sign_up() for _ in range(count)]
    streams = [Follower(buyer, f"{number} of {buyer.email}") for buyer in buyers for number in range(STREAMS_PER_BUYER)]
    try:
        yield buyers
    finally:
        for stream in streams:
            stream.stop()
        for buyer in buyers:
            buyer.http.close()


async def main() -> int:
    """Run the load. Exit code 1 if no rate is good, or the kept rate is not good, or memory grows."""
    with sign_in_buyers(4) as buyers:
        client = Client(ports.read_record()["gateway"])
        requests = build_mix(buyers)
        await client.send_at_rate(requests, rate=RATES[0], seconds=STEP_SECONDS)
        best = await find_rate(client, requests)
        is_sound = best > 0 and await hold_rate(client, requests, HELD_SHARE * best)
        client.close()
    return 0 if is_sound else 1


if __name__ == "__main__":
    sys.exit(uvloop.run(main()))
