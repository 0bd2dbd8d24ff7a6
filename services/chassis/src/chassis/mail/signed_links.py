"""Tokens of the links in emails, and the headers that carry one. Pure functions.

A confirmation token is stored as a hash and used once; an unsubscribe token is signed for that purpose and never ends,
so that the link in an email a year old still works.
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


def unsubscribe_signature(whom: bytes, secret: str) -> bytes:
    """The signature of a link by which `whom` unsubscribes (HMAC-SHA-256); it allows nothing else."""
    return hmac.digest(secret.encode(), b"unsubscribe:" + whom, "sha256")


def unsubscribe_token(id: UUID, secret: str) -> str:
    """A token that names the subscriber, signed with `secret`."""
    return f"{id.hex}.{_hex_signature(id, secret)}"


def _hex_signature(id: UUID, secret: str) -> str:
    return unsubscribe_signature(id.bytes, secret).hex()[:40]


def subscriber_from_token(token: str, secret: str) -> UUID | None:
    """The subscriber that a valid token names, else None."""
    name, _, signature = token.partition(".")
    try:
        id = UUID(hex=name)
    except ValueError:
        return None
    return id if hmac.compare_digest(_hex_signature(id, secret).encode(), signature.encode()) else None


def unsubscribe_headers(link: str) -> dict[str, str]:
    """The headers by which a mail program shows its own button (RFC 8058); it sends a POST to the link."""
    return {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
