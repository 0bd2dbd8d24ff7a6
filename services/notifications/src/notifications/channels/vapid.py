"""Our key at the push services (RFC 8292): made once, kept in the database, the same for all replicas."""

import base64
from datetime import datetime
from urllib.parse import urlsplit

from chassis.app import Runtime
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02  # type: ignore[import-untyped]
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.channels.tables import VapidKey

TWELVE_HOURS = 12 * 3600


def _b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def fresh(now: datetime) -> VapidKey:
    """A new key pair, as Web Push spells it: base64url of the private value and of the uncompressed point."""
    key = ec.generate_private_key(ec.SECP256R1())
    private = key.private_numbers().private_value.to_bytes(32, "big")
    public = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return VapidKey(id=1, private_key=_b64(private), public_key=_b64(public), created_at=now)


async def ensure(runtime: Runtime) -> None:
    """Make the key if there is none; of two replicas that try, one succeeds and both use its key."""
    async with runtime.database.transaction() as db:
        row = insert(VapidKey).values(fresh(runtime.clock()).model_dump())
        await db.execute(row.on_conflict_do_nothing())


async def key(db: AsyncSession) -> VapidKey:
    """The key."""
    return await db.get_one(VapidKey, 1)


def headers(key: VapidKey, endpoint: str, *, subject: str, now: datetime) -> dict[str, str]:
    """What proves to a push service that the message is ours."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(now.timestamp()) + TWELVE_HOURS,
        "sub": subject,
    }
    signed: dict[str, str] = Vapid02.from_string(key.private_key).sign(claims)
    return signed
