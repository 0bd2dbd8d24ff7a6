"""Costly work is limited, so that a flood of it does not take the processor and the connections of everything else."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from chassis.web.errors import Unavailable

T = TypeVar("T")


class ConcurrencyLimit:
    """At most `running` pieces of work at a time in this process, and at most `waiting` that wait for their turn."""

    def __init__(self, *, running: int, waiting: int) -> None:
        self._limiter, self._waiting = CapacityLimiter(running), waiting

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn and hold it inside the block. Raises Unavailable at once when too many wait already."""
        if self._limiter.statistics().tasks_waiting >= self._waiting:
            raise Unavailable(retry_after=1)
        async with self._limiter:
            yield

    async def run_in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        """Do work of the processor in a thread, within a turn. Raises Unavailable when too many wait."""
        async with self.turn():
            return await to_thread.run_sync(work, *arguments)
