"""Processing of long lists without blocking the other requests of the process."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

Item = TypeVar("Item")
# For a campaign this is about half a millisecond of work.
ITEMS_PER_TURN = 50


async def iterate_in_turns(items: Iterable[Item]) -> AsyncIterator[Item]:
    """Iterate over the items. After every fifty items, other tasks of the event loop run."""
    for number, item in enumerate(items, start=1):
        yield item
        if number % ITEMS_PER_TURN == 0:
            await asyncio.sleep(0)
