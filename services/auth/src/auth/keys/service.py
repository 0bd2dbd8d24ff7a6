"""The keys that sign access tokens: one set for all replicas, encrypted in the database, rotated with overlap."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

import pyseto
from chassis.app import Runtime
from chassis.database import advisory_lock, runtime_of
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from auth import sealing
from auth.keys.tables import SigningKey
from auth.settings import Settings, settings_of

REREAD = timedelta(seconds=5)
MARGIN = timedelta(minutes=10)


class Signer(NamedTuple):
    kid: str
    key: Any
    read_at: datetime


def generate(settings: Settings, *, now: datetime, signs_from: datetime) -> SigningKey:
    """A new Ed25519 pair in its stored form."""
    private = Ed25519PrivateKey.generate()
    secret = pyseto.Key.new(4, "public", private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public = pyseto.Key.from_asymmetric_key_params(4, x=private.public_key().public_bytes_raw())
    return SigningKey(
        kid=public.to_paserk_id(),
        public_paserk=public.to_paserk(),
        sealed_secret=sealing.seal(settings, "signing-key", secret.to_paserk().encode()),
        created_at=now,
        signs_from=signs_from,
    )


async def make_first(runtime: Runtime) -> None:
    """Make the first key unless there is one; replicas that start together make one between them."""
    async with runtime.database.transaction() as db:
        await advisory_lock(db, "signing-keys")
        if await db.scalar(select(func.count()).select_from(SigningKey)) == 0:
            now = runtime.clock()
            db.add(generate(settings_of(runtime), now=now, signs_from=now))


async def known(db: AsyncSession) -> list[SigningKey]:
    """Every key a live token may be signed with, newest first."""
    return list(await db.scalars(select(SigningKey).order_by(col(SigningKey.created_at).desc())))


async def signing(db: AsyncSession, now: datetime) -> SigningKey:
    """The key that signs at this moment."""
    query = select(SigningKey).where(col(SigningKey.signs_from) <= now)
    return (await db.scalars(query.order_by(col(SigningKey.signs_from).desc()).limit(1))).one()


async def signer(db: AsyncSession) -> Signer:
    """The signing key, remembered for a few seconds so that a rotation reaches every replica."""
    runtime = runtime_of(db)
    kept: Signer | None = runtime.state.get("signer")
    now = runtime.clock()
    if kept is None or not kept.read_at <= now < kept.read_at + REREAD:
        row = await signing(db, now)
        secret = sealing.unseal(runtime.settings, "signing-key", row.sealed_secret)
        kept = Signer(row.kid, pyseto.Key.from_paserk(secret.decode()), now)
        runtime.state["signer"] = kept
    return kept


async def dead(db: AsyncSession) -> list[SigningKey]:
    """Keys whose last token has died."""
    runtime = runtime_of(db)
    old = runtime.clock() - timedelta(seconds=settings_of(runtime).access_ttl_seconds) - MARGIN
    return list(await db.scalars(select(SigningKey).where(col(SigningKey.retired_at) < old)))
