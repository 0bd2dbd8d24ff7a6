"""All replicas distinguish in the same way between a failed event and an unavailable dependency, however long an outage
lasts.

All replicas here run in one process. They share a durable consumer of NATS and a database, as separate processes do.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any, ClassVar
from uuid import UUID

import pytest
from chassis.database.tables import new_id
from chassis.events import event_attempts, handling
from chassis.events.consumer import Consumer
from chassis.events.event_attempts import EventAttempts
from chassis.events.handling import EventHandling, ReceivedEvent
from chassis.events.outages import is_outage
from chassis.events.registry import Handler, Handlers, build_envelope
from chassis.runtime import AnyRuntime, AnySession
from chassis.testing.fixture_types import EventDelivery
from chassis.testing.plugin import wait_for
from contracts.event import Event
from nats.errors import BadSubjectError, NoRespondersError, NoServersError
from nats.js.errors import NoStreamResponseError, NotFoundError
from sample.notes import handlers
from sample.notes.events import NoteWritten, Poison
from sample.notes.tables import ReceivedNote
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError
from sqlmodel import col

# With one delivery in five seconds this is an outage of fifteen minutes.
DELIVERIES = 180


class FailingDatabase:
    """Replaces the service's database and refuses every transaction while `is_down`."""

    def __init__(self, runtime: AnyRuntime) -> None:
        self._transaction = runtime.database.transaction
        self.is_down = True
        self.refused_count = 0

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        if self.is_down:
            self.refused_count += 1
            raise OperationalError("BEGIN", {}, Exception("server closed the connection unexpectedly"))
        async with self._transaction() as db:
            yield db


class FailingEvent(Event):
    """An event of the tests. Replicas that do not know it put it back for replicas that do."""

    type: ClassVar[str] = "sample.test.failing"
    id: UUID


class LateEvent(Event):
    """An event of the tests that no replica knows before one test subscribes to it."""

    type: ClassVar[str] = "sample.test.late"
    id: UUID


class LaterEvent(LateEvent):
    """A second such event, since the service's consumer knows a type once a test has subscribed to it."""

    type: ClassVar[str] = "sample.test.later"


class LatestEvent(LateEvent):
    """A third such event."""

    type: ClassVar[str] = "sample.test.latest"


def create_handlers_of(event: type[Event], handler: Handler) -> Handlers:
    own_handlers = Handlers()
    own_handlers(event)(handler)
    return own_handlers


class Replica:
    """One more consumer of the service. It handles events of the type `event` if `handler` is given."""

    def __init__(self, runtime: AnyRuntime, handler: Handler | None, event: type[Event]) -> None:
        own_handlers = create_handlers_of(event, handler) if handler else Handlers()
        self._consumer = Consumer(runtime, Handlers(handlers.on, own_handlers))
        self._is_ending = False
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while not self._is_ending:
            await self._consumer.step()

    async def stop(self) -> None:
        """End after the current step: NATS redelivers an event of a cancelled replica only after 20 s."""
        self._is_ending = True
        await self._task


@pytest.fixture
async def start_replica(runtime: AnyRuntime, clean: None) -> AsyncIterator[Callable[..., Replica]]:
    """A function that starts a replica. All replicas end with the test."""
    replicas: list[Replica] = []

    def start(handler: Handler | None = None, event: type[Event] = FailingEvent) -> Replica:
        replicas.append(Replica(runtime, handler, event))
        return replicas[-1]

    yield start
    await asyncio.gather(*(replica.stop() for replica in replicas))
    # Events that one test has put back must not reach the next test, whose tables are empty.
    await runtime.bus.js.purge_stream("EVENTS")
    with suppress(NotFoundError):
        await runtime.bus.js.delete_consumer("EVENTS", f"{runtime.name}_earlier")


@pytest.fixture
async def count_parked(runtime: AnyRuntime) -> AsyncIterator[Callable[[], Any]]:
    """A function that returns the number of events that this test has parked."""

    async def count() -> int:
        return int((await runtime.bus.js.stream_info("DLQ")).state.messages)

    await runtime.bus.js.purge_stream("DLQ")
    yield count
    await runtime.bus.js.purge_stream("DLQ")


async def list_received_texts(db: AnySession) -> list[str]:
    return list(await db.scalars(select(col(ReceivedNote.text))))


