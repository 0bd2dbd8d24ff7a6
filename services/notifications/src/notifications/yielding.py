"""Processing of long lists without blocking the other requests of the process."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

Item = TypeVar("Item")
# For a campaign this is about half a millisecond of work.
ITEMS_BETWEEN_YIELDS = 50


async def iterate_yielding_to_loop(items: Iterable[Item]) -> AsyncIterator[Item]:
    """Iterate over the items. After every fifty items, other tasks of the event loop run."""
    for number, item in enumerate(items, start=1):
        yield item
        if number % ITEMS_BETWEEN_YIELDS == 0:
            await asyncio.sleep(0)
