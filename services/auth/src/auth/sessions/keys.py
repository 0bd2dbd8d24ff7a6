"""Access tokens and the keys that sign them. All replicas share the keys, which are stored encrypted and rotated.

The root key signs the entries of these keys in the identity bucket, and nothing else (docs/decisions/0082). Every
service has the public half of the root key as the setting IDENTITY_ROOT_KEYS. So a client that can write to the bucket
still cannot add a key that signs tokens.
"""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import pyseto
from chassis import encryption
from chassis.database.session import take_advisory_locks
from chassis.database.tables import new_id
from chassis.identity.tokens import AUDIENCE, ISSUER
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from nats.js.kv import KeyValue

from auth.accounts.tables import Account
from auth.runtime import AuthRuntime, Session
from auth.sessions import queries
from auth.sessions.tables import LoginSession, SigningKey
from auth.settings import Settings

CACHE_TTL = timedelta(seconds=5)
PASETO_VERSION = 4


class Signer(NamedTuple):
    kid: str
    key: Any
    read_at: datetime


@dataclass
class CachedSigner:
    """The signing key that this replica read last.

    Its age is measured with the runtime's clock, which also decides when a key begins to sign. The cache
    `chassis.web.caches.TtlCache` uses the clock of the machine, which no test can set.
    """

    signer: Signer | None = None


def generate(settings: Settings, *, now: datetime, signs_from: datetime) -> SigningKey:
    """Generate an Ed25519 key pair in its stored form."""
    secret_key, public_key = _build_pyseto_key_pair(Ed25519PrivateKey.generate())
    return SigningKey(
        kid=public_key.to_paserk_id(),
        public_paserk=public_key.to_paserk(),
        encrypted_secret=encryption.encrypt(settings, "signing-key", secret_key.to_paserk().encode()),
        created_at=now,
        signs_from=signs_from,
    )


def _build_pyseto_key_pair(private_key: Ed25519PrivateKey) -> tuple[Any, Any]:
    """Return the secret and the public key as objects of the PASETO library."""
    pem = private_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public_bytes = private_key.public_key().public_bytes_raw()
    secret_key = pyseto.Key.new(PASETO_VERSION, "public", pem)
    return secret_key, pyseto.Key.from_asymmetric_key_params(PASETO_VERSION, x=public_bytes)


def _derive_root_key_pair(settings: Settings) -> tuple[Any, Any]:
    """Derive the secret and the public root key from AUTH_ROOT_SECRET, or from SECRET_KEY if that is empty."""
    secret = settings.root_secret.get_secret_value() or settings.secret_key.get_secret_value()
    key = encryption.derive(secret, service=settings.service, purpose="identity-root")
    return _build_pyseto_key_pair(Ed25519PrivateKey.from_private_bytes(key))


def get_public_root(settings: Settings) -> str:
    """Return the public root key as PASERK k4.public: the value of IDENTITY_ROOT_KEYS."""
    _, public_key = _derive_root_key_pair(settings)
    return str(public_key.to_paserk())


def sign_entry(settings: Settings, *, kid: str, paserk: str) -> bytes:
    """Create the value of the entry `signed_key.<kid>`: a PASETO signed by the root key, valid for this key id only."""
    secret_key, _ = _derive_root_key_pair(settings)
    return pyseto.encode(secret_key, paserk.encode(), implicit_assertion=kid.encode())


async def ensure_first_key(runtime: AuthRuntime) -> None:
    """Create the first key unless one exists. Replicas that start simultaneously create only one."""
    async with runtime.database.transaction() as db:
        await take_advisory_locks(db, "signing-keys")
        if not await queries.list_keys(db):
            now = runtime.now()
            db.add(generate(runtime.settings, now=now, signs_from=now))


async def _get_signer(db: Session) -> Signer:
    """Return the signing key, cached for a few seconds so that a rotation reaches every replica."""
    runtime = db.runtime
    now = db.now()
    cache = runtime.cached_signer
    if cache.signer is not None and cache.signer.read_at <= now < cache.signer.read_at + CACHE_TTL:
        return cache.signer
    row = await queries.get_current_key(db, now)
    secret = encryption.decrypt(runtime.settings, "signing-key", row.encrypted_secret)
    signer = Signer(row.kid, pyseto.Key.from_paserk(secret.decode()), now)
    cache.signer = signer
    return signer


async def create_access_token(db: Session, account: Account, session: LoginSession) -> str:
    """Create a PASETO v4.public token with the claims of the API contract, section 1.

    The token never outlives its session.

    `account_version` is the version of the last change of role or status. The other services compare it with the
    version of the account state that they have received: a newer token is valid.
    """
    signer = await _get_signer(db)
    now = db.now()
    expires_at = min(now + timedelta(seconds=db.runtime.settings.access_ttl_seconds), session.expires_at)
    claims = {
        "sub": str(account.id),
        "sid": str(session.id),
        "role": account.role,
        "email_verified": True,
        "first_name": account.first_name,
        "last_name": account.last_name,
        "iss": ISSUER,
        "aud": AUDIENCE,
        "jti": str(new_id()),
        "iat": now.isoformat(),
        "exp": expires_at.isoformat(),
    }
    if account.account_version:
        claims["account_version"] = account.account_version
    footer = json.dumps({"kid": signer.kid}).encode()
    body = json.dumps(claims, ensure_ascii=False).encode()
    return pyseto.encode(signer.key, body, footer=footer).decode()


async def publish_key(settings: Settings, store: KeyValue, key: SigningKey) -> None:
    """Put a key into the identity bucket.

    Services report a key without a signed entry, so the signed entry comes first.
    """
    signed_entry = sign_entry(settings, kid=key.kid, paserk=key.public_paserk)
    await store.put(f"signed_key.{key.kid}", signed_entry)
    await store.put(f"key.{key.kid}", key.public_paserk.encode())
