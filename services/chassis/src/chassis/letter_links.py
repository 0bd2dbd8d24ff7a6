"""The tokens of the links in letters. A confirmation is stored as a hash and used once; an unsubscription is signed,
so that the link of a letter a year old still works. Pure."""

import hashlib
import hmac
import secrets
from uuid import UUID


def new_token() -> str:
    """For a confirmation."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> bytes:
    """What is stored of it."""
    return hashlib.sha256(token.encode()).digest()


def _signature(id: UUID, secret: str) -> str:
    return hmac.new(secret.encode(), b"unsubscribe:" + id.bytes, hashlib.sha256).hexdigest()[:40]


def unsubscribe_token(id: UUID, secret: str) -> str:
    """Names the subscriber, and nobody else can make it."""
    return f"{id.hex}.{_signature(id, secret)}"


def subscriber_of(token: str, secret: str) -> UUID | None:
    """Whom a genuine token names."""
    name, _, signature = token.partition(".")
    try:
        id = UUID(hex=name)
    except ValueError:
        return None
    return id if hmac.compare_digest(_signature(id, secret).encode(), signature.encode()) else None
