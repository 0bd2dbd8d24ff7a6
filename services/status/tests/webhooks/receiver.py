"""Stands in for the server of another company that receives webhooks."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Receiver:
    """Stores the received requests. It gives the answers in `answers` first, then 204.

    The answer `nothing` closes the connection without a response.
    """

    url: str = ""
    answers: list[str] = field(default_factory=list)
    received_requests: list[tuple[dict[str, str], str]] = field(default_factory=list)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lines = [line.partition(": ") for line in head.split("\r\n")[1:] if line]
        headers = {name.lower(): value for name, _, value in lines}
        body = await reader.readexactly(int(headers["content-length"]))
        self.received_requests.append((headers, body.decode()))

        answer = self.answers.pop(0) if self.answers else "204 No Content"
        if answer != "nothing":
            writer.write(f"HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        writer.close()

    @property
    def message_types(self) -> list[str]:
        return [json.loads(body)["type"] for _, body in self.received_requests]


@asynccontextmanager
async def run_receiver() -> AsyncIterator[Receiver]:
    """Run a receiver on a free port, inside the block."""
    receiver = Receiver()
    async with await asyncio.start_server(receiver.handle, "127.0.0.1", 0) as server:
        receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
        yield receiver
