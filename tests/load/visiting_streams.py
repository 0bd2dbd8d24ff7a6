"""Event streams that open and close like tabs: each stays open for a while, and then another one replaces it."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

STAY_SECONDS = (30.0, 300.0)
ANSWER_TIMEOUT_SECONDS = 30.0
RETRY_SECONDS = 1.0
HEAD_END = b"\r\n\r\n"


@dataclass
class VisitingStreams:
    """Keeps `count` streams open. Counts how many were opened, refused, and closed by the server."""

    port: int
    build_request: Callable[[], bytes]
    opened: int = 0
    open_now: int = 0
    refused: int = 0
    cut: int = 0
    received: int = 0
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def start(self, count: int) -> None:
        """Open the streams, spread over the lifetime of one of them."""
        self._tasks = [asyncio.create_task(self._visit(random.uniform(0, STAY_SECONDS[0]))) for _ in range(count)]

    async def stop(self) -> None:
        """Close all streams."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _visit(self, delay: float) -> None:
        await asyncio.sleep(delay)
        while True:
            try:
                await self._stay(random.uniform(*STAY_SECONDS))
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                self.refused += 1
                await asyncio.sleep(RETRY_SECONDS)

    async def _stay(self, seconds: float) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(self.build_request())
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                head = await reader.readuntil(HEAD_END)
            if not head.startswith(b"HTTP/1.1 200"):
                raise ConnectionRefusedError(head.partition(b"\r\n")[0].decode())
            self.opened += 1
            self.open_now += 1
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        while data := await reader.read(65_536):
                            self.received += len(data)
                        self.cut += 1
            finally:
                self.open_now -= 1
        finally:
            writer.transport.abort()
