"""api.md section 4, the live stream through the gateway, with two replicas behind it."""

import json
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.journeys.answers import expect_json, expect_problem, wait_for_json, wait_for_problem
from tests.journeys.streams import PATH, Stream, open_stream_of
from tests.journeys.users import Person, sign_in, sign_up, wait_for

URL = "/api/notifications"
StreamOpener = Callable[..., Stream]


@pytest.fixture(scope="module")
def reader() -> Iterator[Person]:
    """A user whose welcome notification has arrived."""
    person = sign_up()
    with closing(person.http):
        wait_for(lambda: expect_json(person.http.get(URL))["total"])
        yield person


@pytest.fixture
def open_stream() -> Iterator[StreamOpener]:
    """Like `open_stream_of`, and closes the streams after the test: `open_stream(person, last_id="7")`."""
    opened_streams: list[Stream] = []

    def open_stream(person: Person, *, last_id: str | None = None) -> Stream:
        stream = open_stream_of(person, last_id=last_id)
        opened_streams.append(stream)
        return stream

    yield open_stream
    for stream in opened_streams:
        stream.close()


@pytest.fixture
def stack_logs() -> Callable[[], str]:
    """Everything that the parts of the stack have logged so far."""
    folder = Path(os.environ["VAR_DIR"]) / "log"
    return lambda: "".join(file.read_text(errors="replace") for file in folder.glob("*.log"))


def send_notification(administrator: Person, person: Person, title: str) -> None:
    body = {"type": "system", "title": title, "message": "Текст", "audience": {"user_ids": [person.id]}}
    expect_json(administrator.http.post(f"{URL}/admin/send", json=body), 202)


def open_refused_stream(visitor: httpx2.Client, token: str) -> httpx2.Response | None:
    """Open a stream. Returns the refusal, or None if it was accepted."""
    with visitor.stream("GET", PATH, params={"token": token}) as answer:
        if answer.status_code == 200:
            return None
        answer.read()
        return answer


def get_token(person: Person) -> str:
    return str(person.http.headers["authorization"]).removeprefix("Bearer ")


class TestHandshake:
    def test_stream_connects_and_then_authenticates(self, open_stream: StreamOpener, reader: Person) -> None:
        stream = open_stream(reader)
        head = stream.answer.headers
        assert stream.answer.status == 200
        assert head["content-type"].partition(";")[0] == "text/event-stream"
        assert head["content-encoding"] is None
        assert {"no-store", "no-transform"} <= {part.strip() for part in head["cache-control"].split(",")}
        assert [event.name for event in stream.events[:2]] == ["connected", "authenticated"]
        connected, authenticated = (event.data for event in stream.events[:2])
        assert uuid.UUID(connected["connectionId"])
        assert connected["retry"] == stream.parser.retry
        inbox = expect_json(reader.http.get(URL))
        assert (authenticated["userId"], authenticated["unread_count"]) == (reader.id, inbox["unread_count"])

    def test_cookie_header_and_query_are_accepted_as_credentials(self, reader: Person) -> None:
        token = get_token(reader)
        credentials: list[tuple[dict[str, str], str]] = [
            ({"Authorization": f"Bearer {token}"}, f"?userId={reader.id}"),
            ({"Cookie": f"theme=dark; session={token}"}, ""),
            ({}, f"?token={token}&userId={reader.id}"),
        ]
        for headers, query in credentials:
            stream = Stream(headers, query=query)
            assert stream.wait_for("authenticated")[0]["userId"] == reader.id
            stream.close()

    def test_a_stream_without_valid_credentials_is_refused(
        self, reader: Person, other_user: Person, visitor: Any
    ) -> None:
        token = get_token(reader)
        for query, status, code in (
            ("", 401, "unauthorized"),
            ("?token=v4.public.nonsense", 401, "token_invalid"),
            (f"?token={token[:-4]}AAAA", 401, "token_invalid"),
            (f"?token={token}&userId={other_user.id}", 403, "forbidden"),
            (f"?token={token}&userId=nobody", 403, "forbidden"),
        ):
            expect_problem(visitor.get(PATH + query, headers={"Accept": "text/event-stream"}), status, code)
        expect_problem(visitor.post(PATH), 405, "method_not_allowed")


