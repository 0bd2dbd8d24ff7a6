"""Server-sent events as bytes, already framed as HTTP chunks: encoded once for any number of streams."""

from typing import Any

import orjson

RESPONSE_HEAD = (
    b"HTTP/1.1 200 OK\r\n"
    b"content-type: text/event-stream; charset=utf-8\r\n"
    b"cache-control: no-store, no-transform\r\n"
    b"x-accel-buffering: no\r\n"
    b"transfer-encoding: chunked\r\n"
    b"x-request-id: %b\r\n\r\n"
)
LAST_CHUNK = b"0\r\n\r\n"


def encode_chunk(event: bytes) -> bytes:
    """Return one HTTP chunk with one event in it."""
    return b"%x\r\n%b\r\n" % (len(event), event)


HEARTBEAT = encode_chunk(b":\n\n")


def encode_notification(revision: int, body: bytes) -> bytes:
    """Encode a `notification` event. Its id is the revision of the inbox after it."""
    return encode_chunk(b"id: %d\nevent: notification\ndata: %b\n\n" % (revision, body))


def encode_event(name: str, data: dict[str, Any], *, id: int | None = None, retry: int | None = None) -> bytes:
    """Encode any other event. `retry` is the time in milliseconds after which a browser reconnects."""
    event = b""
    if id is not None:
        event += b"id: %d\n" % id
    if retry is not None:
        event += b"retry: %d\n" % retry
    event += b"event: %b\ndata: %b\n\n" % (name.encode(), orjson.dumps(data))
    return encode_chunk(event)
