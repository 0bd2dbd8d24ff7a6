"""Limits of concurrent costly work, so that a flood of it does not starve other requests of CPU and connections."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from chassis.web.errors import Unavailable

T = TypeVar("T")


class ConcurrencyLimit:
    """Limit of concurrent work in this process: at most `running` at a time, and at most `waiting` in the queue."""

    def __init__(self, *, running: int, waiting: int) -> None:
        self._limiter = CapacityLimiter(running)
        self._waiting = waiting

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn and hold it in the block. Raises Unavailable at once if the queue is full."""
        if self._limiter.statistics().tasks_waiting >= self._waiting:
            raise Unavailable(retry_after=1)
        async with self._limiter:
            yield

    async def run_in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        """Run CPU-bound work in a thread, within a turn. Raises Unavailable if the queue is full."""
        async with self.turn():
            return await to_thread.run_sync(work, *arguments)
