"""Ends asyncio tasks, even if a task loses its cancellation."""

import asyncio
from collections.abc import Collection
from typing import Any

MAX_ATTEMPTS = 5


async def end_tasks(tasks: Collection["asyncio.Future[Any]"]) -> None:
    """Cancel the tasks until each has ended, at most five seconds.

    One attempt is not enough: asyncio.wait_for of Python 3.11 loses a cancellation that arrives together with its
    result (github.com/python/cpython/issues/86296). If the caller is cancelled meanwhile, all tasks still end, and its
    own cancellation is raised at the end.
    """
    is_cancelled = False
    for _ in range(MAX_ATTEMPTS):
        running_tasks = [task for task in tasks if not task.done()]
        if not running_tasks:
            break
        for task in running_tasks:
            task.cancel()
        try:
            await asyncio.wait(running_tasks, timeout=1)
        except asyncio.CancelledError:
            is_cancelled = True
    if is_cancelled:
        raise asyncio.CancelledError
