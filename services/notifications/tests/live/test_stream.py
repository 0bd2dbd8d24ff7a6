"""The live stream over a real server."""

import asyncio
import json
import time
from collections import deque
from types import SimpleNamespace
from typing import Any, cast

import httpx2
import pytest
from chassis.database.tables import new_id
from chassis.identity.watch import open_bucket
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plugin import MovableClock, sign_token, wait_for
from notifications.live import frames, metrics
from notifications.live.stream import Stream
from notifications.runtime import NotificationsRuntime, Session
from sqlalchemy import text

from services.notifications.tests.fixture_types import EntryFactory, StreamOpener
from services.notifications.tests.stream_client import RawConnection, StreamClient

URL = "/api/notifications"


class TestRegister:
    async def test_a_stream_that_ends_during_a_failing_attempt_is_not_counted(
        self, address: str, runtime: NotificationsRuntime, db: Session
    ) -> None:
        """The row of the stream is deleted before the next attempt with the same batch stores it again."""
        hub = runtime.hub
        token = sign_token(runtime.now(), sub=str(new_id()))

        async def find_waiting_process(statement: str) -> int | None:
            """Return the process whose statement waits for the table."""
            select_waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE :statement"
            pid: int | None = await db.scalar(text(select_waiting), {"statement": f"%{statement} open_streams%"})
            return pid

        async with runtime.database.transaction() as locking_db:
            await locking_db.execute(text("LOCK TABLE open_streams IN ACCESS EXCLUSIVE MODE"))
            opened_stream = await StreamClient.open(address, headers={"Authorization": f"Bearer {token}"})
            first_attempt = await wait_for(lambda: find_waiting_process("INSERT INTO"))
            await opened_stream.close()
            await wait_for(lambda: hub.stream_count == 0)
            await wait_for(lambda: find_waiting_process("DELETE FROM"))
            # The attempt fails as in an outage of the database. The next one waits for the deletion.
            await db.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": first_attempt})

        async def is_uncounted() -> bool:
            return not await db.scalar(text("SELECT count(*) FROM open_streams"))

        await wait_for(is_uncounted)
        assert hub.stream_count == 0


