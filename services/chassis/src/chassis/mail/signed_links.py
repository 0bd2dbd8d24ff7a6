"""Tokens for links in emails, and the List-Unsubscribe headers.

A confirmation token is random and stored as a hash. An unsubscribe token is signed and does not expire, so that the
link in an old email still works.
"""

import hashlib
import hmac
import secrets
from uuid import UUID

# 160 of the 256 bits of a signature are enough (RFC 2104, section 5), and the link is shorter.
SIGNATURE_DIGITS = 40


def create_token() -> str:
    """Return a random confirmation token (192 bits)."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> bytes:
    """Return the SHA-256 of the token, which is stored instead of it."""
    return hashlib.sha256(token.encode()).digest()


def sign_unsubscribe_subject(subject: bytes, secret: str) -> bytes:
    """Return the HMAC-SHA-256 for the unsubscribe link of `subject`, such as a subscriber's id.

    The signature is valid for this purpose only.
    """
    return hmac.digest(secret.encode(), b"unsubscribe:" + subject, "sha256")


def create_unsubscribe_token(id: UUID, secret: str) -> str:
    """Return a signed token with the id of a subscriber."""
    return f"{id.hex}.{_sign(id, secret)}"


def _sign(id: UUID, secret: str) -> str:
    return sign_unsubscribe_subject(id.bytes, secret).hex()[:SIGNATURE_DIGITS]


def read_subscriber(token: str, secret: str) -> UUID | None:
    """Return the subscriber id of a valid token, otherwise None."""
    id_text, _, signature = token.partition(".")
    try:
        id = UUID(hex=id_text)
    except ValueError:
        return None
    return id if hmac.compare_digest(_sign(id, secret).encode(), signature.encode()) else None


def build_unsubscribe_headers(link: str) -> dict[str, str]:
    """Return the headers for the unsubscribe button of a mail program, which sends a POST to the link (RFC 8058)."""
    return {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
