"""Encryption of a Web Push message for one browser: RFC 8291 over one record of RFC 8188.

Written here because one library needs dependencies without wheels, and the other omits the port of the push service
from the signature (docs/decisions/0052).
"""

import base64
import os
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD_SIZE = 4096
# The maximum size of a message: a record minus the header (salt, record size, public key with its length), the end mark
# and the tag of AES-GCM.
MAX_MESSAGE_BYTES = RECORD_SIZE - (16 + 4 + 1 + 65) - (1 + 16)
LAST_RECORD_MARK = b"\x02"


def encrypt_message(
    message: bytes,
    *,
    p256dh: str,
    auth: str,
    salt: bytes | None = None,
    private_key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Encrypt a message for a browser with these keys (base64url). Raises ValueError for an invalid key or a long text.

    `salt` and `private_key` are random by default. Only the test with the example of RFC 8291 passes them.
    """
    if len(message) > MAX_MESSAGE_BYTES:
        raise ValueError(f"a push message holds {MAX_MESSAGE_BYTES} bytes")
    salt = salt or os.urandom(16)
    private_key = private_key or ec.generate_private_key(CURVE)
    browser_key = decode_base64url(p256dh)
    server_key = encode_public_key(private_key.public_key())
    shared_secret = private_key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser_key))
    secret = derive_key(
        shared_secret, salt=decode_base64url(auth), info=b"WebPush: info\x00" + browser_key + server_key, length=32
    )
    key = derive_key(secret, salt=salt, info=b"Content-Encoding: aes128gcm\x00", length=16)
    nonce = derive_key(secret, salt=salt, info=b"Content-Encoding: nonce\x00", length=12)
    header = salt + struct.pack("!IB", RECORD_SIZE, len(server_key)) + server_key
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD_MARK, None)


def derive_key(secret: bytes, *, salt: bytes | None = None, info: bytes, length: int) -> bytes:
    """Derive a key of `length` bytes from a secret for one purpose (HKDF)."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encode_public_key(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key in the form of Web Push: the uncompressed point of 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode_base64url(content: bytes) -> str:
    """Encode as base64url without padding."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decode_base64url(text: str) -> bytes:
    """Decode base64url with or without padding. Raises ValueError."""
    unpadded_text = text.rstrip("=")
    padding = "=" * (-len(unpadded_text) % 4)
    return base64.urlsafe_b64decode(unpadded_text + padding)
