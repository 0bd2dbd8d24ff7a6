"""Events that were recorded during an outage of NATS are applied afterwards, and NATS delivers each of them once."""

import asyncio

import pytest
from chassis.database.tables import new_id
from chassis.events import outbox
from chassis.events.handling import EventHandling
from chassis.runtime import AnyRuntime
from chassis.testing.plugin import wait_for
from chassis.testing.servers import Nats
from nats.aio.msg import Msg
from sample.notes.events import NoteWritten
from sample.notes.tables import ReceivedNote
from sqlalchemy import func, select

EVENT_COUNT = 300
# The outage lasts several fetches of the consumer.
OUTAGE_SECONDS = 5


async def test_a_backlog_is_applied_without_a_redelivery(
    runtime: AnyRuntime, clean: None, nats_server: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fetches that were sent during the outage would receive some of the events, and the service would not read them.
    NATS would deliver these events a second time, after `ack_wait`.
    """
    deliveries: list[int] = []
    handle_all = EventHandling.handle_all

    async def count_and_handle_all(handling: EventHandling, messages: list[Msg]) -> None:
        deliveries.extend(message.metadata.num_delivered for message in messages)
        await handle_all(handling, messages)

    monkeypatch.setattr(EventHandling, "handle_all", count_and_handle_all)
    nats_server.kill()
    await wait_for(lambda: not runtime.bus.is_up)
    async with runtime.database.transaction() as db:
        for number in range(EVENT_COUNT):
            await outbox.record(db, NoteWritten(note_id=new_id(), text=f"{number}"))
    await asyncio.sleep(OUTAGE_SECONDS)
    nats_server.start()

    async def are_applied() -> bool:
        async with runtime.database.reading() as db:
            return bool(await db.scalar(select(func.count()).select_from(ReceivedNote)) == EVENT_COUNT)

    await wait_for(are_applied)
    assert deliveries == [1] * EVENT_COUNT