class TestEvents:
    def test_change_in_one_tab_reaches_the_others_on_every_replica(
        self, open_stream: StreamOpener, reader: Person, other_user: Person, administrator: Person
    ) -> None:
        # The gateway uses replicas in turn, so four streams are on two or three replicas.
        tabs = [open_stream(reader) for _ in range(4)]
        foreign = open_stream(other_user)
        wait_for_json(lambda: administrator.http.get(f"{URL}/admin/stats"), lambda body: body["replicas"] >= 2)
        first = tabs[0].list_events("authenticated")[0]["revision"]
        send_notification(administrator, reader, "Раз 🚗 и\nперенос")
        id = tabs[0].wait_for("notification")[0]["notification"]["id"]
        expect_json(reader.http.post(f"{URL}/{id}/mark-read"))
        expect_json(reader.http.post(f"{URL}/mark-all-read"))
        expect_json(reader.http.delete(f"{URL}/{id}"))
        send_notification(administrator, reader, "Два")
        tabs[0].wait_for("notification", 4)
        expect_json(reader.http.delete(f"{URL}/clear-all"))
        last = expect_json(reader.http.get(URL))
        for tab in tabs:
            tab.wait_for("notification", last["revision"] - first)
            # Messages to all users may arrive at any time, also after the last read.
            events = [event for event in tab.events if event.name == "notification"]
            events = [event for event in events if event.data["revision"] <= last["revision"]]
            assert [int(event.id or 0) for event in events] == list(range(first + 1, last["revision"] + 1))
            assert [event.data["revision"] for event in events] == [int(event.id or 0) for event in events]
            assert events[0].data["notification"]["title"] == "Раз 🚗 и\nперенос"
            assert (events[1].data["action"], events[1].data["ids"]) == ("read", [id])
            assert {event.data["action"] for event in events} == {"new", "read", "deleted"}
            assert [event.data["unread_count"] for event in events if event.data.get("all")][-1] == 0
            assert [event.data for event in events] == tabs[0].list_events("notification")[: len(events)]
        assert foreign.list_events("notification") == []

    def test_missed_events_are_replayed_once_in_order(
        self, open_stream: StreamOpener, reader: Person, administrator: Person
    ) -> None:
        watching = open_stream(reader)
        leaving = open_stream(reader)
        send_notification(administrator, reader, "Видел")
        # The reader may also have been notified of a sign-in on a new device.
        leaving.wait_until(lambda: "Видел" in str(leaving.events))
        leaving.close()
        last_id = leaving.parser.last_id
        for number in range(3):
            send_notification(administrator, reader, f"Пропустил {number}")
        watching.wait_until(lambda: "Пропустил 2" in str(watching.events))
        expect_json(reader.http.post(f"{URL}/mark-all-read"))

        def list_missed() -> list[Any]:
            received_events = watching.list_events("notification")
            return [event for event in received_events if event["revision"] > int(last_id or 0)]

        watching.wait_until(lambda: list_missed()[-1]["action"] == "read")
        whole = list_missed()
        assert len(whole) >= 4
        for _ in range(2):
            resumed_stream = open_stream(reader, last_id=last_id)
            assert resumed_stream.wait_for("notification", len(whole)) == whole
        stream_by_query = Stream(query=f"?token={get_token(reader)}&lastEventId={last_id}")
        assert stream_by_query.wait_for("notification", len(whole)) == whole
        stream_by_query.close()
        send_notification(administrator, reader, "Дальше")
        resumed_stream.wait_until(lambda: "Дальше" in str(resumed_stream.events))
        watching.wait_until(lambda: "Дальше" in str(watching.events))
        assert resumed_stream.list_events("notification") == list_missed()

    def test_comments_keep_the_stream_open(self, open_stream: StreamOpener, reader: Person) -> None:
        stream = open_stream(reader)
        stream.wait_until(lambda: stream.parser.comments > 0)
        assert stream.is_open
        assert stream.list_events("error") == []


class TestClosing:
    def test_21st_stream_of_a_user_closes_the_oldest(self, open_stream: StreamOpener, reader: Person) -> None:
        streams = [open_stream(reader) for _ in range(21)]
        assert streams[0].wait_for("error")[0]["code"] == "too_many_streams"
        streams[0].wait_closed()
        assert streams[0].was_ended_by_server
        assert not any(stream.list_events("error") for stream in streams[1:])

    def test_sign_out_closes_the_streams_of_the_session(self, open_stream: StreamOpener, reader: Person) -> None:
        other = sign_in(reader.email, reader.password)
        with closing(other.http):
            ending = open_stream(other)
            staying = open_stream(reader)
            expect_json(other.http.post("/api/auth/logout"))
            assert ending.wait_for("error")[0]["code"] == "token_invalid"
            ending.wait_closed()
        assert ending.was_ended_by_server
        assert staying.list_events("error") == []

    def test_block_closes_all_streams_and_refuses_new_ones(
        self, open_stream: StreamOpener, administrator: Person, visitor: Any
    ) -> None:
        person = sign_up()
        with closing(person.http):
            streams = [open_stream(person) for _ in range(2)]
            user = f"/api/auth/admin/users/{person.id}"
            expect_json(administrator.http.patch(user, json={"account_status": "blocked"}))
            for stream in streams:
                (error,) = stream.wait_for("error")
                assert error["code"] == "account_blocked"
                assert error["message"]
                stream.wait_closed()
                assert stream.was_ended_by_server
            # The replica without a stream of this user may hear of the block later.
            token = get_token(person)
            expect_problem(wait_for(lambda: open_refused_stream(visitor, token)), 403, "account_blocked")
            for method, path in (("GET", ""), ("POST", "/mark-all-read"), ("GET", "/preferences")):
                wait_for_problem(partial(person.http.request, method, URL + path), 403, "account_blocked")


def test_query_strings_of_the_stream_are_not_logged(reader: Person, stack_logs: Callable[[], str]) -> None:
    mark = f"very-secret-{uuid.uuid4().hex}"
    stream = Stream(query=f"?token={get_token(reader)}&mark={mark}")
    stream.wait_for("authenticated")
    stream.close()
    refusal = reader.http.get(f"{PATH}?token={mark}", headers={"Authorization": ""})
    assert json.loads(refusal.text)["code"] in {"unauthorized", "token_invalid"}
    assert "notifications" in stack_logs()
    assert mark not in stack_logs()
