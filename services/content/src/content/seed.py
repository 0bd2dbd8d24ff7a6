"""Load the demo content: `python -m content.seed`. It may be repeated: it adds only missing rows.

`--large` adds ten thousand articles with comments, and five thousand cars.
"""

import argparse
import asyncio

from content.demo import board, buyer, content, inbox, large_site
from content.runtime_factory import make_runtime
from content.settings import Settings


async def run(*, with_large_site: bool) -> None:
    """Load the demo content in transactions, so that an interrupted seed leaves nothing incomplete."""
    runtime = make_runtime(Settings())
    try:
        async with runtime.database.transaction() as db:
            await content.load(db)
            await buyer.load(db)
            await board.load(db)
            await inbox.load(db)
        if with_large_site:
            async with runtime.database.transaction() as db:
                await large_site.load(db)
            async with runtime.database.autocommit() as db:
                await large_site.vacuum_tables(db)
    finally:
        await runtime.engine.dispose()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--large", action="store_true", help="add the records of a large site, too")
    asyncio.run(run(with_large_site=parser.parse_args().large))