class TestOutages:
    async def test_nothing_is_parked_with_three_replicas_and_a_restart_in_the_middle(
        self,
        runtime: AnyRuntime,
        deliver: EventDelivery,
        start_replica: Callable[..., Replica],
        count_parked: Callable[[], Any],
        db: AnySession,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        database = FailingDatabase(runtime)
        monkeypatch.setattr(runtime.database, "transaction", database.transaction)
        replica = start_replica()
        start_replica()
        for number in range(3):
            await deliver(NoteWritten(note_id=new_id(), text=f"{number}"), wait=False)
        await wait_for(lambda: database.refused_count > DELIVERIES * 3 / 2)
        await replica.stop()
        start_replica()
        await wait_for(lambda: database.refused_count > DELIVERIES * 3)
        database.is_down = False

        async def are_all_received() -> bool:
            return len(await list_received_texts(db)) >= 3

        await wait_for(are_all_received)
        assert sorted(await list_received_texts(db)) == ["0", "1", "2"]
        assert await count_parked() == 0

    async def test_few_events_at_a_time_are_fetched_until_one_is_handled(
        self, runtime: AnyRuntime, clean: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """In an outage each event takes a second. If many were fetched, NATS would deliver the last ones again before
        they are handled.
        """

        async def nak(delay: float) -> None:
            pass

        monkeypatch.setattr(runtime.database, "transaction", FailingDatabase(runtime).transaction)
        own_handling = EventHandling(runtime, handlers.on)
        for delivery in (1, 2):
            metadata = SimpleNamespace(num_delivered=delivery, sequence=SimpleNamespace(stream=1))
            message: Any = SimpleNamespace(data=b"{}", headers=None, subject="events.", metadata=metadata, nak=nak)
            await own_handling.handle_all([message])
            assert own_handling.next_fetch_size == handling.BATCH_SIZE_AFTER_FAILURE

    async def test_no_event_is_parked_while_another_dependency_is_down(
        self,
        deliver: EventDelivery,
        start_replica: Callable[..., Replica],
        count_parked: Callable[[], Any],
        db: AnySession,
    ) -> None:
        calls = []

        async def call_unavailable_server(event: FailingEvent, db: AnySession, context: Any) -> None:
            calls.append(event)
            if len(calls) <= handling.MAX_UNFINISHED_ATTEMPTS * 2:
                raise ConnectionRefusedError

        start_replica(call_unavailable_server)
        await deliver(FailingEvent(id=new_id()))
        assert await count_parked() == 0

        async def is_forgotten() -> bool:
            return not list(await db.scalars(select(EventAttempts)))

        # The service's own replica may have put the event back while the other one handled it.
        await wait_for(is_forgotten)

    @pytest.mark.parametrize(
        "error", [ConnectionRefusedError, TimeoutError, NoServersError, NoRespondersError, NoStreamResponseError]
    )
    def test_errors_of_a_connection_are_an_outage(self, error: type[Exception]) -> None:
        assert is_outage(error())
        assert not is_outage(BadSubjectError())


class TestFailures:
    async def test_two_replicas_together_make_five_attempts(
        self, deliver: EventDelivery, start_replica: Callable[..., Replica], count_parked: Callable[[], Any]
    ) -> None:
        handled_ids = []

        async def fail_always(event: FailingEvent, db: AnySession, context: Any) -> None:
            handled_ids.append(event.id)
            raise RuntimeError("poison")

        start_replica(fail_always)
        start_replica(fail_always)
        poison = FailingEvent(id=new_id())
        await deliver(poison, wait=False)
        await wait_for(count_parked)
        assert handled_ids.count(poison.id) == handling.MAX_FAILED_ATTEMPTS
        assert await count_parked() == 1

    @pytest.mark.parametrize(("deadlocks", "is_applied"), [(1, True), (2, False)])
    async def test_a_group_with_a_deadlock_is_repeated_once_and_then_handled_event_by_event(
        self, runtime: AnyRuntime, clean: None, deadlocks: int, is_applied: bool
    ) -> None:
        """Two replicas may lock the same rows in different orders, which is not an outage of a dependency."""
        put_back_delays: list[float] = []
        handled_ids: list[UUID] = []

        async def nak(delay: float) -> None:
            put_back_delays.append(delay)

        async def ack() -> None: ...

        async def meet_a_deadlock(event: FailingEvent, db: AnySession, context: Any) -> None:
            handled_ids.append(event.id)
            if len(handled_ids) <= deadlocks:
                await db.execute(text("DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$"))

        own_handling = EventHandling(runtime, create_handlers_of(FailingEvent, meet_a_deadlock))
        body = build_envelope(
            FailingEvent(id=new_id()), id=new_id(), source="/test", time=runtime.now(), traceparent=None
        )
        metadata = SimpleNamespace(sequence=SimpleNamespace(stream=1), timestamp=runtime.now())
        subject = f"events.{FailingEvent.type}"
        message: Any = SimpleNamespace(data=body, subject=subject, headers=None, nak=nak, ack=ack, metadata=metadata)
        received_event = ReceivedEvent.parse(message)
        assert await own_handling.handle_together([received_event, received_event]) == is_applied
        assert put_back_delays == []
        assert len(handled_ids) == 2

    async def test_a_statement_that_always_takes_too_long_is_parked(
        self, deliver: EventDelivery, start_replica: Callable[..., Replica], count_parked: Callable[[], Any]
    ) -> None:
        async def sleep(event: FailingEvent, db: AnySession, context: Any) -> None:
            await db.execute(text("SET LOCAL statement_timeout = '20ms'"))
            await db.execute(text("SELECT pg_sleep(10)"))

        start_replica(sleep)
        await deliver(FailingEvent(id=new_id()), wait=False)
        await wait_for(count_parked)
        assert await count_parked() == 1

    async def test_an_event_whose_handling_never_ends_is_parked_after_the_last_attempt(
        self, runtime: AnyRuntime, deliver: EventDelivery, count_parked: Callable[[], Any], db: AnySession
    ) -> None:
        """A process that ends while it handles an event reports no failure. Only its attempts are counted."""
        id = new_id()
        for _ in range(handling.MAX_UNFINISHED_ATTEMPTS):
            await event_attempts.add(runtime.database, event_attempts.PendingEvent(id, str(id), 1))
        await deliver(Poison(id=id), id=id, wait=False)
        await wait_for(count_parked)

        async def is_forgotten() -> bool:
            return not list(await db.scalars(select(EventAttempts)))

        await wait_for(is_forgotten)
        assert await count_parked() == 1


class TestRollingRelease:
    async def test_a_type_that_only_newer_replicas_know_is_left_to_them(
        self, deliver: EventDelivery, start_replica: Callable[..., Replica], count_parked: Callable[[], Any]
    ) -> None:
        """The replica that the service itself runs is the older one; the newer one has widened the filter."""
        seen_ids: set[UUID] = set()

        async def record_id(event: FailingEvent, db: AnySession, context: Any) -> None:
            seen_ids.add(event.id)

        start_replica(record_id)
        sent_ids = {new_id() for _ in range(20)}
        for id in sent_ids:
            await deliver(FailingEvent(id=id), wait=False)
        await wait_for(lambda: seen_ids == sent_ids)
        assert await count_parked() == 0

    async def test_an_older_replica_that_connects_again_takes_nothing_from_newer_ones(
        self, runtime: AnyRuntime, deliver: EventDelivery, start_replica: Callable[..., Replica]
    ) -> None:
        seen_ids: set[UUID] = set()

        async def record_id(event: FailingEvent, db: AnySession, context: Any) -> None:
            seen_ids.add(event.id)

        start_replica(record_id)
        first_event = FailingEvent(id=new_id())
        await deliver(first_event, wait=False)
        await wait_for(lambda: seen_ids == {first_event.id})
        older_consumer = Consumer(runtime, handlers.on)
        await older_consumer.step()
        second_event = FailingEvent(id=new_id())
        await deliver(second_event, wait=False)
        await wait_for(lambda: second_event.id in seen_ids)
        assert seen_ids == {first_event.id, second_event.id}

    @pytest.mark.parametrize("kind", [LateEvent, LaterEvent])
    async def test_events_published_before_the_first_newer_replica_started_are_applied(
        self,
        kind: type[LateEvent],
        deliver: EventDelivery,
        start_replica: Callable[..., Replica],
        count_parked: Callable[[], Any],
        db: AnySession,
    ) -> None:
        """The publisher's new release starts first, and older consumers skip the types that they do not know."""
        seen_ids: list[UUID] = []

        async def record_id(event: LateEvent, db: AnySession, context: Any) -> None:
            seen_ids.append(event.id)

        sent_ids = [new_id() for _ in range(20)]
        for id in sent_ids:
            await deliver(kind(id=id), wait=False)
        if kind is LateEvent:
            await deliver(NoteWritten(note_id=new_id(), text="after them"))
        start_replica(record_id, kind)
        start_replica(record_id, kind)
        await wait_for(lambda: len(seen_ids) >= len(sent_ids))
        last_event = kind(id=new_id())
        await deliver(last_event, wait=False)
        await wait_for(lambda: last_event.id in seen_ids)
        assert sorted(seen_ids) == sorted([*sent_ids, last_event.id])
        assert await list_received_texts(db) == (["after them"] if kind is LateEvent else [])
        assert await count_parked() == 0

    async def test_a_replica_continues_when_nats_has_removed_the_catch_up_consumer(
        self, runtime: AnyRuntime, deliver: EventDelivery, start_replica: Callable[..., Replica]
    ) -> None:
        seen_ids: list[UUID] = []

        async def record_id(event: LateEvent, db: AnySession, context: Any) -> None:
            seen_ids.append(event.id)

        js = runtime.bus.js
        consumer = Consumer(runtime, Handlers(handlers.on, create_handlers_of(LatestEvent, record_id)))
        await deliver(LatestEvent(id=new_id()), wait=False)
        await consumer._subscribe()
        await js.delete_consumer("EVENTS", f"{runtime.name}_earlier")
        last_event = LatestEvent(id=new_id())
        await deliver(last_event, wait=False)

        async def is_handled() -> bool:
            await consumer.step()
            return last_event.id in seen_ids

        await wait_for(is_handled)
        assert seen_ids.count(last_event.id) == 1
