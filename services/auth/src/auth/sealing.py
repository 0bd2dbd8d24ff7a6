"""Secrets at rest: everything is derived from SECRET_KEY, one key a purpose, so no two uses can be confused."""

import hashlib
import hmac
from functools import lru_cache

import pyseto
from chassis.settings import CommonSettings
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


@lru_cache(maxsize=64)
def _derived(secret: str, purpose: str) -> bytes:
    return HKDF(SHA256(), 32, salt=b"meridian-auth", info=purpose.encode()).derive(secret.encode())


def key_for(settings: CommonSettings, purpose: str) -> bytes:
    """The key of one purpose, 32 bytes."""
    return _derived(settings.secret_key.get_secret_value(), purpose)


def fingerprint(settings: CommonSettings, purpose: str, value: str) -> str:
    """A keyed hash: equal values can be found again, and a copy of the database alone cannot be searched."""
    return hmac.new(key_for(settings, purpose), value.encode(), hashlib.sha256).hexdigest()


def seal(settings: CommonSettings, purpose: str, value: bytes) -> str:
    """Encrypt with PASETO v4.local."""
    key = pyseto.Key.new(4, "local", key_for(settings, purpose))
    return pyseto.encode(key, value).decode()


def unseal(settings: CommonSettings, purpose: str, sealed: str) -> bytes:
    """Decrypt what `seal` made. Raises pyseto.PysetoError when SECRET_KEY is another one."""
    key = pyseto.Key.new(4, "local", key_for(settings, purpose))
    payload = pyseto.decode(key, sealed).payload
    assert isinstance(payload, bytes)
    return payload