class TestHandshake:
    async def test_stream_begins_with_connected_and_authenticated(
        self, listen: StreamOpener, add_entry: EntryFactory
    ) -> None:
        user_id = new_id()
        await add_entry(user_id)
        stream = await listen(user_id)
        assert stream.status == 200
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert "no-transform" in stream.headers["cache-control"]
        assert [event.name for event in stream.events] == ["connected", "authenticated"]
        connected_data, authenticated_data = [event.data for event in stream.events]
        assert connected_data["connectionId"]
        assert connected_data["retry"] == stream.parser.retry
        assert (authenticated_data["userId"], authenticated_data["unread_count"], authenticated_data["revision"]) == (
            str(user_id),
            1,
            1,
        )

    async def test_every_kind_of_credential_is_accepted(self, address: str, runtime: NotificationsRuntime) -> None:
        user_id = new_id()
        token = sign_token(runtime.now(), sub=str(user_id))
        credentials: list[tuple[str, dict[str, str]]] = [
            ("", {"Authorization": f"Bearer {token}"}),
            ("", {"Cookie": f"theme=dark; session={token}"}),
            ("", {"Cookie": f"bad[name]={{}}; =; session={token}; more"}),
            (f"?token={token}", {}),
            (f"?userId={user_id}&token={token}", {"Cookie": "session=stale"}),
        ]
        for query, headers in credentials:
            stream = await StreamClient.open(address, query=query, headers=headers)
            assert (await stream.wait_for("authenticated"))[0]["userId"] == str(user_id)
            await stream.close()

    async def test_head_answers_as_get_would_and_opens_no_stream(
        self, address: str, runtime: NotificationsRuntime
    ) -> None:
        token = sign_token(runtime.now(), sub=str(new_id()))
        hub = runtime.hub
        stream_count_before = hub.stream_count
        async with httpx2.AsyncClient(base_url=address, timeout=HANG_SECONDS) as client:
            for headers, status in (({"Authorization": f"Bearer {token}"}, 200), ({}, 401)):
                answer = await client.head("/api/sse/notifications", headers=headers)
                assert (answer.status_code, answer.content) == (status, b"")
            answer = await client.head("/api/sse/notifications", params={"token": token})
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert "no-transform" in answer.headers["cache-control"]
            refusal = await client.head("/api/sse/notifications", params={"token": token, "userId": str(new_id())})
            assert refusal.status_code == 403
        assert hub.stream_count == stream_count_before

    @pytest.mark.parametrize(
        ("query", "claims", "status", "code"),
        [
            ("", None, 401, "unauthorized"),
            ("?token=v4.public.nonsense", None, 401, "token_invalid"),
            ("?userId=00000000-0000-7000-8000-000000000000&token={token}", {}, 403, "forbidden"),
            ("?token={token}", {"exp": "2020-01-01T00:00:00+00:00"}, 401, "token_expired"),
            ("?token={token}", {"aud": "elsewhere"}, 401, "token_invalid"),
        ],
    )
    async def test_refusal_is_a_problem_document_and_no_stream(
        self,
        address: str,
        runtime: NotificationsRuntime,
        query: str,
        claims: dict[str, Any] | None,
        status: int,
        code: str,
    ) -> None:
        token = sign_token(runtime.now(), **(claims or {}))
        answer = await StreamClient.open(address, query=query.format(token=token))
        assert answer.status == status
        assert json.loads(answer.body)["code"] == code
        assert answer.headers["content-type"].startswith("application/problem+json")
        assert answer.headers["x-request-id"]
        await answer.close()

    async def test_a_blocked_account_opens_no_stream(self, address: str, runtime: NotificationsRuntime) -> None:
        user_id = new_id()
        await (await open_bucket(runtime.bus, "identity")).put(f"account.{user_id}", b'{"status":"blocked"}')
        await wait_for(lambda: str(user_id) in runtime.identity.accounts)
        answer = await StreamClient.open(address, query=f"?token={sign_token(runtime.now(), sub=str(user_id))}")
        assert answer.status == 403
        assert json.loads(answer.body)["code"] == "account_blocked"
        await answer.close()

    async def test_a_post_to_the_stream_is_405(self, client: ApiClient) -> None:
        assert (await client.post("/api/sse/notifications")).json()["code"] == "method_not_allowed"


class TestConnection:
    """Requests on a connection that a stream has taken over."""

    async def test_a_keep_alive_connection_becomes_a_stream(self, address: str, runtime: NotificationsRuntime) -> None:
        connection = await RawConnection.open(address)
        assert (await connection.ask("/healthz")).startswith(b"HTTP/1.1 200")
        head = await connection.ask(f"/api/sse/notifications?token={sign_token(runtime.now())}", until=b"\r\n\r\n")
        assert b"text/event-stream" in head
        assert b"event: connected" in await connection.read_until(b"event: authenticated")
        connection.close()

    async def test_a_connection_with_a_refused_stream_serves_other_requests(self, address: str) -> None:
        connection = await RawConnection.open(address)
        assert b"unauthorized" in await connection.ask("/api/sse/notifications", until=b"}")
        assert (await connection.ask("/healthz")).startswith(b"HTTP/1.1 200")
        connection.close()

    async def test_requests_behind_a_stream_are_not_answered_into_it(
        self, address: str, runtime: NotificationsRuntime
    ) -> None:
        token = sign_token(runtime.now())
        connection = await RawConnection.open(address)
        stream_path = f"/api/sse/notifications?token={token}"
        connection.send(stream_path, "/healthz", stream_path)
        await connection.read_until(b"event: authenticated")
        connection.close()
        assert (
            connection.received_bytes.count(b"HTTP/1.1 200")
            == connection.received_bytes.count(b"event: connected")
            == 1
        )

    async def test_a_stream_behind_an_unanswered_request_does_not_break_into_its_answer(
        self, address: str, runtime: NotificationsRuntime
    ) -> None:
        connection = await RawConnection.open(address)
        connection.send("/readyz", f"/api/sse/notifications?token={sign_token(runtime.now())}")
        await connection.read_until(b"unauthorized")
        assert connection.received_bytes.startswith(b"HTTP/1.1 200")
        assert b"text/event-stream" not in connection.received_bytes
        connection.close()

    async def test_a_stream_opens_while_the_database_is_busy(self, address: str, runtime: NotificationsRuntime) -> None:
        connection = await RawConnection.open(address)
        async with runtime.database.transaction() as db:
            await db.execute(text("LOCK TABLE open_streams IN ACCESS EXCLUSIVE MODE"))
            connection.send(f"/api/sse/notifications?token={sign_token(runtime.now())}")
            assert b"event: authenticated" not in await connection.read_until(b"event: connected")
        await connection.read_until(b"event: authenticated")
        connection.close()


