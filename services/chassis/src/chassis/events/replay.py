"""Publishes all rows of a service again for another service that keeps copies of them (docs/decisions/0105)."""

import argparse
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from uuid import UUID

from contracts.services import COPIED_BY

from chassis.events.outbox import relay_step
from chassis.events.runtime import EventRuntime

# Rows of one transaction.
PAGE_SIZE = 500
# Records events for up to PAGE_SIZE rows after an id, in the given transaction.
# Returns the last id, or None at the end.
# The function locks deletable rows (FOR KEY SHARE), so that the event of a deletion follows the event of the copy.
PageRecorder = Callable[[Any, UUID | None], Awaitable[UUID | None]]


def read_requested_service(owner: str, arguments: Sequence[str] | None = None) -> str:
    """Return the service that the command line names. This service must keep copies of the data of `owner`.

    For any other name, the possible names are printed, and SystemExit is raised.
    """
    parser = argparse.ArgumentParser(description=f"Publish the rows of {owner} again for one service.")
    parser.add_argument("service", choices=COPIED_BY[owner])
    service: str = parser.parse_args(arguments).service
    return service


async def replay(runtime: EventRuntime, *page_recorders: PageRecorder) -> None:
    """Record and publish page after page, so that current events never wait long.

    Stops the runtime at the end and prints that all rows were published.
    """
    try:
        await runtime.bus.start()
        for record_page in page_recorders:
            last_id: UUID | None = None
            while True:
                async with runtime.database.transaction() as db:
                    last_id = await record_page(db, last_id)
                while await relay_step(runtime.database, runtime.bus):
                    pass
                if last_id is None:
                    break
    finally:
        await runtime.stop()
    sys.stdout.write("all rows were published again; the service that copies them needs a few seconds for them\n")
