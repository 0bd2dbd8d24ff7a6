"""Encryption of a Web Push message for one browser: RFC 8291 over one record of RFC 8188.

It is written here because one library needs dependencies without wheels, and the other omits the port of the push
service from the signature (docs/decisions/0052).
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
SALT_BYTES = 16
INPUT_KEY_BYTES = 32
# AES-128-GCM.
KEY_BYTES = 16
NONCE_BYTES = 12
TAG_BYTES = 16
# An uncompressed point of P-256.
PUBLIC_KEY_BYTES = 65
# The header of a record: the salt, the record size, and the public key with its length.
HEADER_BYTES = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES
LAST_RECORD_MARK = b"\x02"
MAX_MESSAGE_BYTES = RECORD_SIZE - HEADER_BYTES - len(LAST_RECORD_MARK) - TAG_BYTES


def encrypt_message(
    message: bytes,
    *,
    p256dh: str,
    auth: str,
    salt: bytes | None = None,
    private_key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Encrypt a message for a browser with these keys (base64url).

    Raises ValueError for an invalid key or a message over MAX_MESSAGE_BYTES.
    `salt` and `private_key` are random by default. Only the test with the example of RFC 8291 passes them.
    """
    if len(message) > MAX_MESSAGE_BYTES:
        raise ValueError(f"a push message holds {MAX_MESSAGE_BYTES} bytes")
    salt = salt or os.urandom(SALT_BYTES)
    private_key = private_key or ec.generate_private_key(CURVE)
    browser_key = decode_base64url(p256dh)
    server_key = encode_public_key(private_key.public_key())
    shared_secret = private_key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser_key))
    info = b"WebPush: info\x00" + browser_key + server_key
    input_key = derive_key(shared_secret, salt=decode_base64url(auth), info=info, length=INPUT_KEY_BYTES)
    key = derive_key(input_key, salt=salt, info=b"Content-Encoding: aes128gcm\x00", length=KEY_BYTES)
    nonce = derive_key(input_key, salt=salt, info=b"Content-Encoding: nonce\x00", length=NONCE_BYTES)
    header = salt + struct.pack("!IB", RECORD_SIZE, len(server_key)) + server_key
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD_MARK, None)


def derive_key(secret: bytes, *, salt: bytes | None = None, info: bytes, length: int) -> bytes:
    """Derive a key of `length` bytes from a secret for one purpose (HKDF)."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encode_public_key(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key in the form of Web Push: the uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode_base64url(content: bytes) -> str:
    """Encode as base64url without padding."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decode_base64url(text: str) -> bytes:
    """Decode base64url with or without padding. Raises ValueError."""
    unpadded_text = text.rstrip("=")
    padding = "=" * (-len(unpadded_text) % 4)
    return base64.urlsafe_b64decode(unpadded_text + padding)
