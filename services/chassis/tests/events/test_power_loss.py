"""NATS loses what it acknowledged just before a power cut: its store is set back to an earlier state."""

import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import nats
import nats.errors
import pytest
from chassis.database.tables import new_id
from chassis.events import outbox
from chassis.events.outbox import OutboxEvent
from chassis.runtime import AnyRuntime, AnySession
from chassis.testing.plugin import MovableClock, wait_for
from chassis.testing.servers import Nats
from nats.js.api import ConsumerConfig, DeliverPolicy
from sample.notes.events import NoteWritten
from sample.notes.tables import ReceivedNote
from sqlalchemy import select
from sqlmodel import col

TYPE = NoteWritten.type


@pytest.fixture
def earlier_store(nats_server: Nats, tmp_path: Path) -> Path:
    """The store of NATS as it is when the test begins."""
    nats_server.kill()
    shutil.copytree(nats_server.folder / "jetstream", tmp_path / "jetstream")
    nats_server.start()
    return tmp_path / "jetstream"


async def record(runtime: AnyRuntime, count: int) -> tuple[set[str], str]:
    """Record events with the same text, and wait until the service has applied them. Returns their ids and the text."""
    ids = set()
    note_text = f"{new_id()}"
    async with runtime.database.transaction() as db:
        for _ in range(count):
            ids.add(str(await outbox.record(db, NoteWritten(note_id=new_id(), text=note_text))))

    async def are_applied() -> bool:
        async with runtime.database.reading() as db:
            waiting_id = await db.scalar(select(col(OutboxEvent.id)).where(col(OutboxEvent.published_at).is_(None)))
        return waiting_id is None and await count_received(runtime, note_text) == count

    await wait_for(are_applied)
    return ids, note_text


async def count_received(runtime: AnyRuntime, note_text: str) -> int:
    """Return the number of applied events with this text."""
    async with runtime.database.reading() as db:
        return len((await db.scalars(select(col(ReceivedNote.id)).where(col(ReceivedNote.text) == note_text))).all())


async def list_ids_in_stream(server: Nats) -> list[str]:
    """Return the message ids of this type in the stream, with repetitions.

    The result is empty while NATS is starting, or if it does not answer in time.
    """
    with suppress(TimeoutError, nats.errors.Error):
        ids: list[str] = []
        client = await nats.connect(server.url)
        try:
            js = client.jetstream(timeout=2)
            config = ConsumerConfig(deliver_policy=DeliverPolicy.ALL, inactive_threshold=10, headers_only=True)
            subscription = await js.pull_subscribe(f"events.{TYPE}", stream="EVENTS", config=config)
            waiting_count = (await subscription.consumer_info()).num_pending or 0
            while len(ids) < waiting_count:
                batch = await subscription.fetch(100, timeout=2)
                ids += [str((message.headers or {})["Nats-Msg-Id"]) for message in batch]
            return ids
        finally:
            await client.close()
    return []


def restore_folders(server: Nats, earlier_store: Path, name: str) -> None:
    """Replace every folder of that name in the store with its earlier state."""
    for folder in earlier_store.rglob(name):
        target = server.folder / "jetstream" / folder.relative_to(earlier_store)
        shutil.rmtree(target)
        shutil.copytree(folder, target)


@pytest.mark.parametrize("loss", ["everything", "messages"])
async def test_events_that_a_power_cut_took_from_nats_are_published_again(
    earlier_store: Path, nats_server: Nats, runtime: AnyRuntime, clean: None, loss: str
) -> None:
    """With `messages` the consumers' own state survives, so that it is ahead of the stream."""
    ids, note_text = await record(runtime, 250)
    nats_server.kill()
    restore_folders(nats_server, earlier_store, "msgs" if loss == "messages" else "streams")
    nats_server.start()

    async def list_ids_of_this_test() -> list[str]:
        return [id for id in await list_ids_in_stream(nats_server) if id in ids]

    async def are_back() -> bool:
        return ids == set(await list_ids_of_this_test())

    await wait_for(are_back)
    assert len(await wait_for(list_ids_of_this_test)) == len(ids)
    # The next events arrive too, and no event was applied twice.
    await record(runtime, 1)
    assert await count_received(runtime, note_text) == len(ids)


async def test_only_recent_events_are_published_again(
    runtime: AnyRuntime, clean: None, clock: MovableClock, db: AnySession
) -> None:
    await record(runtime, 3)
    clock.move(minutes=11)
    async with runtime.database.transaction() as session:
        recent_id = await outbox.record(session, NoteWritten(note_id=new_id(), text="после"))

    async def list_published() -> list[Any]:
        rows = await db.execute(
            select(col(OutboxEvent.id), col(OutboxEvent.published_at)).execution_options(populate_existing=True)
        )
        return [row for row in rows if row.published_at is not None]

    async def are_all_published() -> bool:
        return len(await list_published()) == 4

    await wait_for(are_all_published)
    published_before = {row.id: row.published_at for row in await list_published()}
    clock.move(minutes=1)
    runtime.bus.connections += 1
    runtime.notify("outbox")
    await wait_for(lambda: runtime.bus.compared_connection == runtime.bus.connections)
    await wait_for(are_all_published)
    published_after = {row.id: row.published_at for row in await list_published()}
    assert {id for id in published_after if published_after[id] != published_before[id]} == {recent_id}