class TestEvents:
    async def test_new_read_and_deleted_entries_reach_only_streams_of_their_user(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, listen: StreamOpener, add_entry: EntryFactory
    ) -> None:
        user_id = new_id()
        first_stream = await listen(user_id)
        second_stream = await listen(user_id)
        foreign_stream = await listen()
        id = await add_entry(user_id, title="Счёт", type="payment")
        for stream in (first_stream, second_stream):
            new_event = (await stream.wait_for("notification"))[0]
            assert (new_event["action"], new_event["unread_count"], new_event["revision"]) == ("new", 1, 1)
            assert (new_event["notification"]["id"], new_event["notification"]["priority"]) == (str(id), "high")
            page = (await client.get(URL, headers=build_auth_headers(id=user_id))).json()
            assert page["notifications"] == [new_event["notification"]]
        await client.post(f"{URL}/{id}/mark-read", headers=build_auth_headers(id=user_id))
        await client.delete(f"{URL}/{id}", headers=build_auth_headers(id=user_id))
        for stream in (first_stream, second_stream):
            _, read_event, deleted_event = await stream.wait_for("notification", 3)
            assert read_event == {"action": "read", "ids": [str(id)], "unread_count": 0, "revision": 2}
            assert deleted_event == {"action": "deleted", "ids": [str(id)], "unread_count": 0, "revision": 3}
            assert [event.id for event in stream.events if event.name == "notification"] == ["1", "2", "3"]
        assert foreign_stream.notifications == []

    async def test_marking_or_deleting_all_entries_is_one_event(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, listen: StreamOpener, add_entry: EntryFactory
    ) -> None:
        user_id = new_id()
        for _ in range(3):
            await add_entry(user_id)
        stream = await listen(user_id)
        await client.post(f"{URL}/mark-all-read", headers=build_auth_headers(id=user_id))
        await client.delete(f"{URL}/clear-all", headers=build_auth_headers(id=user_id))
        read_event, deleted_event = await stream.wait_for("notification", 2)
        assert (read_event["action"], read_event["all"], read_event["unread_count"]) == ("read", True, 0)
        assert (deleted_event["action"], deleted_event["all"], deleted_event["revision"]) == ("deleted", True, 5)

    async def test_heartbeat_is_a_comment(self, listen: StreamOpener, runtime: NotificationsRuntime) -> None:
        stream = await listen()
        hub = runtime.hub
        next(iter(hub)).slot = (hub._heartbeat_slot + 2) % 15
        await wait_for(lambda: stream.parser.comments)
        assert len(stream.events) == 2


