"""Finds the subscription of an account by a digest of its confirmed address. The address itself is not stored."""

import hashlib
from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.copies import save_newest
from chassis.features.personal_data import PersonalData
from chassis.mail.mail_queue import QueuedEmail
from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from status.runtime import Session
from status.subscriptions import queries
from status.subscriptions.tables import Subscription, UserEmailDigest

# This replaces the digest of an erased account.
ERASED_DIGEST = ""


async def save_email_digest(db: Session, user_id: UUID, email: str, event_time: datetime) -> None:
    """Save the digest of the account's address, unless a newer event was applied.

    An event that arrives after the erasure of the account says whose subscription must be deleted.
    """
    digest = hashlib.sha256(email.lower().encode()).hexdigest()
    if await queries.find_digest(db, user_id) == ERASED_DIGEST:
        await _delete_by_digest(db, digest)
        return
    copy = UserEmailDigest(user_id=user_id, digest=digest, event_time=event_time)
    await save_newest(db, copy, unchanged_if=col(UserEmailDigest.digest) == ERASED_DIGEST)


async def _delete_by_digest(db: Session, digest: str) -> None:
    """Delete the subscription of an address and its queued emails."""
    await db.execute(delete(QueuedEmail).where(queries.has_digest(col(QueuedEmail.recipient), digest)))
    await db.execute(delete(Subscription).where(queries.has_digest(col(Subscription.email), digest)))


async def _erase(db: Session, user_id: UUID, at: datetime) -> None:
    """Delete the subscription. Only the user's id stays, so that late events restore nothing."""
    if digest := await queries.find_digest(db, user_id):
        await _delete_by_digest(db, digest)
    erased_values = {"digest": ERASED_DIGEST, "event_time": at}
    insertion = insert(UserEmailDigest).values(user_id=user_id, **erased_values)
    await db.execute(insertion.on_conflict_do_update(index_elements=["user_id"], set_=erased_values))


async def _export(db: Session, user_id: UUID) -> dict[str, Any]:
    digest = await queries.find_digest(db, user_id)
    rows = await queries.list_by_digest(db, digest) if digest else []
    return {
        "status_subscriptions": [
            {
                "email": row.email,
                "components": row.components,
                "requested_at": row.consent_at.isoformat(),
                "confirmed_at": row.confirmed_at.isoformat() if row.confirmed_at else None,
                "ended_at": row.ended_at.isoformat() if row.ended_at else None,
            }
            for row in rows
        ]
    }


PERSONAL_DATA = PersonalData(
    handled=(Subscription.email, QueuedEmail.recipient), kept=(UserEmailDigest.user_id,), erase=_erase, export=_export
)
