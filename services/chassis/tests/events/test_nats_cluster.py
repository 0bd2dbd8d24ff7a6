"""A cluster of three NATS nodes: one is killed, then the other two at once, while events are being recorded."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import nats.errors
import pytest
from chassis.database.tables import new_id
from chassis.events import outbox
from chassis.events.outbox import OutboxEvent
from chassis.migrate import upgrade
from chassis.runtime import AnyRuntime
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plugin import wait_for
from chassis.testing.servers import Nats, Postgres
from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy
from sample.main import build
from sample.notes.events import NoteWritten
from sample.notes.tables import ReceivedNote
from sample.settings import Settings
from sqlalchemy import func, select
from sqlmodel import col

# Events that must be delivered after each fault.
EVENTS_PER_FAULT = 20
EVENTS_MAX_BYTES = 64 * 2**20


@pytest.fixture(scope="module")
async def service_on_cluster(
    cluster: list[Nats], postgres_server: Postgres, anyio_backend: object
) -> AsyncIterator[AnyRuntime]:
    """The sample service with a database of its own, connected to all three nodes."""
    url = postgres_server.create("on_cluster")
    upgrade("sample", url)
    settings = Settings(
        environment="test",
        database_url=url,
        nats_url=",".join(node.url for node in cluster),
        nats_timeout_seconds=2,
        nats_replicas=3,
        events_max_age_days=7,
        events_max_bytes=EVENTS_MAX_BYTES,
        idle_poll_seconds=0.5,
        event_outage_seconds=0.2,
        run_jobs=False,
    )
    app = build(settings)
    async with app.router.lifespan_context(app):
        runtime: AnyRuntime = app.state.runtime
        await runtime.bus.wait_until_connected()
        yield runtime


class Writer:
    """Records events one after another until it is stopped."""

    def __init__(self, runtime: AnyRuntime) -> None:
        self._runtime = runtime
        self.recorded_texts: list[str] = []
        self.is_stopping = False
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while not self.is_stopping:
            text = str(new_id())
            async with self._runtime.database.transaction() as db:
                await outbox.record(db, NoteWritten(note_id=new_id(), text=text))
            self.recorded_texts.append(text)
            # About 50 events a second: enough load, and time for other tasks.
            await asyncio.sleep(0.02)


def get_jetstream(runtime: AnyRuntime) -> JetStreamContext:
    """Return a context for requests of the tests, which may take long. Requests of services end after two seconds."""
    return runtime.bus.client.jetstream(timeout=HANG_SECONDS)


async def list_received_texts(runtime: AnyRuntime) -> list[str]:
    async with runtime.database.reading() as db:
        return list(await db.scalars(select(col(ReceivedNote.text))))


async def count_unpublished_events(runtime: AnyRuntime) -> int:
    async with runtime.database.reading() as db:
        statement = select(func.count()).select_from(OutboxEvent).where(col(OutboxEvent.published_at).is_(None))
        return int(await db.scalar(statement) or 0)


async def wait_until_copied(runtime: AnyRuntime) -> None:
    """Wait until every stream has a leader and a complete copy on every node, so that the next node can be killed."""

    async def is_copied() -> bool:
        with suppress(TimeoutError, nats.errors.Error):
            for stream in ("EVENTS", "DLQ", "KV_identity", "KV_ended_sessions"):
                stream_cluster = (await runtime.bus.js.stream_info(stream)).cluster
                other_replicas = getattr(stream_cluster, "replicas", None) or []
                if len([other for other in other_replicas if other.current and not other.offline]) != 2:
                    return False
            consumer_cluster = (await runtime.bus.js.consumer_info("EVENTS", "sample")).cluster
            consumer_replicas = getattr(consumer_cluster, "replicas", None) or []
            return all(replica.current and not replica.offline for replica in consumer_replicas)
        return False

    await wait_for(is_copied)


async def test_streams_and_buckets_are_created_as_the_settings_say(service_on_cluster: AnyRuntime) -> None:
    await wait_until_copied(service_on_cluster)
    js = get_jetstream(service_on_cluster)
    events = (await js.stream_info("EVENTS")).config
    assert (events.num_replicas, events.max_age, events.max_bytes) == (3, 7 * 86400, EVENTS_MAX_BYTES)
    # A full stream refuses new events, which wait in the outboxes, instead of dropping old ones.
    assert events.discard == DiscardPolicy.NEW
    for stream in ("DLQ", "KV_identity", "KV_ended_sessions"):
        assert (await js.stream_info(stream)).config.num_replicas == 3


async def test_a_start_keeps_an_operators_configuration(service_on_cluster: AnyRuntime, cluster: list[Nats]) -> None:
    js = get_jetstream(service_on_cluster)
    config_before = (await js.stream_info("EVENTS")).config
    await js.update_stream(config_before.evolve(max_age=86400.0))
    settings = service_on_cluster.settings
    assert isinstance(settings, Settings)
    app = build(settings.model_copy(update={"nats_replicas": 1}))
    async with app.router.lifespan_context(app):
        await app.state.runtime.bus.wait_until_connected()
    stream_config = (await js.stream_info("EVENTS")).config
    await js.update_stream(config_before)
    assert (stream_config.max_age, stream_config.num_replicas) == (86400, 3)


async def test_another_leader_gets_the_last_events_again(service_on_cluster: AnyRuntime) -> None:
    """The new leader may lack some events, while the service's connection to another node is still open."""
    bus = service_on_cluster.bus
    await wait_until_copied(service_on_cluster)
    await wait_for(lambda: bus.compared_connection == bus.connections)
    connections_before = bus.connections
    reconnections_before = bus.client.stats["reconnects"]
    await bus.client.request("$JS.API.STREAM.LEADER.STEPDOWN.EVENTS", timeout=HANG_SECONDS)
    await wait_for(lambda: bus.compared_connection > connections_before)
    assert bus.client.stats["reconnects"] == reconnections_before


async def has_received_all(runtime: AnyRuntime, writer: Writer) -> bool:
    return len(await list_received_texts(runtime)) >= len(writer.recorded_texts)


async def test_no_event_is_lost_or_applied_twice_when_nodes_are_killed(
    service_on_cluster: AnyRuntime, cluster: list[Nats]
) -> None:
    runtime = service_on_cluster
    await wait_until_copied(runtime)
    writer = Writer(runtime)

    async def is_received(text: str) -> bool:
        return text in await list_received_texts(runtime)

    async def record_more() -> str:
        """Wait for the next events and return the text of the last one."""
        expected_count = len(writer.recorded_texts) + EVENTS_PER_FAULT
        await wait_for(lambda: len(writer.recorded_texts) >= expected_count)
        return writer.recorded_texts[expected_count - 1]

    try:
        # `make faults NATS_NODES=3` kills each node in turn.
        cluster[0].kill()
        first_text = await record_more()
        await wait_for(lambda: is_received(first_text))
        cluster[0].start()
        await wait_until_copied(runtime)
        for node in cluster[1:]:
            node.kill()
        # One node of three has no majority: services record events, which wait in the outbox.
        last_text = await record_more()
        assert not await is_received(last_text)
        assert await count_unpublished_events(runtime) >= EVENTS_PER_FAULT - 1
        for node in cluster[1:]:
            node.start()
        await wait_for(lambda: is_received(last_text))
    finally:
        writer.is_stopping = True
        await writer.task

    await wait_for(lambda: has_received_all(runtime, writer))
    await wait_until_copied(runtime)
    assert sorted(await list_received_texts(runtime)) == sorted(writer.recorded_texts)
    assert (await get_jetstream(runtime).stream_info("DLQ")).state.messages == 0
