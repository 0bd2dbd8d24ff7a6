"""Keeps the copies of accounts up to date from auth's events. An older event never overwrites a newer one.

A registration that is not confirmed gets no copy.
"""

from chassis.database.copies import save_newest
from chassis.events.registry import EventContext, Handlers
from contracts.auth import UserBlocked, UserCopied, UserUnblocked, UserUpdated, UserVerified
from sqlalchemy import func, update
from sqlmodel import col

from content.runtime import Session
from content.users import service
from content.users.tables import UserCopy

on = Handlers()


@on(UserVerified, UserUpdated, UserCopied)
async def save_copy(event: UserVerified | UserUpdated | UserCopied, db: Session, context: EventContext) -> None:
    """Save the account, unless a newer state is stored. `UserCopied` also states whether the account is blocked."""
    if await service.lock_and_find_erased_ids(db, {event.user_id}):
        return
    fields = event.model_dump(exclude={"user_id", "joined_at", "changed_at", "audience"})
    if isinstance(event, UserCopied):
        fields["block_event_time"] = context.time
    await save_newest(db, UserCopy(id=event.user_id, event_time=context.time, **fields))


@on(UserBlocked, UserUnblocked)
async def update_block(event: UserBlocked | UserUnblocked, db: Session, context: EventContext) -> None:
    """Save whether the account is blocked. Moderators see this beside a comment."""
    is_blocked = isinstance(event, UserBlocked)
    is_newer = func.coalesce(col(UserCopy.block_event_time), context.time) <= context.time
    copy_update = update(UserCopy).where(col(UserCopy.id) == event.user_id, is_newer)
    await db.execute(copy_update.values(is_blocked=is_blocked, block_event_time=context.time))
