"""What status keeps about a user: the log lines of their browser, and the subscription of their address."""

import hashlib
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.export_payload import fit_lists
from emails.mail import QueuedEmail
from messaging.events import EventContext
from records.audit import erase_actor
from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from status.audit.tables import AuditEntry
from status.client_logs.queries import list_of_user
from status.client_logs.tables import LogEntry
from status.personal_data import queries
from status.personal_data.tables import UserEmailDigest
from status.runtime import Session
from status.subscriptions.tables import Subscription

MAX_EXPORTED_LINES = 1000
# In place of the digest of an erased account.
ERASED = ""


async def save_email_digest(db: Session, user_id: UUID, email: str, event_time: datetime) -> None:
    """Keep the digest of the account's address; an event that arrives late does not bring an older one back.

    One that arrives after the account's erasure says whose subscription is to be deleted.
    """
    digest = hashlib.sha256(email.lower().encode()).hexdigest()
    if await queries.known_digest(db, user_id) == ERASED:
        await _delete_by_digest(db, digest)
        return
    values = {"digest": digest, "event_time": event_time}
    row = insert(UserEmailDigest).values(user_id=user_id, **values)
    is_newer = (col(UserEmailDigest.event_time) <= event_time) & (col(UserEmailDigest.digest) != ERASED)
    await db.execute(row.on_conflict_do_update(index_elements=["user_id"], set_=values, where=is_newer))


async def _delete_by_digest(db: Session, digest: str) -> None:
    """Delete the subscription of an address and the emails queued for it."""
    await db.execute(delete(QueuedEmail).where(queries.has_digest(col(QueuedEmail.recipient), digest)))
    await db.execute(delete(Subscription).where(queries.has_digest(col(Subscription.email), digest)))


async def erase_user(db: Session, user_id: UUID, context: EventContext) -> None:
    """Delete the user's log lines, the subscription of their proven address, and the emails queued for it.

    Audit entries stay, without name and address. Of the digest only the id stays, so that late events restore nothing.
    """
    await erase_actor(db, AuditEntry, user_id)
    await db.execute(delete(LogEntry).where(col(LogEntry.user_id) == str(user_id)))
    if digest := await queries.known_digest(db, user_id):
        await _delete_by_digest(db, digest)
    erased = {"digest": ERASED, "event_time": context.time}
    row = insert(UserEmailDigest).values(user_id=user_id, **erased)
    await db.execute(row.on_conflict_do_update(index_elements=["user_id"], set_=erased))


async def export_user(db: Session, user_id: UUID) -> dict[str, Any]:
    """The newest log lines of the user's browser, and the subscription of their proven address."""
    lines: list[dict[str, object]] = [
        {"at": row.created_at.isoformat(), "level": row.level, "context": row.context, "message": row.message}
        for row in await list_of_user(db, user_id, limit=MAX_EXPORTED_LINES)
    ]
    known = await db.get(UserEmailDigest, user_id)
    subscriptions: list[dict[str, object]] = []
    if known is not None:
        rows = await queries.list_subscriptions(db, known.digest)
        subscriptions = [
            {
                "email": row.email,
                "requested_at": row.consent_at.isoformat(),
                "confirmed_at": row.confirmed_at and row.confirmed_at.isoformat(),
                "ended_at": row.ended_at and row.ended_at.isoformat(),
            }
            for row in rows
        ]
    return fit_lists({"browser_log": lines, "status_subscriptions": subscriptions})
