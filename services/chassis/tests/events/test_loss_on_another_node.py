"""A node of a cluster loses acknowledged events while the service stays connected to another node."""

import shutil
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import nats
import nats.errors
import pytest
from chassis.database.tables import new_id
from chassis.events import outbox
from chassis.events.streams import EVENTS
from chassis.migrate import upgrade
from chassis.runtime import AnyRuntime
from chassis.testing.plugin import wait_for
from chassis.testing.servers import Nats, Postgres
from nats.js import JetStreamContext
from sample.main import build
from sample.notes.events import NoteWritten
from sample.notes.tables import ReceivedNote
from sample.settings import Settings
from sqlalchemy import func, select

pytestmark = pytest.mark.anyio
EVENT_COUNT = 50


@dataclass
class RemoteNode:
    """A node that the service is not connected to, with the only copy of EVENTS.

    `store` is the folder of that stream, and `earlier_store` is a copy of the folder from before the first event.
    """

    runtime: AnyRuntime
    server: Nats
    store: Path
    earlier_store: Path

    async def read_last_sequence(self) -> int:
        with suppress(TimeoutError, nats.errors.Error):
            return int((await self.runtime.bus.js.stream_info("EVENTS")).state.last_seq)
        return -1


@pytest.fixture
async def js(cluster: list[Nats]) -> AsyncIterator[JetStreamContext]:
    """A cluster without streams, also for the following tests."""
    client = await nats.connect([node.url for node in cluster])
    # Shorter than the limit of `wait_for`, so that a request without an answer is repeated.
    js = client.jetstream(timeout=60)

    async def is_empty() -> bool:
        # Without a leader the cluster does not answer.
        with suppress(TimeoutError, nats.errors.Error):
            for stream in await js.streams_info():
                await js.delete_stream(str(stream.config.name))
            return not await js.streams_info()
        return False

    await wait_for(is_empty)
    yield js
    await wait_for(is_empty)
    await client.close()


@pytest.fixture
async def remote_node(
    js: JetStreamContext, cluster: list[Nats], postgres_server: Postgres, tmp_path: Path
) -> AsyncIterator[RemoteNode]:
    stream_cluster = (await js.add_stream(EVENTS.evolve(num_replicas=1))).cluster
    assert stream_cluster is not None
    assert stream_cluster.leader
    node = cluster[int(stream_cluster.leader.removeprefix("node-")) - 1]
    url = postgres_server.create("another_node")
    node.kill()
    store = next(node.folder.rglob("EVENTS"))
    earlier_store = tmp_path / "EVENTS"
    shutil.copytree(store, earlier_store)
    node.start()
    upgrade("sample", url)
    own_node = next(other for other in cluster if other is not node)
    settings = {"environment": "test", "database_url": url, "nats_url": own_node.url, "idle_poll_seconds": 0.5}
    app = build(Settings.model_validate(settings | {"nats_timeout_seconds": 2, "run_jobs": False}))
    async with app.router.lifespan_context(app):
        await app.state.runtime.bus.wait_until_connected()
        yield RemoteNode(app.state.runtime, node, store, earlier_store)


async def test_events_that_a_node_has_lost_are_published_again_without_a_new_connection(
    remote_node: RemoteNode,
) -> None:
    runtime = remote_node.runtime

    async def are_applied() -> bool:
        async with runtime.database.reading() as db:
            return bool(await db.scalar(select(func.count()).select_from(ReceivedNote)) == EVENT_COUNT)

    async with runtime.database.transaction() as db:
        for number in range(EVENT_COUNT):
            await outbox.record(db, NoteWritten(note_id=new_id(), text=f"{number}"))

    async def are_stored() -> bool:
        return await remote_node.read_last_sequence() == EVENT_COUNT

    await wait_for(are_applied)
    await wait_for(are_stored)
    remote_node.server.kill()
    shutil.rmtree(remote_node.store)
    shutil.copytree(remote_node.earlier_store, remote_node.store)
    remote_node.server.start()

    await wait_for(are_stored)
    assert runtime.bus.client.stats["reconnects"] == 0
    # No event was applied twice.
    assert await are_applied()
