"""Prepares the database at the start: loads the demo content if requested."""

import asyncio

from content import seed


def prepare(*, demo: bool) -> None:
    """Load the missing demo content."""
    if demo:
        asyncio.run(seed.run(with_large_site=False))
