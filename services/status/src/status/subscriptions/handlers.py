"""Keeps digests of the confirmed addresses of accounts."""

from chassis.events.registry import EventContext, Handlers
from contracts.auth import UserCopied, UserUpdated, UserVerified

from status.runtime import Session
from status.subscriptions.personal_data import save_email_digest

on = Handlers()


@on(UserVerified, UserUpdated, UserCopied)
async def keep_email_digest(event: UserVerified | UserUpdated | UserCopied, db: Session, context: EventContext) -> None:
    await save_email_digest(db, event.user_id, event.email, context.time)