class TestReplay:
    async def test_missed_events_come_in_order_and_only_once(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, listen: StreamOpener, add_entry: EntryFactory
    ) -> None:
        user_id = new_id()
        ids = [await add_entry(user_id, title=str(number)) for number in range(450)]
        await client.post(f"{URL}/{ids[0]}/mark-read", headers=build_auth_headers(id=user_id))
        stream = await listen(user_id, last_id=10)
        await stream.wait_for("notification", 441)
        await add_entry(user_id)
        news = await stream.wait_for("notification", 442)
        assert [event["revision"] for event in news] == list(range(11, 453))
        assert [event["action"] for event in news[-2:]] == ["read", "new"]
        assert not stream.list_events("authenticated")[0]["resync"]

    def test_a_stream_that_waits_for_the_log_is_not_queued_again_when_its_client_reads(self) -> None:
        """A stream that is queued twice would write the same events twice."""
        hub = SimpleNamespace(waiting_streams=deque(), notify=lambda: None, monotonic_seconds=time.monotonic)
        stream = Stream(cast(Any, hub), cast(Any, None), cast(Any, SimpleNamespace(id=new_id())), None)
        stream.is_initialized = True
        stream.is_catching_up = False
        stream.pause_writing()
        stream.fall_behind(7)
        stream.resume_writing()
        assert list(hub.waiting_streams) == [stream]

    async def test_replayed_events_equal_live_events(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, listen: StreamOpener, add_entry: EntryFactory
    ) -> None:
        user_id = new_id()
        live_stream = await listen(user_id)
        id = await add_entry(user_id)
        await client.delete(f"{URL}/{id}", headers=build_auth_headers(id=user_id))
        received_events = await live_stream.wait_for("notification", 2)
        replayed_stream = await listen(user_id, last_id=0)
        assert await replayed_stream.wait_for("notification", 2) == received_events

    async def test_last_event_id_in_the_query_works_like_the_header(
        self, address: str, runtime: NotificationsRuntime, add_entry: EntryFactory
    ) -> None:
        user_id = new_id()
        await add_entry(user_id)
        token = sign_token(runtime.now(), sub=str(user_id))
        stream = await StreamClient.open(address, query=f"?token={token}&lastEventId=0")
        assert (await stream.wait_for("notification"))[0]["revision"] == 1
        await stream.close()

    async def test_a_revision_older_than_the_log_requires_a_new_list(
        self, listen: StreamOpener, add_entry: EntryFactory, runtime: NotificationsRuntime
    ) -> None:
        user_id = new_id()
        for _ in range(3):
            await add_entry(user_id)
        async with runtime.database.transaction() as db:
            await db.execute(text("DELETE FROM live_log WHERE revision < 3"))
        stream = await listen(user_id, last_id=1)
        received_event = (await stream.wait_for("notification"))[0]
        assert received_event == {"action": "unread_count", "unread_count": 3, "revision": 3, "resync": True}
        await add_entry(user_id)
        assert (await stream.wait_for("notification", 2))[1]["revision"] == 4

    async def test_an_unknown_event_id_requires_a_new_list(self, listen: StreamOpener, add_entry: EntryFactory) -> None:
        user_id = new_id()
        await add_entry(user_id)
        stream = await listen(user_id, last_id=999)
        assert stream.list_events("authenticated")[0]["resync"] is True
        await add_entry(user_id)
        assert (await stream.wait_for("notification"))[0]["revision"] == 2


