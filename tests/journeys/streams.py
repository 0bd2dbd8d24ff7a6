"""Event stream of a browser through the gateway, read by the strict parser of the service's tests."""

import http.client
import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from chassis.testing.limits import HANG_SECONDS

from services.notifications.tests.stream_client import Event, Parser
from tests.journeys.users import Person, get_access_header

PATH = "/api/sse/notifications"


class Stream:
    """An open stream, which a thread reads. `was_ended_by_server` means that the answer came to its regular end."""

    def __init__(self, headers: dict[str, str] | None = None, *, query: str = "", last_id: str | None = None) -> None:
        address = urlsplit(os.environ["BASE_URL"])
        connection_class = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        self._connection = connection_class(address.hostname or "", address.port, timeout=180)
        sent_headers = {"Accept": "text/event-stream", "Accept-Encoding": "gzip, br, zstd"} | (headers or {})
        if last_id is not None:
            sent_headers["Last-Event-ID"] = last_id
        try:
            self._connection.request("GET", PATH + query, headers=sent_headers)
            self.answer = self._connection.getresponse()
        except BaseException:
            self._connection.close()
            raise
        self.parser = Parser()
        self.was_ended_by_server = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        is_stream = self.answer.headers.get_content_type() == "text/event-stream"
        try:
            while line := self.answer.readline():
                # The body of a refusal is not a stream.
                if not is_stream:
                    continue
                with self._changed:
                    self.parser.feed(line.decode())
                    self._changed.notify_all()
            self.was_ended_by_server = True
        except (OSError, http.client.HTTPException, ValueError):
            pass
        finally:
            self.answer.close()
            self._connection.close()
            with self._changed:
                self._changed.notify_all()

    @property
    def is_open(self) -> bool:
        return self._thread.is_alive()

    @property
    def events(self) -> list[Event]:
        return list(self.parser.events)

    def list_events(self, name: str) -> list[Any]:
        return [event.data for event in self.events if event.name == name]

    def wait_for(self, name: str, count: int = 1) -> list[Any]:
        """Wait for `count` events of that name. Returns the data of all of them."""
        self.wait_until(lambda: len(self.list_events(name)) >= count)
        return self.list_events(name)

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds for the received events."""
        deadline = time.monotonic() + HANG_SECONDS
        with self._changed:
            while not condition():
                assert self._thread.is_alive(), f"closed after {self.events}"
                seconds_left = deadline - time.monotonic()
                assert seconds_left > 0, f"not within {HANG_SECONDS} s: {self.events}"
                self._changed.wait(seconds_left)

    def wait_closed(self) -> None:
        self._thread.join(HANG_SECONDS)
        assert not self._thread.is_alive(), f"still open after {HANG_SECONDS} s"

    def close(self) -> None:
        """Disconnect, like a closed tab."""
        connection_socket = self._connection.sock
        if connection_socket is not None:
            with suppress(OSError):
                connection_socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)
        self._connection.close()


def open_stream_of(person: Person, *, last_id: str | None = None) -> Stream:
    """Open the person's stream and wait for its first event."""
    stream = Stream(get_access_header(person), last_id=last_id)
    try:
        stream.wait_for("authenticated")
    except BaseException:
        stream.close()
        raise
    return stream
