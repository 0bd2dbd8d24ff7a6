"""Open-loop HTTP client: requests start when they are due, even if earlier answers are late.

A latency is measured from the moment when a request was due, so that it includes the wait for a stalled
server. No maintained Python tool does this: the users of Locust wait for their answers.
"""

import asyncio
import itertools
import time
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

import httptools

ANSWER_TIMEOUT_SECONDS = 10.0


@dataclass(frozen=True)
class Request:
    """One kind of request: its share of all requests, and a function that makes each request."""

    name: str
    share: float
    make: Callable[[], bytes]


@dataclass
class LoadResult:
    """Results of the requests of one step."""

    latencies: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failures: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def list_latencies(self) -> list[float]:
        return [value for values in self.latencies.values() for value in values]


class Connection(asyncio.Protocol):
    """A keep-alive connection that carries one request at a time."""

    def __init__(self) -> None:
        self._status: asyncio.Future[int] | None = None
        self.is_open = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_message_complete(self) -> None:
        if self._status and not self._status.done():
            self._status.set_result(self._parser.get_status_code())

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        if self._status and not self._status.done():
            self._status.set_exception(ConnectionResetError())

    async def send_request(self, request: bytes) -> int:
        """Send a request and return the status of the answer. Raises TimeoutError or ConnectionError."""
        self._parser = httptools.HttpResponseParser(self)
        self._status = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
            status = await self._status
        self.is_open = self.is_open and self._parser.should_keep_alive()
        return status

    def close(self) -> None:
        self.is_open = False
        self._transport.abort()


class Client:
    """A growing pool of connections, so that no request waits for one. They use `addresses` in turn."""

    def __init__(self, port: int, *, addresses: Sequence[str] = ("127.0.0.1",)) -> None:
        self._port = port
        self._addresses = itertools.cycle(addresses)
        self._idle: deque[Connection] = deque()
        self._running: set[asyncio.Task[None]] = set()

    async def send_at_rate(self, requests: list[Request], *, rate: float, seconds: float) -> LoadResult:
        """Send `rate` requests per second in the given shares, evenly spread, and wait for all answers."""
        result = LoadResult()
        began = time.perf_counter()
        mix = mix_evenly(requests)
        for number in range(int(rate * seconds)):
            due = began + number / rate
            if (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            task = asyncio.create_task(self._send(mix[number % len(mix)], due, result))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        while self._running:
            await asyncio.wait(self._running)
        return result

    async def _send(self, request: Request, due: float, measured: LoadResult) -> None:
        connection: Connection | None = None
        try:
            connection = await self._get_connection()
            status = await connection.send_request(request.make())
        except (OSError, TimeoutError):
            measured.failures[f"{request.name}: no answer"] += 1
            if connection:
                connection.close()
            return
        if status >= 400:
            measured.failures[f"{request.name}: {status}"] += 1
        measured.latencies[request.name].append(time.perf_counter() - due)
        if connection.is_open:
            self._idle.append(connection)
        else:
            connection.close()

    async def _get_connection(self) -> Connection:
        while self._idle:
            connection = self._idle.pop()
            if connection.is_open:
                return connection
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(
            Connection, "127.0.0.1", self._port, local_addr=(next(self._addresses), 0)
        )
        return connection

    def close(self) -> None:
        """Close idle connections."""
        for connection in self._idle:
            connection.close()


def mix_evenly(requests: list[Request], *, count: int = 100) -> list[Request]:
    """Return `count` requests, each kind as often as its share says, evenly mixed, in the same order every time."""
    due = [
        ((number + 0.5) / (request.share * count), kind)
        for kind, request in enumerate(requests)
        for number in range(round(request.share * count))
    ]
    return [requests[kind] for _, kind in sorted(due)]
