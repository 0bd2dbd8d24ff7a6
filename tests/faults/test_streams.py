"""Open streams miss no event when a replica stops or NATS does not answer.

NATS_AWAY_SECONDS is the length of the outage of NATS.
"""

import os
import signal
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import httpx2
import pytest

from tests.faults.stack import is_restarted, list_pids, read_parts
from tests.journeys.streams import Stream, open_stream_of
from tests.journeys.users import Person, open_browser, sign_in, wait_for

URL = "/api/notifications"
AWAY_SECONDS = float(os.environ.get("NATS_AWAY_SECONDS", "4"))


@pytest.fixture(scope="module")
def person() -> Iterator[Person]:
    person = sign_in(os.environ["ADMIN_EMAIL"], os.environ["ADMIN_PASSWORD"])
    with closing(person.http):
        yield person


class Tab:
    """A browser tab. It reconnects with the last id whenever its stream ends."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.notifications: list[Any] = []
        self.shutdown_notices = 0
        self.stream = open_stream_of(person)
        self.first = self.stream.wait_for("authenticated")[0]["revision"]

    def disconnect(self) -> None:
        self.stream.close()
        self.notifications += [event.data for event in self.stream.events if event.name == "notification"]
        self.shutdown_notices += len(self.stream.list_events("server_shutdown"))

    def is_asked_to_reconnect(self) -> bool:
        """Return True if a replica has asked the tab to reconnect."""
        return self.shutdown_notices > 0 or bool(self.stream.list_events("server_shutdown"))

    def reconnect_if_ended(self) -> None:
        """Reconnect if the stream has ended."""
        if self.stream.is_open:
            return
        self.disconnect()

        def reopen() -> Stream | None:
            with suppress(AssertionError, OSError):
                return open_stream_of(self.person, last_id=self.stream.parser.last_id)
            return None

        self.stream = wait_for(reopen)

    def list_revisions(self) -> list[int]:
        received_data = [event.data for event in self.stream.events if event.name == "notification"]
        return [notification["revision"] for notification in self.notifications + received_data]


def send_until_accepted(http: httpx2.Client, path: str, body: dict[str, Any]) -> httpx2.Response:
    """Send until the request succeeds. These bodies may be sent twice."""

    def find_accepted_answer() -> httpx2.Response | None:
        with suppress(httpx2.HTTPError):
            answer = http.post(path, json=body)
            return answer if answer.is_success else None
        return None

    return wait_for(find_accepted_answer)


def send_notification(person: Person, title: str) -> None:
    body = {"type": "system", "title": title, "message": "Текст", "audience": {"user_ids": [person.id]}}
    send_until_accepted(person.http, f"{URL}/admin/send", body | {"idempotency_key": uuid.uuid4().hex})


def expect_everywhere(tabs: list[Tab], title: str, person: Person) -> None:
    """Wait until every tab has received everything up to this message, once and in order."""
    send_notification(person, title)

    def is_stored() -> bool:
        return bool(person.http.get(URL, params={"search": title}).json()["total"] == 1)

    wait_for(is_stored)
    last = person.http.get(URL).json()["revision"]
    for tab in tabs:

        def has_caught_up(tab: Tab = tab) -> bool:
            tab.reconnect_if_ended()
            return bool(tab.list_revisions() and tab.list_revisions()[-1] >= last)

        wait_for(has_caught_up)
        assert tab.list_revisions() == list(range(tab.first + 1, tab.list_revisions()[-1] + 1))


@pytest.mark.parametrize(
    ("part", "stop_signal"), [("notifications-1", signal.SIGKILL), ("notifications-2", signal.SIGTERM)]
)
def test_tabs_miss_and_repeat_nothing_when_a_replica_stops(
    person: Person, part: str, stop_signal: signal.Signals
) -> None:
    mark = uuid.uuid4().hex[:8]
    tabs = [Tab(person) for _ in range(4)]
    send_notification(person, f"{mark} до")
    pid = read_parts()[part][1]
    assert pid
    os.kill(pid, stop_signal)
    for number in range(3):
        send_notification(person, f"{mark} во время {number}")
    expect_everywhere(tabs, f"{mark} после", person)
    if stop_signal == signal.SIGTERM:
        # The replica serves until the gateway sends it nothing more. Then it asks its tabs to reconnect.
        wait_for(lambda: any(tab.is_asked_to_reconnect() for tab in tabs))
    for tab in tabs:
        tab.disconnect()
    assert person.http.get(URL, params={"search": mark}).json()["total"] == 5
    wait_for(lambda: is_restarted(part, pid))


def test_users_can_work_during_an_outage_of_nats(person: Person) -> None:
    mark = uuid.uuid4().hex[:8]
    tabs = [Tab(person) for _ in range(4)]
    pids = list_pids("nats")
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        send_notification(person, f"{mark} без шины")
        person.http.post(f"{URL}/mark-all-read").raise_for_status()
        message = {"name": "Пётр", "phone": "+7 495 000-00-00", "email": "p@example.com", "consent": True}
        with open_browser() as visitor:
            send_until_accepted(
                visitor, "/api/contact", message | {"message": f"Вопрос {mark}", "subject": f"Тема {mark}"}
            )
        expect_everywhere(tabs, f"{mark} всё ещё", person)
        time.sleep(AWAY_SECONDS)
        assert person.http.get(URL, params={"search": f"Тема {mark}"}).json()["total"] == 0
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)

    def has_arrived() -> bool:
        return bool(person.http.get(URL, params={"search": f"Тема {mark}"}).json()["total"] == 1)

    wait_for(has_arrived)
    expect_everywhere(tabs, f"{mark} снова", person)
    for tab in tabs:
        tab.disconnect()
    assert person.http.get(URL, params={"search": f"Тема {mark}"}).json()["total"] == 1
