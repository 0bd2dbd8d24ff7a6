"""Two replicas share one database and one NATS. A user may be connected to either of them."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.testing.examples import count_examples
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plugin import TEST_KID, sign_token, wait_for
from chassis.testing.servers import Nats
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from notifications.main import build
from notifications.runtime import NotificationsRuntime

from services.notifications.tests.fixture_types import EntryFactory, ServiceProcess
from services.notifications.tests.fixtures import serve_app
from services.notifications.tests.stream_client import StreamClient

URL = "/api/notifications"


@pytest.fixture(scope="module")
async def second_replica(app: FastAPI) -> AsyncIterator[ServiceProcess]:
    """Another replica of the service under test, with an address of its own."""
    first_runtime: NotificationsRuntime = app.state.runtime
    second_app = build(first_runtime.settings)
    runtime: NotificationsRuntime = second_app.state.runtime
    runtime.now = first_runtime.now
    async with second_app.router.lifespan_context(second_app):
        await wait_for(lambda: TEST_KID in runtime.identity.keys and runtime.is_set_up)
        async with serve_app(second_app) as address:
            yield ServiceProcess(address, runtime)


async def open_stream(
    address: str, runtime: NotificationsRuntime, user_id: Any, last_id: int | None = None
) -> StreamClient:
    headers = {"Authorization": f"Bearer {sign_token(runtime.now(), sub=str(user_id))}"}
    if last_id is not None:
        headers["Last-Event-ID"] = str(last_id)
    stream = await StreamClient.open(address, headers=headers)
    await stream.wait_for("authenticated")
    return stream


class TestTwoReplicas:
    async def test_an_action_on_one_replica_reaches_the_streams_of_both(
        self,
        address: str,
        second_replica: ServiceProcess,
        runtime: NotificationsRuntime,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        add_entry: EntryFactory,
    ) -> None:
        user_id = new_id()
        streams = [
            await open_stream(process_address, runtime, user_id)
            for process_address in (address, second_replica.address)
        ]
        await add_entry(user_id)
        await client.post(f"{URL}/mark-all-read", headers=build_auth_headers(id=user_id))
        for stream in streams:
            assert [event["action"] for event in await stream.wait_for("notification", 2)] == ["new", "read"]
            await stream.close()

    async def test_the_limit_of_twenty_streams_counts_both_replicas(
        self,
        address: str,
        second_replica: ServiceProcess,
        runtime: NotificationsRuntime,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        user_id = new_id()
        addresses = (address, second_replica.address)
        streams = [await open_stream(addresses[number % 2], runtime, user_id) for number in range(22)]
        for stream in streams[:2]:
            assert (await stream.wait_for("error"))[0]["code"] == "too_many_streams"
        admin_headers = build_auth_headers(role="admin")

        async def has_open_streams(count: int) -> bool:
            stats = (await client.get(f"{URL}/admin/stats", headers=admin_headers)).json()
            return bool((stats["live_connections"], stats["replicas"]) == (count, 2))

        await wait_for(lambda: has_open_streams(20))
        assert not any(stream.is_closed for stream in streams[2:])
        for stream in streams:
            await stream.close()
        await wait_for(lambda: has_open_streams(0))

    async def test_a_message_lost_on_the_way_is_found_in_the_log(
        self,
        address: str,
        second_replica: ServiceProcess,
        runtime: NotificationsRuntime,
        add_entry: EntryFactory,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        user_id = new_id()
        stream = await open_stream(second_replica.address, runtime, user_id)
        with monkeypatch.context() as patch:
            patch.setattr(runtime.publisher, "enqueue", lambda messages: None)
            await add_entry(user_id, title="потерялось")
        await add_entry(user_id, title="дошло")
        titles = [event["notification"]["title"] for event in await stream.wait_for("notification", 2)]
        assert titles == ["потерялось", "дошло"]
        with monkeypatch.context() as patch:
            patch.setattr(runtime.publisher, "enqueue", lambda messages: None)
            await add_entry(user_id, title="последнее")
        second_replica.runtime.hub.mark_possibly_stale()
        assert (await stream.wait_for("notification", 3))[2]["notification"]["title"] == "последнее"
        await stream.close()

    async def test_changes_reach_open_streams_while_nats_is_away(
        self,
        address: str,
        second_replica: ServiceProcess,
        runtime: NotificationsRuntime,
        nats_server: Nats,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        add_entry: EntryFactory,
    ) -> None:
        user_id = new_id()
        streams = [
            await open_stream(process_address, runtime, user_id)
            for process_address in (address, second_replica.address)
        ]
        nats_server.kill()
        try:
            await wait_for(
                lambda: not runtime.bus.client.is_connected and not second_replica.runtime.bus.client.is_connected
            )
            await add_entry(user_id)
            answer = await client.post(f"{URL}/mark-all-read", headers=build_auth_headers(id=user_id))
            assert answer.json()["unread_count"] == 0
            for stream in streams:
                assert [event["action"] for event in await stream.wait_for("notification", 2)] == ["new", "read"]
        finally:
            nats_server.start()
        await wait_for(lambda: runtime.bus.client.is_connected and second_replica.runtime.bus.client.is_connected)
        await add_entry(user_id)
        for stream in streams:
            assert [event["revision"] for event in await stream.wait_for("notification", 3)] == [1, 2, 3]
            await stream.close()


class StreamReader:
    """A browser whose connections break and which reconnects to any replica with Last-Event-ID."""

    def __init__(self, addresses: list[str], runtime: NotificationsRuntime) -> None:
        self.id = new_id()
        self.addresses = addresses
        self.runtime = runtime
        self.stream: StreamClient | None = None
        self.received_events: list[Any] = []
        self.last_id: int | None = 0

    async def connect(self, number: int) -> None:
        self.break_connection()
        self.stream = await open_stream(self.addresses[number], self.runtime, self.id, self.last_id)

    def break_connection(self) -> None:
        """Break the connection; events read before count as received."""
        if self.stream is not None:
            if self.stream.task:
                self.stream.task.cancel()
            self.stream.writer.transport.abort()
            self.received_events += self.stream.notifications
            self.last_id = int(self.stream.parser.last_id or 0)
            self.stream = None


# A step and its number: the count of new entries for `arrive`, a replica for `connect`, and for `mute` 1 if messages
# between replicas are lost from now on. The other steps need no number.
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("arrive"), st.integers(1, 5)),
        st.tuples(st.just("read"), st.just(0)),
        st.tuples(st.just("clear"), st.just(0)),
        st.tuples(st.just("connect"), st.integers(0, 1)),
        st.tuples(st.just("lose"), st.just(0)),
        st.tuples(st.just("mute"), st.integers(0, 1)),
    ),
    min_size=3,
    max_size=15,
)


class TestExactlyOnceDelivery:
    @settings(max_examples=count_examples(15), deadline=None, suppress_health_check=list(HealthCheck))
    @given(steps=STEPS)
    async def test_no_notification_is_lost_or_repeated_in_any_order_of_failures(
        self,
        steps: list[tuple[str, int]],
        address: str,
        second_replica: ServiceProcess,
        runtime: NotificationsRuntime,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        add_entry: EntryFactory,
    ) -> None:
        reader = StreamReader([address, second_replica.address], runtime)
        publisher: Any = runtime.publisher
        original_enqueue = publisher.enqueue
        last_revision = 0
        try:
            for step, number in steps:
                if step == "arrive":
                    await asyncio.gather(*(add_entry(reader.id) for _ in range(number)))
                elif step in {"read", "clear"}:
                    method = "post" if step == "read" else "delete"
                    path = "mark-all-read" if step == "read" else "clear-all"
                    await client.request(method, f"{URL}/{path}", headers=build_auth_headers(id=reader.id))
                elif step == "connect":
                    await reader.connect(number)
                elif step == "lose":
                    reader.break_connection()
                else:
                    # Core NATS guarantees no delivery. After `mute` with 1, messages to the streams are lost.
                    publisher.enqueue = (lambda messages: None) if number else original_enqueue
            publisher.enqueue = original_enqueue
            await reader.connect(0)
            body = (await client.get(URL, headers=build_auth_headers(id=reader.id))).json()
            last_revision = body["revision"]
            stream = reader.stream
            assert stream is not None
            await wait_for(lambda: len(reader.received_events) + len(stream.notifications) >= last_revision)
        finally:
            publisher.enqueue = original_enqueue
            reader.break_connection()
        assert [event["revision"] for event in reader.received_events] == list(range(1, last_revision + 1))
        if reader.received_events:
            assert reader.received_events[-1]["unread_count"] == body["unread_count"]
