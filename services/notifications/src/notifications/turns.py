"""Long lists are worked through in turns with the other requests of the process."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

Item = TypeVar("Item")
# Half a millisecond of texts and rows of a campaign.
AT_ONCE = 50


async def yielding_to_loop(items: Iterable[Item]) -> AsyncIterator[Item]:
    """The items; after each fifty, whatever else waits in the loop runs first."""
    for number, item in enumerate(items, start=1):
        yield item
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
