"""The copy of an account's proven address as a digest, and the part of status in a data export and an erasure."""

from contracts.auth import UserCopied, UserUpdated, UserVerified
from messaging.events import EventContext
from records.personal_data import answer_requests

from status.personal_data import service
from status.runtime import Session

on = answer_requests(erase=service.erase_user, export=service.export_user)


@on(UserVerified, UserUpdated)
async def save_email_digest(event: UserVerified | UserUpdated, db: Session, context: EventContext) -> None:
    """Keep the digest of the account's proven address."""
    await service.save_email_digest(db, event.user_id, event.email, context.time)


@on(UserCopied)
async def restore_email_digest(event: UserCopied, db: Session, context: EventContext) -> None:
    """Keep the digest as of the account's last change, if this service asked for all accounts."""
    if event.audience == db.runtime.name:
        await service.save_email_digest(db, event.user_id, event.email, event.changed_at)
