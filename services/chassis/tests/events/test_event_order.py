"""Later events about an entity wait for an earlier one that failed or waits, on every replica.

Two replicas handle the events: the service's own and one more consumer, as in another process.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import UUID

import pytest
from chassis.database.tables import new_id
from chassis.events import event_attempts
from chassis.events.consumer import Consumer
from chassis.events.event_attempts import EventAttempts, PendingEvent
from chassis.runtime import AnyRuntime, AnySession
from chassis.testing.fixture_types import EventDelivery
from chassis.testing.plugin import MovableClock, wait_for
from sample.notes import handlers
from sample.notes.events import NoteWritten
from sample.notes.tables import ReceivedNote
from sqlalchemy import func, select
from sqlmodel import col

ENTITY_COUNT = 5
# NATS delivers every waiting event again and again until the earlier events are handled, so twice as many events take
# about four times as long.
EVENT_COUNT = 40


@pytest.fixture
async def second_replica(runtime: AnyRuntime) -> AsyncIterator[None]:
    second_consumer = Consumer(runtime, handlers.on)
    is_ending = asyncio.Event()

    async def run() -> None:
        while not is_ending.is_set():
            await second_consumer.step()

    await runtime.bus.js.purge_stream("DLQ")
    task = asyncio.create_task(run())
    yield
    is_ending.set()
    await task
    await runtime.bus.js.purge_stream("EVENTS")
    await runtime.bus.js.purge_stream("DLQ")


@pytest.fixture
def on_note(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[str], None]], None]:
    """A function that installs a callback. The callback gets the text of each note before the note is stored.

    An exception of the callback is a failure of the handler.
    """

    def install(callback: Callable[[str], None]) -> None:
        def make_received_note(*, text: str) -> ReceivedNote:
            callback(text)
            return ReceivedNote(text=text)

        monkeypatch.setattr(handlers, "ReceivedNote", make_received_note)

    return install


async def count(db: AnySession, table: Any) -> int:
    return (await db.scalars(select(func.count()).select_from(table))).one()


async def wait_for_rows(db: AnySession, table: Any, rows: int) -> None:
    async def has_all_rows() -> bool:
        return await count(db, table) == rows

    await wait_for(has_all_rows)


async def list_received_texts(db: AnySession) -> list[str]:
    """Return the texts in the order in which the notes were handled."""
    return list(await db.scalars(select(col(ReceivedNote.text)).order_by(col(ReceivedNote.id))))


async def count_parked(runtime: AnyRuntime) -> int:
    return int((await runtime.bus.js.stream_info("DLQ")).state.messages)


async def test_effects_keep_the_order_of_each_entity_with_two_replicas_and_failures(
    runtime: AnyRuntime,
    second_replica: None,
    on_note: Callable[[Callable[[str], None]], None],
    deliver: EventDelivery,
    db: AnySession,
) -> None:
    is_database_down = True
    failures = Counter[str]()
    generator = random.Random(19)

    def fail_at_times(text: str) -> None:
        if is_database_down:
            raise ConnectionRefusedError
        if failures[text] < 3 and generator.random() < 0.3:
            failures[text] += 1
            raise RuntimeError("once more")

    on_note(fail_at_times)
    entities = [new_id() for _ in range(ENTITY_COUNT)]

    async def send(numbers: range) -> None:
        for number in numbers:
            entity = number % ENTITY_COUNT
            await deliver(NoteWritten(note_id=entities[entity], text=f"{entity} {number}"), wait=False)

    await send(range(ENTITY_COUNT))
    await wait_for_rows(db, EventAttempts, ENTITY_COUNT)
    await send(range(ENTITY_COUNT, EVENT_COUNT))
    await wait_for_rows(db, EventAttempts, EVENT_COUNT)
    is_database_down = False

    await wait_for_rows(db, ReceivedNote, EVENT_COUNT)
    received_words = [text.split() for text in await list_received_texts(db)]
    for entity in range(ENTITY_COUNT):
        numbers = [int(number) for entity_text, number in received_words if entity_text == str(entity)]
        assert numbers == list(range(entity, EVENT_COUNT, ENTITY_COUNT))
    assert sum(failures.values()) > EVENT_COUNT / 10
    assert await count_parked(runtime) == 0
    await wait_for_rows(db, EventAttempts, 0)


async def test_a_poisoned_event_delays_only_its_entity_and_only_until_it_is_parked(
    runtime: AnyRuntime,
    second_replica: None,
    on_note: Callable[[Callable[[str], None]], None],
    deliver: EventDelivery,
    db: AnySession,
) -> None:
    is_poisoned = asyncio.Event()

    def fail_on_poison(text: str) -> None:
        if text == "poison" and is_poisoned.is_set():
            raise RuntimeError(text)
        if text == "poison":
            raise ConnectionRefusedError

    on_note(fail_on_poison)
    poisoned_note_id = new_id()
    other_note_id = new_id()
    await deliver(NoteWritten(note_id=poisoned_note_id, text="poison"), wait=False)
    await wait_for(lambda: count(db, EventAttempts))
    await deliver(NoteWritten(note_id=poisoned_note_id, text="behind it"), wait=False)
    await deliver(NoteWritten(note_id=poisoned_note_id, text="behind both"), wait=False)
    await deliver(NoteWritten(note_id=other_note_id, text="another"))
    assert await list_received_texts(db) == ["another"]
    assert await count_parked(runtime) == 0
    is_poisoned.set()

    await wait_for_rows(db, ReceivedNote, 3)
    assert await list_received_texts(db) == ["another", "behind it", "behind both"]
    assert await count_parked(runtime) == 1


async def test_an_event_that_was_lost_holds_back_others_for_a_quarter_of_an_hour(
    runtime: AnyRuntime, clock: MovableClock
) -> None:
    entity = str(new_id())
    lost_event = PendingEvent(new_id(), entity, 1)
    later_event = PendingEvent(new_id(), entity, 2)

    async def list_waiting_events() -> set[UUID]:
        async with runtime.database.transaction() as session:
            waiting_ids, _ = await event_attempts.find_waiting_and_counted(session, [later_event])
            return waiting_ids

    await event_attempts.add(runtime.database, lost_event)
    assert await list_waiting_events() == {later_event.id}
    clock.move(minutes=16)
    assert await list_waiting_events() == set()
