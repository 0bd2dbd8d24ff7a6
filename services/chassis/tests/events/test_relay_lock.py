"""One replica publishes at a time. The others neither wait for its lock nor hold a connection meanwhile."""

import asyncio

from chassis.database.session import take_advisory_locks
from chassis.database.tables import new_id
from chassis.events import outbox
from chassis.runtime import AnyRuntime
from chassis.testing.plugin import wait_for
from sample.notes.events import NoteWritten
from sample.notes.tables import ReceivedNote
from sqlalchemy import func, select, text

COUNT_WAITING_LOCKS = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")


async def test_a_replica_leaves_the_outbox_to_the_one_that_publishes(runtime: AnyRuntime, clean: None) -> None:
    async with runtime.database.transaction() as publisher:
        await take_advisory_locks(publisher, "outbox")
        async with runtime.database.transaction() as db:
            await outbox.record(db, NoteWritten(note_id=new_id(), text="later"))
        steps = [asyncio.create_task(outbox.relay_step(runtime.database, runtime.bus)) for _ in range(3)]
        assert await asyncio.gather(*steps) == [True] * 3
        assert await publisher.scalar(COUNT_WAITING_LOCKS) == 0
        assert await publisher.scalar(select(func.count()).select_from(ReceivedNote)) == 0

    async def is_published() -> bool:
        async with runtime.database.reading() as db:
            return bool(await db.scalar(select(func.count()).select_from(ReceivedNote)))

    await wait_for(is_published)
