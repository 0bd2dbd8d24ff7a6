"""The public keys that verify access tokens (docs/decisions/0063)."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from nacl.bindings import crypto_core_ed25519_is_valid_point
from nacl.signing import VerifyKey
from pyseto.versions.v4 import V4Public

from chassis.identity.tokens import decode_base64url

PREFIX = "k4.public."
KEY_BYTES = 32


@Ed25519PublicKey.register
class SodiumPublicKey:
    """An Ed25519 key (RFC 8032) for pyseto, verified by libsodium in half of OpenSSL's time."""

    def __init__(self, raw: bytes) -> None:
        self._key = VerifyKey(raw)
        self._raw = raw

    def verify(self, signature: Any, data: Any) -> None:
        """Check a signature. Raises nacl.exceptions.BadSignatureError."""
        self._key.verify(bytes(data), bytes(signature))

    def public_bytes(self, encoding: Encoding, format: PublicFormat) -> bytes:
        return Ed25519PublicKey.from_public_bytes(self._raw).public_bytes(encoding, format)


def parse_public_key(paserk: str) -> V4Public:
    """Parse a `k4.public` PASERK (github.com/paseto-standard/paserk). Raises ValueError."""
    if not paserk.startswith(PREFIX):
        raise ValueError("not a k4.public key")
    raw = decode_base64url(paserk.removeprefix(PREFIX))
    if len(raw) != KEY_BYTES or not crypto_core_ed25519_is_valid_point(raw):
        raise ValueError("not a point of the curve's main group")
    return V4Public(SodiumPublicKey(raw))


def parse_public_keys(paserks: str) -> list[V4Public]:
    """Parse a setting: PASERKs separated by commas. Raises ValueError."""
    return [parse_public_key(paserk.strip()) for paserk in paserks.split(",") if paserk.strip()]
