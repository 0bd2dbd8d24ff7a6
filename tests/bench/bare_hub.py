"""The smallest possible stream server in Python: one asyncio protocol for each connection, the same bytes for all.

`python bare_hub.py PORT`. POST /publish sends its body to every stream. No token, no replay, no limits.
"""

import argparse
import asyncio
from typing import cast

import uvloop

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n6\r\n: hi\n\n\r\n"
STREAMS: set["Connection"] = set()


class Connection(asyncio.Protocol):
    __slots__ = ("received", "transport")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.received = b""

    def data_received(self, data: bytes) -> None:
        self.received += data
        head, separator, body = self.received.partition(b"\r\n\r\n")
        if not separator:
            return
        if head.startswith(b"GET /healthz"):
            self.transport.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")
            self.received = b""
        elif head.startswith(b"GET"):
            self.transport.write(HEAD)
            STREAMS.add(self)
            self.received = b""
        elif len(body) >= int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]):
            self.received = b""
            event = b"id: 1\nevent: notification\ndata: %b\n\n" % body
            chunk = b"%x\r\n%b\r\n" % (len(event), event)
            for stream in STREAMS:
                if stream.transport.get_write_buffer_size() < 65536:
                    stream.transport.write(chunk)
            self.transport.write(b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n")

    def connection_lost(self, error: Exception | None) -> None:
        STREAMS.discard(self)


async def main(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", port, backlog=4096)
    await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Serve event streams without the platform.")
    parser.add_argument("port", type=int)
    uvloop.run(main(parser.parse_args().port))
