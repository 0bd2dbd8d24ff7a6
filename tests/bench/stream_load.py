"""Many event streams in one process. It counts events and measures their delay with as little work as possible."""

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

SENT_AT = re.compile(rb'"sent":(\d+)')


class Reader(asyncio.Protocol):
    """One stream. It stores the time of its last event. It parses only one time stamp of each read, to save CPU."""

    def __init__(self, load: "StreamLoad", request: bytes) -> None:
        self.load = load
        self.request = request
        self.answered = asyncio.Event()
        self.last_event_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if self.load.count_received(data):
            self.last_event_at = time.monotonic()
        self.answered.set()

    def connection_lost(self, error: Exception | None) -> None:
        self.load.lost += 1


class StreamLoad:
    """The streams of one run."""

    def __init__(self) -> None:
        self.open = 0
        self.authenticated = 0
        self.events = 0
        self.lost = 0
        self.delays_ms: list[float] = []
        self.arrived = asyncio.Event()
        self._readers: list[Reader] = []

    def count_received(self, data: bytes) -> int:
        """Count the received bytes of one stream. Returns the number of events in them."""
        if data.startswith(b"HTTP/1.1 200"):
            self.open += 1
        self.authenticated += data.count(b"event: authenticated")
        count = data.count(b"event: notification")
        if count:
            self.events += count
            self.arrived.set()
            if sent := SENT_AT.search(data):
                self.delays_ms.append(time.monotonic_ns() / 1e6 - int(sent[1]) / 1e6)
        return count

    async def connect(self, port: int, requests: Sequence[bytes], *, at_once: int = 64) -> None:
        """Open all streams, a limited number at a time, and wait until each is answered."""
        loop = asyncio.get_running_loop()
        gate = asyncio.Semaphore(at_once)

        async def open_stream(request: bytes) -> None:
            async with gate:
                _, reader = await loop.create_connection(lambda: Reader(self, request), "127.0.0.1", port)
                self._readers.append(reader)
                await reader.answered.wait()

        await asyncio.gather(*(open_stream(request) for request in requests))
        await self.wait_until(lambda: self.open >= len(requests))

    async def wait_until(self, condition: Callable[[], bool], *, seconds: float = 60) -> None:
        """Wait until the condition is true. Raises TimeoutError."""
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.open} open, {self.events} events")
            await asyncio.sleep(0.005)

    def find_reader(self, request: bytes) -> Reader:
        """Return the stream that was opened with this request."""
        return next(reader for reader in self._readers if reader.request is request)

    def close(self) -> None:
        for reader in self._readers:
            reader.transport.abort()


def compute_percentile(values: Sequence[float], share: float) -> float:
    """Return the percentile of the values for a share, or 0 without values."""
    ordered_values = sorted(values)
    return ordered_values[min(len(ordered_values) - 1, int(len(ordered_values) * share))] if ordered_values else 0.0


def read_cpu_seconds(pid: int) -> float:
    """Return the seconds of CPU of all threads of a process, as the scheduler counts them."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def read_memory_kb(pid: int) -> int:
    """Return the proportional set size: shared pages are counted once."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(text.partition("Pss:")[2].split()[0])
