"""Encryption and keyed hashes of secrets at rest.

Every key is derived from SECRET_KEY for one service and one purpose, so a value encrypted for one purpose is useless
for another.
"""

import hashlib
import hmac
from functools import lru_cache

import pyseto
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from chassis.settings import CommonSettings


@lru_cache(maxsize=64)
def derive(secret: str, *, service: str, purpose: str) -> bytes:
    """Derive a key of 32 bytes for one purpose of a service from a random secret."""
    return HKDF(SHA256(), 32, salt=f"meridian-{service}".encode(), info=purpose.encode()).derive(secret.encode())


def derive_key(settings: CommonSettings, purpose: str) -> bytes:
    """Derive the key of 32 bytes for one purpose from SECRET_KEY."""
    return derive(settings.secret_key.get_secret_value(), service=settings.service, purpose=purpose)


def compute_keyed_hash(settings: CommonSettings, purpose: str, value: str) -> str:
    """Return the HMAC-SHA-256 of a value in hexadecimal digits.

    Equal values have equal hashes. A stolen database cannot be searched for a value.
    """
    return hmac.new(derive_key(settings, purpose), value.encode(), hashlib.sha256).hexdigest()


def encrypt(settings: CommonSettings, purpose: str, value: bytes) -> str:
    """Encrypt with PASETO v4.local."""
    key = pyseto.Key.new(4, "local", derive_key(settings, purpose))
    return pyseto.encode(key, value).decode()


def decrypt(settings: CommonSettings, purpose: str, encrypted: str) -> bytes:
    """Decrypt a value. Raises pyseto.PysetoError for a forged value, another purpose or another SECRET_KEY."""
    key = pyseto.Key.new(4, "local", derive_key(settings, purpose))
    payload = pyseto.decode(key, encrypted).payload
    assert isinstance(payload, bytes)
    return payload
