"""Attaches the inquiries of a guest to the account that is registered later with the same email address."""

from chassis.events.registry import EventContext, Handlers
from contracts.auth import UserVerified

from content.inquiries import service
from content.runtime import Session
from content.users import service as users

on = Handlers()


@on(UserVerified)
async def claim_inquiries(event: UserVerified, db: Session, context: EventContext) -> None:
    """Attach earlier inquiries with the email address that this account has just verified."""
    if await users.lock_and_find_erased_ids(db, {event.user_id}):
        return
    await service.claim(db, event.user_id, email=event.email, until=context.time)
