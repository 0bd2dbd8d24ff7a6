"""Costly work is limited, so that a flood of it does not take the processor and the connections of everything else.

Counted in each process: n replicas do n times as much at once.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import CapacityLimiter

from chassis.errors import Unavailable


class ConcurrencyLimit:
    """At most `running` pieces of work at a time, and at most `waiting` that wait for their turn."""

    def __init__(self, *, running: int, waiting: int) -> None:
        self._limiter, self._waiting = CapacityLimiter(running), waiting

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn and hold it inside the block. Raises Unavailable at once when too many wait already."""
        if self._limiter.statistics().tasks_waiting >= self._waiting:
            raise Unavailable(retry_after=1)
        async with self._limiter:
            yield
