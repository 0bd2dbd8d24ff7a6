"""A service that records events without end uses up its own share of the stream, and no other service's share."""

import pytest
from chassis.database.tables import new_id
from chassis.events import bus as bus_module
from chassis.events import outbox
from chassis.events.outbox import OutboxEvent
from chassis.runtime import AnyRuntime, AnySession
from chassis.testing.plugin import wait_for
from sample.notes.events import NoteWritten
from sqlalchemy import func, select
from sqlmodel import col


async def test_the_outbox_waits_while_the_share_is_used(
    runtime: AnyRuntime, db: AnySession, monkeypatch: pytest.MonkeyPatch
) -> None:
    js = runtime.bus.js
    await js.purge_stream("EVENTS")
    monkeypatch.setattr(bus_module, "SHARE_CACHE_SECONDS", 0.0)
    monkeypatch.setattr(bus_module, "DEFAULT_SPACE_BYTES", 20_000)

    async def record(text: str) -> None:
        async with runtime.database.transaction() as session:
            await outbox.record(session, NoteWritten(note_id=new_id(), text=text))

    async def count_published() -> int:
        statement = select(func.count()).select_from(OutboxEvent).where(col(OutboxEvent.published_at).is_not(None))
        return int(await db.scalar(statement) or 0)

    async def is_full() -> bool:
        return not await runtime.bus.has_space()

    for number in range(4):
        await record("x" * 4_000)
        runtime.notify("outbox")
        if number == 0:
            await wait_for(count_published)
    await wait_for(is_full)
    await record("waits")

    async def finds_no_space() -> bool:
        # True means that the service's own relay holds the lock at this moment.
        return await outbox.relay_step(runtime.database, runtime.bus) is False

    await wait_for(finds_no_space)
    published_count = await count_published()
    assert published_count < 5
    await wait_for(finds_no_space)
    assert await count_published() == published_count
    # Other services have their own share.
    await runtime.bus.publish("events.another.thing.done", b"{}", message_id=str(new_id()))
    await js.purge_stream("EVENTS")
    runtime.notify("outbox")

    async def all_are_published() -> bool:
        return await count_published() == 5

    await wait_for(all_are_published)
