"""A client of the live stream: raw HTTP/1.1 over a socket, and a strict parser of event streams."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

from chassis.testing.limits import HANG_SECONDS


@dataclass
class Event:
    """A dispatched event."""

    name: str
    data: Any
    id: str | None


class Parser:
    """Parser of event streams, by section 9.2.6 of the WHATWG HTML standard.

    It is stricter than the standard: lines end with a bare line feed, and an unknown field is an error.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.comments = 0
        self.retry: int | None = None
        self.last_id = ""
        self._text = ""
        self._data: list[str] = []
        self._name = ""
        self._is_at_start = True

    def feed(self, text: str) -> None:
        if self._is_at_start and text:
            text = text.removeprefix("\ufeff")
            self._is_at_start = False
        self._text += text
        while (end := self._text.find("\n")) >= 0:
            line = self._text[:end]
            self._text = self._text[end + 1 :]
            assert "\r" not in line, "we write bare line feeds only"
            self._read_line(line)

    def _read_line(self, line: str) -> None:
        if not line:
            self._dispatch()
        elif line.startswith(":"):
            self.comments += 1
        else:
            name, colon, value = line.partition(":")
            assert colon, f"field without a colon: {line!r}"
            self._read_field(name, value.removeprefix(" "))

    def _read_field(self, name: str, value: str) -> None:
        if name == "event":
            self._name = value
        elif name == "data":
            self._data.append(value)
        elif name == "id":
            assert "\0" not in value
            self.last_id = value
        elif name == "retry":
            assert value.isascii()
            assert value.isdigit()
            self.retry = int(value)
        else:
            raise AssertionError(f"unknown field {name!r}")

    def _dispatch(self) -> None:
        if self._data:
            data = json.loads("\n".join(self._data))
            self.events.append(Event(self._name or "message", data, self.last_id or None))
        self._data = []
        self._name = ""


@dataclass
class StreamClient:
    """One connection. A task reads its events. `was_ended_by_server` means that the answer came to its regular end."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    status: int
    headers: dict[str, str]
    parser: Parser = field(default_factory=Parser)
    body: bytes = b""
    was_ended_by_server: bool = False
    task: "asyncio.Task[None] | None" = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    async def open(
        cls, address: str, *, query: str = "", headers: dict[str, str] | None = None, reads_events: bool = True
    ) -> Self:
        url = urlsplit(address)
        reader, writer = await asyncio.open_connection(url.hostname, url.port)
        lines = [f"GET /api/sse/notifications{query} HTTP/1.1", f"Host: {url.netloc}", "Accept: text/event-stream"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = [line.partition(":") for line in head[1:] if line]
        answer_headers = {name.lower(): value.strip() for name, _, value in pairs}
        stream = cls(reader, writer, int(head[0].split()[1]), answer_headers)
        if "content-length" in answer_headers:
            stream.body = await reader.readexactly(int(answer_headers["content-length"]))
        elif reads_events:
            stream.start()
        return stream

    def start(self) -> None:
        self.task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            while True:
                size = int(await self.reader.readline() or b"x", 16)
                chunk = await self.reader.readexactly(size + 2)
                assert chunk.endswith(b"\r\n")
                if size == 0:
                    self.was_ended_by_server = True
                    return
                self.parser.feed(chunk[:-2].decode())
                self.changed.set()
        except (ConnectionError, asyncio.IncompleteReadError, ValueError):
            return
        finally:
            self.changed.set()

    @property
    def events(self) -> list[Event]:
        return self.parser.events

    @property
    def is_closed(self) -> bool:
        return self.task is not None and self.task.done()

    def list_events(self, name: str) -> list[Any]:
        return [event.data for event in self.events if event.name == name]

    @property
    def notifications(self) -> list[Any]:
        return self.list_events("notification")

    async def wait_for(self, name: str, count: int = 1) -> list[Any]:
        """Wait for `count` events of this name and return the data of all events of this name."""
        async with asyncio.timeout(HANG_SECONDS):
            while len(self.list_events(name)) < count:
                assert not self.is_closed, f"closed after {[event.name for event in self.events]}"
                self.changed.clear()
                await self.changed.wait()
        return self.list_events(name)

    async def wait_closed(self) -> None:
        assert self.task is not None
        await asyncio.wait_for(asyncio.shield(self.task), HANG_SECONDS)

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        self.writer.close()


@dataclass
class RawConnection:
    """An HTTP/1.1 client with full control over its connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    received_bytes: bytes = b""

    @classmethod
    async def open(cls, address: str) -> Self:
        url = urlsplit(address)
        return cls(*await asyncio.open_connection(url.hostname, url.port))

    def send(self, *paths: str) -> None:
        """Send all requests at once."""
        self.writer.write("".join(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n" for path in paths).encode())

    async def ask(self, path: str, *, until: bytes = b"}") -> bytes:
        self.received_bytes = b""
        self.send(path)
        return await self.read_until(until)

    async def read_until(self, end: bytes) -> bytes:
        """Read until `end` and return everything received."""
        async with asyncio.timeout(HANG_SECONDS):
            while end not in self.received_bytes:
                chunk = await self.reader.read(65536)
                assert chunk, f"closed after {self.received_bytes!r}"
                self.received_bytes += chunk
        return self.received_bytes

    def close(self) -> None:
        self.writer.close()
