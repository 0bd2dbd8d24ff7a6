"""A stand-in push service: it accepts messages and decrypts them as a browser would, or refuses them."""

import asyncio
import struct
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import orjson
from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from joserfc import jwt
from joserfc.jwk import ECKey
from notifications.channels.encryption import decode_base64url, encode_base64url


def compute_mac(key: bytes, text: bytes) -> bytes:
    mac = hmac.HMAC(key, hashes.SHA256())
    mac.update(text)
    return mac.finalize()


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
        keys = {"p256dh": encode_base64url(point), "auth": encode_base64url(self.secret)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def decrypt(self, body: bytes) -> Any:
        """Decrypt step by step as in RFC 8291, section 3.4, without the sender's code."""
        assert len(body) <= 4096, "push services take no more (RFC 8030, section 7.2)"
        salt = body[:16]
        record_size, key_length = struct.unpack("!IB", body[16:21])
        server_key = body[21 : 21 + key_length]
        ciphertext = body[21 + key_length :]
        assert len(ciphertext) <= record_size
        own_key = decode_base64url(self.subscription["keys"]["p256dh"])
        shared_secret = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(self.key.curve, server_key)
        )
        input_key = compute_mac(
            compute_mac(self.secret, shared_secret), b"WebPush: info\0" + own_key + server_key + b"\1"
        )
        pseudorandom_key = compute_mac(salt, input_key)
        key = compute_mac(pseudorandom_key, b"Content-Encoding: aes128gcm\0\1")
        nonce = compute_mac(pseudorandom_key, b"Content-Encoding: nonce\0\1")
        content = AESGCM(key[:16]).decrypt(nonce[:12], ciphertext, None)
        assert content.rstrip(b"\0").endswith(b"\2"), "the last record ends with 2"
        return orjson.loads(content.rstrip(b"\0")[:-1])


@dataclass
class PushService:
    """A push service that keeps the received messages. It answers with `statuses` in turn, then with 201.

    The head or the body of its answer never ends if `endless_part` says so.
    """

    address: str = ""
    received_messages: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    endless_part: Literal["", "head", "body"] = ""
    connections: dict[asyncio.StreamWriter, "asyncio.Task[None] | None"] = field(default_factory=dict)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections[writer] = asyncio.current_task()
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode():
                request_line, *lines = head.strip().split("\r\n")
                headers = {}
                for line in lines:
                    name, _, value = line.partition(":")
                    headers[name.lower()] = value.strip()
                body = await reader.readexactly(int(headers["content-length"]))
                self.received_messages.append((request_line.split()[1], headers, body))
                status = self.statuses.pop(0) if self.statuses else 201
                if self.endless_part:
                    end_of_head = b"\r\n" if self.endless_part == "body" else b""
                    # This returns once the client has closed the connection.
                    await self.answer_endlessly(writer, end_of_head)
                    return
                writer.write(f"HTTP/1.1 {status} x\r\ncontent-length: 0\r\n\r\n".encode())
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def answer_endlessly(self, writer: asyncio.StreamWriter, end_of_head: bytes) -> None:
        """Send an endless body, or without `end_of_head` endless headers, until the client closes the connection."""
        writer.write(b"HTTP/1.1 201 x\r\ncontent-length: 99999999999\r\n" + end_of_head)
        part = b"x: y\r\n"
        pause_seconds = 0.05
        if end_of_head:
            part = b"x" * 65_536
            pause_seconds = 0
        while not writer.transport.is_closing():
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(pause_seconds)

    async def close(self) -> None:
        """Close all connections and wait until no request is being answered."""
        for writer in self.connections:
            writer.close()
        await asyncio.gather(*filter(None, self.connections.values()), return_exceptions=True)


@asynccontextmanager
async def run_push_service() -> Any:
    service = PushService()
    server = await asyncio.start_server(service.handle, "127.0.0.1", 0)
    service.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield service
    finally:
        server.close()
        await service.close()


def verify_signature(authorization: str) -> tuple[str, dict[str, Any]]:
    """Return the key that signed a message, and its claims (RFC 8292). Raises an error if the signature is wrong."""
    scheme, _, parameters = authorization.partition(" ")
    assert scheme == "vapid"
    # The parameters are `t=<token>, k=<public key>`.
    token_parameter, key_parameter = parameters.split(",")
    token = token_parameter.strip().removeprefix("t=")
    key = key_parameter.strip().removeprefix("k=")
    point = decode_base64url(key)
    public_key = ECKey.import_key(
        {"kty": "EC", "crv": "P-256", "x": encode_base64url(point[1:33]), "y": encode_base64url(point[33:])}
    )
    return key, jwt.decode(token, public_key, algorithms=["ES256"]).claims
