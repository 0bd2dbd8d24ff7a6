"""Content with 10,000 articles, 200,000 comments and 5,000 cars beside the same service with the demo content.

`make bench P=content`. Two services on two databases of one server, asked in turn, one request at a time, so that
whatever else the machine does falls on both. Each request is a new one, which no remembered answer can serve.
Budget: the large one takes at most three times as long.
"""

import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from chassis.migrate import upgrade
from chassis.testing.servers import Nats, nats, postgres

ROUNDS, WARM_UP, BUDGET = 60, 5, 3.0


def later(number: int) -> str:
    """A moment after everything was published, another one each time."""
    return (datetime.now(UTC) + timedelta(seconds=number)).isoformat()


REQUESTS: dict[str, Callable[[int], tuple[str, dict[str, object]]]] = {
    "first page of posts": lambda number: ("/api/blog/posts", {"as_of": later(number)}),
    "search of posts": lambda number: ("/api/blog/posts", {"search": "растаможка", "as_of": later(number)}),
    "filtered cars": lambda number: (
        "/api/cars",
        {"brand": "bmw,audi", "fuel": "diesel", "price_max": 50_000_000 - number, "sort": "price"},
    ),
    "search of cars": lambda number: ("/api/cars", {"q": "универсал", "price_max": 50_000_000 - number}),
    "comments of a post": lambda number: ("/api/comments", {"limit": 100 - number % 2}),
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ask(url: str) -> tuple[float, bytes]:
    """Milliseconds of one request, and its answer."""
    began = time.perf_counter()
    with urllib.request.urlopen(url, timeout=60) as answer:  # noqa: S310 - our own address
        body: bytes = answer.read()
    return (time.perf_counter() - began) * 1000, body


@contextlib.contextmanager
def service(database: str, bus: Nats, folder: str, *seed: str) -> Iterator[str]:
    """Content over a database of its own, seeded; gives its address."""
    port = free_port()
    environment = os.environ | {
        "DATABASE_URL": database,
        "NATS_URL": bus.url,
        "SERVICE_PORT": str(port),
        "DATA_DIR": folder,
        "LOG_LEVEL": "ERROR",
    }
    quiet = subprocess.DEVNULL
    subprocess.run([sys.executable, "-m", "content.seed", *seed], env=environment, check=True, stdout=quiet)
    process = subprocess.Popen(
        [sys.executable, "-m", "chassis.serve", "content"], env=environment, stdout=quiet, stderr=quiet
    )
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 120
        while True:
            try:
                ask(f"{url}/api/settings")
                break
            except OSError:
                if time.monotonic() > deadline or process.poll() is not None:
                    raise
                time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait()


def talked_about(url: str) -> str:
    """The id of the article that is most talked about: the newest one."""
    posts = json.loads(ask(f"{url}/api/blog/posts?limit=1")[1])["posts"]
    return str(posts[0]["id"])


def main() -> int:
    print("content with much data against the demo content, milliseconds a request")
    with postgres() as server, nats() as bus, contextlib.ExitStack() as stack:
        urls = []
        for name, words in (("demo", ()), ("large", ("--large",))):
            database = server.create(f"content_{name}")
            upgrade("content", database)
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            urls.append(stack.enter_context(service(database, bus, folder, *words)))
        return report(*urls)


def report(demo: str, large: str) -> int:
    posts, worst = {url: talked_about(url) for url in (demo, large)}, 0.0
    for name, request in REQUESTS.items():
        times: dict[str, list[float]] = {demo: [], large: []}
        for number in range(WARM_UP + ROUNDS):
            path, query = request(number)
            for url, taken in times.items():
                address = f"{path}/{posts[url]}" if path == "/api/comments" else path
                taken.append(ask(f"{url}{address}?{urllib.parse.urlencode(query)}")[0])
        few, many = (statistics.median(taken[WARM_UP:]) for taken in times.values())
        ratio = statistics.median(
            much / little for little, much in zip(times[demo][WARM_UP:], times[large][WARM_UP:], strict=True)
        )
        worst = max(worst, ratio)
        print(f"  {name:24} {many:7.1f} against {few:7.1f}: {ratio:.2f}")
    print(f"  budget {BUDGET}: {'kept' if worst <= BUDGET else 'MISSED'}")
    return 0 if worst <= BUDGET else 1


if __name__ == "__main__":
    sys.exit(main())
