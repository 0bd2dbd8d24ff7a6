"""Ends asyncio tasks for certain."""

import asyncio
from collections.abc import Collection
from typing import Any

ROUNDS = 5


async def end_tasks(tasks: Collection["asyncio.Future[Any]"]) -> None:
    """Cancel the tasks until each has ended, at most five seconds.

    Once is not enough: asyncio.wait_for of Python 3.11 loses a cancellation that comes together with what it waits for
    (github.com/python/cpython/issues/86296).
    """
    for _ in range(ROUNDS):
        if running := [task for task in tasks if not task.done()]:
            for task in running:
                task.cancel()
            await asyncio.wait(running, timeout=1)
