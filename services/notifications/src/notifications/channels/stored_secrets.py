"""Encryption of secrets in the database with AES-GCM and a key from SECRET_KEY: a stolen database reveals no secret.

Other services encrypt by `chassis.encryption`. The form of these values is older and stays: replicas of the previous
release must read the values that this release writes, and a browser's push subscription cannot be requested again
(decision 0083).

A value without the prefix was stored by an earlier release. `encrypt_existing` encrypts it at the next start.
"""

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from notifications.channels import queries
from notifications.channels.encryption import decode_base64url, derive_key, encode_base64url
from notifications.runtime import NotificationsRuntime
from notifications.settings import Settings

PREFIX = "v1."
# AES-256-GCM.
KEY_BYTES = 32
NONCE_BYTES = 12
BATCH_SIZE = 500
VAPID_KEY = b"vapid private key"
PUSH_AUTH = b"push auth secret"


class SecretUnreadable(ValueError):
    """The value was encrypted with another SECRET_KEY or for another purpose, or it was changed."""


def _create_cipher(settings: Settings) -> AESGCM:
    secret = settings.secret_key.get_secret_value().encode()
    return AESGCM(derive_key(secret, info=b"notifications: secrets at rest", length=KEY_BYTES))


def encrypt(settings: Settings, value: str, *, purpose: bytes) -> str:
    """Encrypt a secret for storage. It can be decrypted for the same `purpose` only."""
    nonce = os.urandom(NONCE_BYTES)
    return PREFIX + encode_base64url(nonce + _create_cipher(settings).encrypt(nonce, value.encode(), purpose))


def decrypt(settings: Settings, stored_value: str, *, purpose: bytes) -> str:
    """Decrypt a stored secret. Raises SecretUnreadable."""
    if not stored_value.startswith(PREFIX):
        return stored_value
    try:
        nonce_and_ciphertext = decode_base64url(stored_value.removeprefix(PREFIX))
        nonce = nonce_and_ciphertext[:NONCE_BYTES]
        ciphertext = nonce_and_ciphertext[NONCE_BYTES:]
        return _create_cipher(settings).decrypt(nonce, ciphertext, purpose).decode()
    except (InvalidTag, ValueError) as error:
        raise SecretUnreadable("SECRET_KEY does not match the stored secret") from error


async def encrypt_existing(runtime: NotificationsRuntime) -> None:
    """Encrypt in batches the secrets that an earlier release stored as plain text."""
    settings = runtime.settings
    async with runtime.database.transaction() as db:
        for key in await queries.lock_plain_keys(db, PREFIX):
            key.private_key = encrypt(settings, key.private_key, purpose=VAPID_KEY)
            db.add(key)
    while True:
        async with runtime.database.transaction() as db:
            rows = await queries.lock_plain_browsers(db, PREFIX, limit=BATCH_SIZE)
            for row in rows:
                row.auth = encrypt(settings, row.auth, purpose=PUSH_AUTH)
                db.add(row)
        if len(rows) < BATCH_SIZE:
            return
