"""The demo content, where it is wanted."""

import asyncio

from content import seed


def prepare(*, demo: bool) -> None:
    """Load what is missing of the demo content."""
    if demo:
        asyncio.run(seed.run(with_large=False))
