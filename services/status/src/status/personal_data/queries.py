"""Finds rows by the digest of an address: the address of an account is not stored."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Mapped
from sqlmodel import col

from status.personal_data.tables import UserEmailDigest
from status.runtime import Session
from status.subscriptions.tables import Subscription


def has_digest(email: Mapped[str], digest: str) -> ColumnElement[bool]:
    """Whether this is the SHA-256 of the address in lower case, in hexadecimal."""
    return func.encode(func.sha256(func.convert_to(func.lower(email), "UTF8")), "hex") == digest


async def list_subscriptions(db: Session, digest: str) -> Sequence[Subscription]:
    """The subscriptions of the address with this digest."""
    return (await db.scalars(select(Subscription).where(has_digest(col(Subscription.email), digest)))).all()


async def known_digest(db: Session, user_id: UUID) -> str | None:
    """The digest of the account's address."""
    return await db.scalar(select(col(UserEmailDigest.digest)).where(col(UserEmailDigest.user_id) == user_id))
