"""A push service of our own at the wire: it takes messages, decrypts them as a browser would, or refuses them."""

import asyncio
import base64
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import http_ece
import orjson
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


def b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


@dataclass
class Browser:
    """A subscribed browser with its keys."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = b"0123456789abcdef"

    @property
    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": b64(point), "auth": b64(self.secret)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def open(self, body: bytes) -> Any:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return orjson.loads(plain)


@dataclass
class PushService:
    """What came, and what to answer next; `answers` are used up first, then 201."""

    address: str = ""
    received: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode():
                first, *lines = head.strip().split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
                body = await reader.readexactly(int(headers["content-length"]))
                self.received.append((first.split()[1], headers, body))
                status = self.answers.pop(0) if self.answers else 201
                writer.write(f"HTTP/1.1 {status} x\r\ncontent-length: 0\r\n\r\n".encode())
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()


@asynccontextmanager
async def running() -> Any:
    service = PushService()
    server = await asyncio.start_server(service.handle, "127.0.0.1", 0)
    service.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield service
    finally:
        server.close()
