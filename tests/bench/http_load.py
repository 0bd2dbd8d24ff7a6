"""A plain keep-alive load client: `python http_load.py PORT PATH SECONDS VARIANTS BODY` prints its rate as JSON.

VARIANTS is the number of different requests, which are sent in turn. If it is above 1, the BODY of each gets its own
price. With BODY `null` the requests are GET, and PATH may contain `{minute:02}` and `{second:02}` to differ.
"""

import argparse
import asyncio
import itertools
import json
import time
from dataclasses import dataclass
from typing import cast

import uvloop

CONNECTIONS = 32
WARM_UP_SECONDS = 0.5


@dataclass
class Counts:
    """The numbers of all answers and of answers whose status is not 200."""

    answered: int = 0
    failed: int = 0


class KeepAliveConnection(asyncio.Protocol):
    """A connection that sends the next request as soon as the previous one is answered."""

    def __init__(self, requests: "itertools.cycle[bytes]", counts: Counts) -> None:
        self._requests = requests
        self._counts = counts
        self._buffer = b""
        self._needed = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop has a class of its own.
        self._transport.write(next(self._requests))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._needed:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self._buffer[:end].lower()
            length = head.index(b"content-length:") + len(b"content-length:")
            self._needed = end + 4 + int(head[length:].split(b"\r\n", 1)[0])
            if b" 200 " not in head[:20]:
                self._counts.failed += 1
        if len(self._buffer) >= self._needed:
            self._buffer = b""
            self._needed = 0
            self._counts.answered += 1
            self._transport.write(next(self._requests))


def build_requests(path: str, body: dict[str, object] | None, variants: int) -> "itertools.cycle[bytes]":
    if body is None:
        paths = [path.format(minute=number // 60, second=number % 60) for number in range(variants)]
        return itertools.cycle([f"GET {each} HTTP/1.1\r\nHost: bench\r\n\r\n".encode() for each in paths])
    requests = []
    for number in range(variants):
        price = {"price": 1_500_000 + 317 * number} if variants > 1 else {}
        data = json.dumps(body | price).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: {len(data)}"
        requests.append(f"{head}\r\n\r\n".encode() + data)
    return itertools.cycle(requests)


async def load(port: int, path: str, seconds: float, variants: int, body: dict[str, object] | None) -> dict[str, float]:
    loop = asyncio.get_running_loop()
    counts = Counts()
    requests = build_requests(path, body, variants)
    connections = [
        await loop.create_connection(lambda: KeepAliveConnection(requests, counts), "127.0.0.1", port)
        for _ in range(CONNECTIONS)
    ]
    await asyncio.sleep(WARM_UP_SECONDS)
    before = counts.answered
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    rate = (counts.answered - before) / (time.perf_counter() - began)
    for transport, _ in connections:
        transport.abort()
    return {"rate": rate, "failed": counts.failed, "answered": counts.answered}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Send requests over keep-alive connections and print the rate.")
    parser.add_argument("port", type=int)
    parser.add_argument("path")
    parser.add_argument("seconds", type=float)
    parser.add_argument("variants", type=int)
    parser.add_argument("body", type=json.loads)
    arguments = parser.parse_args()
    print(json.dumps(uvloop.run(load(**vars(arguments)))))
