"""Signatures of Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks, decision 0290)."""

import base64
import hashlib
import hmac
import secrets
from uuid import UUID

import pyseto
from chassis.settings import CommonSettings
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    """A random secret as its owner gets it: `whsec_` and 32 bytes in base64."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def sign(secret: str, message_id: str, timestamp: int, body: str) -> str:
    """The value of the header `webhook-signature`: HMAC-SHA-256 of id, time in seconds and body."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message_id}.{timestamp}.{body}".encode()
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def message_id(id: UUID) -> str:
    """The value of the header `webhook-id`."""
    return f"msg_{id.hex}"


def encrypt_secret(settings: CommonSettings, secret: str) -> str:
    """The secret as it is stored: PASETO v4.local with a key derived from SECRET_KEY (decision 0083)."""
    return pyseto.encode(_storage_key(settings), secret.encode()).decode()


def decrypt_secret(settings: CommonSettings, stored: str) -> str:
    """The secret of a stored value. Raises pyseto.PysetoError, for example after a change of SECRET_KEY."""
    payload = pyseto.decode(_storage_key(settings), stored).payload
    assert isinstance(payload, bytes)
    return payload.decode()


def _storage_key(settings: CommonSettings) -> pyseto.KeyInterface:
    secret_key = settings.secret_key.get_secret_value().encode()
    derived = HKDF(SHA256(), 32, salt=b"meridian-status", info=b"webhook-secret").derive(secret_key)
    return pyseto.Key.new(4, "local", derived)
