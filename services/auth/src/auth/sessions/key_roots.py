"""The root key: it signs the entries of signing keys in the identity bucket, and nothing else (docs/decisions/0082).

Every service has its public half as the setting IDENTITY_ROOT_KEYS, so whoever can write to the bucket still cannot
add a key that signs tokens.
"""

from typing import Any

import pyseto
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from auth import encryption
from auth.settings import Settings


def _private(settings: Settings) -> Ed25519PrivateKey:
    """Derived from AUTH_ROOT_SECRET, or from SECRET_KEY while that is empty."""
    secret = settings.root_secret.get_secret_value() or settings.secret_key.get_secret_value()
    return Ed25519PrivateKey.from_private_bytes(encryption.derive(secret, "identity-root"))


def public_root(settings: Settings) -> str:
    """The public half as PASERK k4.public: the value of IDENTITY_ROOT_KEYS."""
    public = _private(settings).public_key().public_bytes_raw()
    return pyseto.Key.from_asymmetric_key_params(4, x=public).to_paserk()


def sign_entry(settings: Settings, *, kid: str, paserk: str) -> bytes:
    """The value of the entry `signed_key.<kid>`: a PASETO of the root key, valid for this key id only."""
    private = _private(settings).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    key: Any = pyseto.Key.new(4, "public", private)
    return pyseto.encode(key, paserk.encode(), implicit_assertion=kid.encode())
