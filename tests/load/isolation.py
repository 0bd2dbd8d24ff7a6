"""`make isolation`: floods one route, from one and from 200 addresses, and checks that other routes stay fast.

It also uses clients that send or read slowly. tests/runner/load.py runs it on a stack of its own. All traffic stays on
the loopback range. ISOLATION_SECONDS (20) is the length of each flood.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import uuid
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import uvloop

from deploy.local import ports
from tests.bench.stream_load import compute_percentile
from tests.faults.writers import make_picture
from tests.journeys.users import sign_up
from tests.load.open_loop import Client, LoadResult, Request
from tests.load.site_load import CAR, P99_SECONDS, build_get, build_mix, build_post, sign_in_buyers

SECONDS = float(os.environ.get("ISOLATION_SECONDS", "20"))
# Requests of other visitors: the mix of `make load`, at a rate that two cores can serve during the flood.
RATE = 20.0
FLOOD_RATE = 300.0
FLOOD_CLIENTS = 200
SLOW_CLIENTS = 1000
ROOT = Path(__file__).resolve().parents[2]
# A flood is answered with 429, and the flooded route may refuse its requests. Only other routes are measured.
FLOODS: dict[str, Callable[[str], bytes]] = {
    "search": lambda token: build_get(f"/api/blog/posts?search={uuid.uuid4().hex[:6]}&limit=6"),
    "calculator": lambda token: build_post(
        "/api/calculator/calculate", CAR | {"price": random.randint(1_000_000, 9_000_000)}
    ),
    "login": lambda token: build_post(
        "/api/auth/login", {"email": f"{uuid.uuid4().hex[:10]}@example.com", "password": "Neverno-Vovse-77"}
    ),
    "uploads": lambda token: build_upload("/api/auth/me/avatar", token),
    "client logs": lambda token: build_post(
        "/api/logs", {"level": "error", "context": "flood", "message": uuid.uuid4().hex, "data": {"text": "x" * 2000}}
    ),
}
# Routes of the mix that a flood itself uses. They do not count as other routes.
OWN_ROUTES = {"search": ("GET /api/blog/posts?limit=6",), "calculator": ("POST /api/calculator/calculate",)}


def build_upload(path: str, token: str) -> bytes:
    """Return a request that uploads a picture in a form."""
    picture = make_picture()
    head = (
        "PUT {} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {}\r\n"
        "Content-Type: multipart/form-data; boundary=part\r\nContent-Length: {}\r\n\r\n"
    )
    part = b'--part\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
    body = part + picture + b"\r\n--part--\r\n"
    return head.format(path, token, len(body)).encode() + body


def list_addresses(count: int) -> list[str]:
    """Return the addresses of the loopback range. For the gateway each is another visitor."""
    return [f"127.7.{number // 250}.{1 + number % 250}" for number in range(count)]


async def send_flood(kind: str, count: int, token: str) -> None:
    """Send the flood and print the number of answers by status."""
    client = Client(ports.read_record()["gateway"], addresses=list_addresses(count))
    request = Request(kind, 1.0, lambda: FLOODS[kind](token))
    result = await client.send_at_rate([request], rate=FLOOD_RATE, seconds=SECONDS)
    answered_count = len(result.latencies[kind])
    print(json.dumps({"answered": answered_count, "refused": dict(result.failures)}))
    client.close()


async def send_slowly(count: int) -> None:
    """Open connections that send one byte of a request head every two seconds."""
    port = ports.read_record()["gateway"]

    async def run_client(address: str) -> None:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            writer.write(b"POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\nX-Slow: ")
            while not writer.is_closing():
                writer.write(b"a")
                await writer.drain()
                await asyncio.sleep(2)

    await run_clients(run_client, count)


async def read_slowly(count: int) -> None:
    """Open connections with a small receive buffer that request pages and read a kilobyte per second."""
    port = ports.read_record()["gateway"]

    async def run_client(address: str) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.setblocking(False)
            connection.bind((address, 0))
            await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port))
            reader, writer = await asyncio.open_connection(sock=connection, limit=1024)
            writer.write(build_get("/") * 2)
            while True:
                await reader.readexactly(1024)
                await asyncio.sleep(1)

    await run_clients(run_client, count)


async def run_clients(client: Callable[[str], Coroutine[None, None, None]], count: int) -> None:
    """Start the clients during the first half of the time. Starting all at once would be a flood."""
    tasks = []
    for address in list_addresses(count):
        tasks.append(asyncio.create_task(client(address)))
        await asyncio.sleep(SECONDS / 2 / count)
    await asyncio.sleep(SECONDS / 2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps({"clients": count}))


PROGRAMS = {"slow writers": send_slowly, "slow readers": read_slowly}


@contextmanager
def run_flood(kind: str, count: int, token: str) -> Iterator[subprocess.Popen[str]]:
    """Run the flood in a process of its own, so that it does not slow down the measuring client."""
    command = [sys.executable, "-m", "tests.load.isolation", kind, str(count), token]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        try:
            yield program
        finally:
            program.wait(SECONDS + 60)


async def measure(client: Client, requests: list[Request], seconds: float) -> LoadResult:
    return await client.send_at_rate(requests, rate=RATE, seconds=seconds)


def summarize(measured: LoadResult, own: Sequence[str]) -> tuple[float, str, bool]:
    """Return the p99 of the other routes, their failures as text, and True if there were none."""
    latencies = [value for name, values in measured.latencies.items() if name not in own for value in values]
    failures = {name: count for name, count in measured.failures.items() if name.rpartition(":")[0] not in own}
    slowest = compute_percentile(latencies, 0.99)
    return slowest, ", ".join(f"{count} x {name}" for name, count in failures.items()) or "none", not failures


async def main() -> int:
    """Print a line for each flood. Exit code 1 if another route became slow or failed."""
    with sign_in_buyers(4) as buyers:
        client = Client(ports.read_record()["gateway"])
        requests = build_mix(buyers)
        uploader = sign_up()
        token = str(uploader.http.headers["Authorization"])
        undisturbed, failed, _ = summarize(await measure(client, requests, SECONDS), ())
        print("| Flood | Clients | Its answers | p99 of others, ms | Failed on others |\n|---|---|---|---|---|")
        print(f"| none | 0 | | {1000 * undisturbed:.0f} | {failed} |", flush=True)
        is_sound = True
        cases = [(kind, count) for kind in FLOODS for count in (1, FLOOD_CLIENTS)]
        for kind, count in [*cases, *((kind, SLOW_CLIENTS) for kind in PROGRAMS)]:
            with run_flood(kind, count, token) as program:
                await asyncio.sleep(2)
                result = await measure(client, requests, SECONDS - 4)
                output, _ = await asyncio.to_thread(program.communicate)
            slowest, failed, has_no_failure = summarize(result, OWN_ROUTES.get(kind, ()))
            is_sound = is_sound and has_no_failure and slowest < P99_SECONDS
            print(f"| {kind} | {count} | {output.strip()} | {1000 * slowest:.0f} | {failed} |", flush=True)
            await asyncio.sleep(3)
        client.close()
        uploader.http.close()
    return 0 if is_sound else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure other routes during floods, or run one flood.")
    parser.add_argument("kind", nargs="?")
    parser.add_argument("count", nargs="?", type=int)
    parser.add_argument("token", nargs="?")
    arguments = parser.parse_args()
    if arguments.kind is None:
        sys.exit(uvloop.run(main()))
    elif arguments.kind in PROGRAMS:
        uvloop.run(PROGRAMS[arguments.kind](arguments.count))
    else:
        uvloop.run(send_flood(arguments.kind, arguments.count, arguments.token))
