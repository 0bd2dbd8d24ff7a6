"""Publishes a service's data once more for another service that keeps copies of it (docs/decisions/0105)."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from chassis.events.outbox import relay_step
from chassis.events.runtime import Runtime

PAGE = 500
# Records the events of up to PAGE rows behind an id in the transaction given; returns the last id, None at the end.
# It locks rows that may be deleted (FOR KEY SHARE), so that the event of a deletion follows that of the copy.
RecordPage = Callable[[Any, UUID | None], Awaitable[UUID | None]]


async def replay(runtime: Runtime, *steps: RecordPage) -> None:
    """Record and publish page after page, so that events of now never wait for long; then stop the runtime."""
    try:
        await runtime.bus.start()
        for record_page in steps:
            last, is_first = None, True
            while last or is_first:
                async with runtime.database.transaction() as db:
                    last, is_first = await record_page(db, last), False
                while await relay_step(runtime.database, runtime.bus):
                    pass
    finally:
        await runtime.stop()
