"""What was recorded while NATS was away is applied soon after its return."""

import asyncio
import time

from chassis.database.tables import new_id
from chassis.events import outbox
from chassis.events.consumer import CONSUMER
from chassis.runtime import AnyRuntime as Runtime
from chassis.testing.plugin import wait_for
from chassis.testing.servers import Nats
from sample.notes.events import NoteWritten
from sample.notes.tables import ReceivedNote
from sqlalchemy import func, select

EVENTS = 1000
# As long as several fetches of the consumer.
AWAY_SECONDS = 5


async def test_a_backlog_is_applied_without_a_redelivery(runtime: Runtime, clean: None, nats_server: Nats) -> None:
    """Fetches from the time without NATS would take some of the events, and nobody would read these."""
    nats_server.kill()
    await wait_for(lambda: not runtime.bus.is_up)
    async with runtime.database.transaction() as db:
        for number in range(EVENTS):
            await outbox.record(db, NoteWritten(note_id=new_id(), text=f"{number}"))
    await asyncio.sleep(AWAY_SECONDS)
    nats_server.start()
    returned = time.monotonic()

    async def are_applied() -> bool:
        async with runtime.database.reading() as db:
            return bool(await db.scalar(select(func.count()).select_from(ReceivedNote)) == EVENTS)

    await wait_for(are_applied, seconds=90)
    seconds = time.monotonic() - returned
    assert seconds < (CONSUMER.ack_wait or 0) / 2
