"""The VAPID key, by which push services recognize the site (RFC 8292). All replicas share one key in the database."""

from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from joserfc import jwt
from joserfc.jwk import ECKey
from sqlalchemy.dialects.postgresql import insert

from notifications.channels import stored_secrets
from notifications.channels.encryption import CURVE, decode_base64url, encode_base64url, encode_public_key
from notifications.channels.tables import VapidKey
from notifications.runtime import NotificationsRuntime, Session
from notifications.settings import Settings

# RFC 8292 allows a day at most.
TOKEN_LIFETIME_SECONDS = 12 * 3600
COORDINATE_BYTES = 32


@dataclass(frozen=True)
class KeyPair:
    """The decrypted key pair in the encoding of Web Push."""

    private_key: str = field(repr=False)
    public_key: str


def generate_key(now: datetime) -> VapidKey:
    """Generate a key pair in the encoding of Web Push: base64url of the private value and of the uncompressed point."""
    key = ec.generate_private_key(CURVE)
    private_value = key.private_numbers().private_value.to_bytes(COORDINATE_BYTES, "big")
    return VapidKey(
        id=1,
        private_key=encode_base64url(private_value),
        public_key=encode_base64url(encode_public_key(key.public_key())),
        created_at=now,
    )


async def create_key(runtime: NotificationsRuntime) -> None:
    """Create the key if there is none. If two replicas try, one succeeds and both use its key."""
    async with runtime.database.transaction() as db:
        key = generate_key(runtime.now())
        key.private_key = stored_secrets.encrypt(runtime.settings, key.private_key, purpose=stored_secrets.VAPID_KEY)
        await db.execute(insert(VapidKey).values(key.model_dump()).on_conflict_do_nothing())


async def get_key(db: Session, settings: Settings) -> KeyPair:
    """Return the key pair. Raises SecretUnreadable if SECRET_KEY has changed since its creation."""
    row = await db.get_one(VapidKey, 1)
    private_key = stored_secrets.decrypt(settings, row.private_key, purpose=stored_secrets.VAPID_KEY)
    return KeyPair(private_key, row.public_key)


def build_headers(key: KeyPair, endpoint: str, *, subject: str, now: datetime) -> dict[str, str]:
    """Build the headers that prove to a push service that the site sends the message."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(now.timestamp()) + TOKEN_LIFETIME_SECONDS,
        "sub": subject,
    }
    token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, _load_signing_key(key))
    return {"Authorization": f"vapid t={token}, k={key.public_key}"}


def _load_signing_key(key: KeyPair) -> ECKey:
    # An uncompressed point is the byte 4, then x and y.
    point = decode_base64url(key.public_key)
    coordinates = point[1:]
    x = encode_base64url(coordinates[:COORDINATE_BYTES])
    y = encode_base64url(coordinates[COORDINATE_BYTES:])
    return ECKey.import_key({"kty": "EC", "crv": "P-256", "x": x, "y": y, "d": key.private_key})
