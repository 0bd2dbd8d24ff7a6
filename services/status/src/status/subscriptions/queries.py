"""SELECTs of subscriptions and pending deliveries."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from chassis.database.tables import UtcDateTime
from sqlalchemy import ColumnElement, Row, Select, func, literal, or_, select, type_coerce
from sqlalchemy.dialects.postgresql import JSONB, array
from sqlalchemy.orm import Mapped
from sqlmodel import col

from status.runtime import Session
from status.subscriptions.tables import Announcement, Delivery, Subscription, UserEmailDigest


async def lock_due_deliveries(
    db: Session, now: datetime, *, limit: int
) -> Sequence[Row[Delivery, Announcement, Subscription]]:
    """Lock the next due deliveries, oldest first. Rows locked by another replica are skipped."""
    statement = (
        select(Delivery, Announcement, Subscription)
        .join(Announcement, col(Announcement.id) == col(Delivery.announcement_id))
        .join(Subscription, col(Subscription.id) == col(Delivery.subscription_id))
        .where(col(Delivery.failed_at).is_(None), col(Delivery.due_at) <= now)
        .order_by(col(Delivery.due_at), col(Announcement.id))
        .limit(limit)
        .with_for_update(of=Delivery, skip_locked=True)
    )
    return (await db.execute(statement)).all()


def select_deliveries(announcement: Announcement, affected: Collection[str]) -> Select[UUID, UUID, datetime]:
    """Return one delivery for each confirmed subscriber of an affected component: announcement, subscription and due
    time.

    An announcement that names no component is for all subscribers.
    """
    now = literal(announcement.created_at, UtcDateTime)
    query = select(literal(announcement.id), col(Subscription.id), now).where(
        col(Subscription.confirmed_at).is_not(None), col(Subscription.ended_at).is_(None)
    )
    if not affected:
        return query
    wanted_components = type_coerce(col(Subscription.components), JSONB)
    return query.where(or_(wanted_components == [], wanted_components.has_any(array(sorted(affected)))))


def has_digest(email: Mapped[str], digest: str) -> ColumnElement[bool]:
    """Return the condition that the SHA-256 of the lower-case address, in hexadecimal, is this digest."""
    return func.encode(func.sha256(func.convert_to(func.lower(email), "UTF8")), "hex") == digest


async def list_by_digest(db: Session, digest: str) -> Sequence[Subscription]:
    return (await db.scalars(select(Subscription).where(has_digest(col(Subscription.email), digest)))).all()


async def find_digest(db: Session, user_id: UUID) -> str | None:
    return await db.scalar(select(col(UserEmailDigest.digest)).where(col(UserEmailDigest.user_id) == user_id))
