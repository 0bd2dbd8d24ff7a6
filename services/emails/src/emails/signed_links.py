"""Tokens of the links in emails. Pure functions.

A confirmation token is stored as a hash and used once; an unsubscribe token is signed, so that the link in an email a
year old still works.
"""

import hashlib
import hmac
import secrets
from uuid import UUID


def new_token() -> str:
    """A random confirmation token (192 bits)."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> bytes:
    """The SHA-256 that is stored instead of the token."""
    return hashlib.sha256(token.encode()).digest()


def _signature(id: UUID, secret: str) -> str:
    return hmac.new(secret.encode(), b"unsubscribe:" + id.bytes, hashlib.sha256).hexdigest()[:40]


def unsubscribe_token(id: UUID, secret: str) -> str:
    """A token that names the subscriber, signed with `secret` (HMAC-SHA-256)."""
    return f"{id.hex}.{_signature(id, secret)}"


def subscriber_from_token(token: str, secret: str) -> UUID | None:
    """The subscriber that a valid token names, else None."""
    name, _, signature = token.partition(".")
    try:
        id = UUID(hex=name)
    except ValueError:
        return None
    return id if hmac.compare_digest(_signature(id, secret).encode(), signature.encode()) else None
