"""Encryption of a Web Push message for one browser: RFC 8291 over one record of RFC 8188.

Written here because the libraries for it either come without wheels or name the push service wrongly
(docs/decisions/0052).
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
RECORD = 4096
# Salt, record size, our key with its length; then the mark of the last record and the tag of AES-GCM.
ROOM = RECORD - (16 + 4 + 1 + 65) - (1 + 16)
LAST = b"\x02"


def encrypt_message(
    message: bytes, *, p256dh: str, auth: str, salt: bytes | None = None, own: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """The encrypted body for a browser with these keys (base64url). Raises ValueError for invalid keys.

    `salt` and `own` are random for each message; only the test with the example of RFC 8291 passes them.
    """
    if len(message) > ROOM:
        raise ValueError(f"a push message holds {ROOM} bytes")
    salt = salt or os.urandom(16)
    own = own or ec.generate_private_key(CURVE)
    theirs = unb64(p256dh)
    ours = point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = derive_key(shared, salt=unb64(auth), info=b"WebPush: info\x00" + theirs + ours, length=32)
    key = derive_key(secret, salt=salt, info=b"Content-Encoding: aes128gcm\x00", length=16)
    nonce = derive_key(secret, salt=salt, info=b"Content-Encoding: nonce\x00", length=12)
    header = salt + struct.pack("!IB", RECORD, len(ours)) + ours
    return header + AESGCM(key).encrypt(nonce, message + LAST, None)


def derive_key(secret: bytes, *, salt: bytes | None = None, info: bytes, length: int) -> bytes:
    """A key of `length` bytes from a secret, for one purpose (HKDF)."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as Web Push spells it: the uncompressed point, 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def b64(raw: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def unb64(text: str) -> bytes:
    """Back from base64url, padded or not. Raises ValueError."""
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