class TestEnd:
    async def test_a_stream_ends_when_its_token_expires(self, listen: StreamOpener, clock: MovableClock) -> None:
        stream = await listen()
        clock.move(minutes=16)
        assert (await stream.wait_for("error"))[0]["code"] == "token_expired"
        await stream.wait_closed()
        assert stream.was_ended_by_server

    async def test_a_client_that_does_not_read_is_disconnected_even_after_its_token_has_expired(
        self, listen: StreamOpener, runtime: NotificationsRuntime, clock: MovableClock
    ) -> None:
        """A stream is closed only once its client has read everything, so this client would keep it for ever."""
        client = await listen()
        hub = runtime.hub
        (stream,) = hub
        stream.paused_at = hub.monotonic_seconds() - hub.settings.stream_stuck_seconds - 1
        clock.move(minutes=16)
        await hub.tick()
        await client.wait_closed()
        assert client.list_events("error") == []
        assert not client.was_ended_by_server

    async def test_an_expired_stream_is_counted_once_however_long_its_client_reads(
        self, listen: StreamOpener, runtime: NotificationsRuntime, clock: MovableClock
    ) -> None:
        await listen()
        counter = metrics.CLOSED_STREAMS.labels("token_expired")
        count_before = counter._value.get()
        clock.move(minutes=16)
        # Both ticks run before the event loop closes the connection.
        for _ in range(2):
            await runtime.hub.tick()
        assert counter._value.get() == count_before + 1

    async def test_a_block_and_an_ended_session_close_the_stream(
        self, listen: StreamOpener, runtime: NotificationsRuntime
    ) -> None:
        user_id = new_id()
        sid = new_id()
        blocked_stream = await listen(user_id)
        ended_stream = await listen(sid=str(sid))
        await (await open_bucket(runtime.bus, "identity")).put(f"account.{user_id}", b'{"status":"blocked"}')
        await (await open_bucket(runtime.bus, "ended_sessions")).put(str(sid), b"1")
        assert (await blocked_stream.wait_for("error"))[0]["code"] == "account_blocked"
        assert (await ended_stream.wait_for("error"))[0]["code"] == "token_invalid"
        await blocked_stream.wait_closed()

    async def test_nothing_is_written_to_a_closed_stream(
        self, listen: StreamOpener, runtime: NotificationsRuntime
    ) -> None:
        await listen()
        hub = runtime.hub
        (stream,) = hub
        stream.transport.abort()
        await wait_for(lambda: hub.stream_count == 0)
        stream.write(frames.HEARTBEAT)
        stream.end(frames.LAST_CHUNK)
        assert stream.transport.is_closing()

    async def test_one_logout_checks_only_streams_of_its_session(
        self, listen: StreamOpener, runtime: NotificationsRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sid = new_id()
        ended_stream = await listen(new_id(), sid=str(sid))
        other_streams = [await listen() for _ in range(5)]
        checked_sessions = []
        get_access_state = runtime.identity.get_access_state

        def record_check(principal: Any) -> Any:
            checked_sessions.append(principal.sid)
            return get_access_state(principal)

        monkeypatch.setattr(runtime.identity, "get_access_state", record_check)
        monkeypatch.setitem(runtime.identity.ended_sessions, str(sid), 0.0)
        runtime.hub.on_access_change()
        await ended_stream.wait_closed()
        assert checked_sessions == [sid]
        assert not any(stream.is_closed for stream in other_streams)

    async def test_the_21st_stream_of_a_user_closes_the_oldest(
        self, listen: StreamOpener, add_entry: EntryFactory
    ) -> None:
        user_id = new_id()
        streams = [await listen(user_id) for _ in range(21)]
        assert (await streams[0].wait_for("error"))[0]["code"] == "too_many_streams"
        await streams[0].wait_closed()
        await add_entry(user_id)
        for stream in streams[1:]:
            await stream.wait_for("notification")

    async def test_a_slow_reader_is_disconnected_and_loses_no_message(
        self, address: str, runtime: NotificationsRuntime, add_entry: EntryFactory, listen: StreamOpener
    ) -> None:
        user_id = new_id()
        token = sign_token(runtime.now(), sub=str(user_id))
        slow_reader = await StreamClient.open(address, query=f"?token={token}", reads_events=False)
        hub = runtime.hub
        await wait_for(lambda: hub.stream_count == 1)
        for number in range(3000):
            if not hub.stream_count:
                break
            await add_entry(user_id, message="ы" * 2000)
            if number % 50 == 0:
                await asyncio.sleep(0)
        await wait_for(lambda: hub.stream_count == 0)
        next_stream = await listen(user_id, last_id=0)
        initial_state = next_stream.list_events("authenticated")[0]
        news = await next_stream.wait_for("notification", initial_state["revision"])
        assert [event["revision"] for event in news] == list(range(1, initial_state["revision"] + 1))
        await slow_reader.close()
