"""Keeps the copies of accounts up to date from auth's events; an older event never overwrites a newer one.

An unconfirmed registration gets no copy: most of them are never confirmed.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.auth import UserBlocked, UserCopied, UserUnblocked, UserUpdated, UserVerified
from messaging.events import EventContext, Handlers
from persistence.copies import save_newest
from sqlalchemy import func, update
from sqlmodel import col

from content.runtime import Session
from content.users import service
from content.users.tables import UserCopy

on = Handlers()


async def _save_copy(db: Session, id: UUID, event_time: datetime, **fields: Any) -> None:
    if not await service.erased_among(db, {id}):
        await save_newest(db, UserCopy(id=id, event_time=event_time, **fields))


@on(UserVerified, UserUpdated)
async def update_copy(event: UserVerified | UserUpdated, db: Session, context: EventContext) -> None:
    await _save_copy(db, event.user_id, context.time, **event.model_dump(exclude={"user_id"}))


@on(UserCopied)
async def restore_copy(event: UserCopied, db: Session, context: EventContext) -> None:
    """Save the account as it was at its last change, unless a newer state is here; only if this service asked."""
    if event.audience == db.runtime.name:
        fields = event.model_dump(exclude={"user_id", "joined_at", "changed_at", "audience"})
        await _save_copy(db, event.user_id, event.changed_at, **fields, block_event_time=event.changed_at)


@on(UserBlocked, UserUnblocked)
async def update_block(event: UserBlocked | UserUnblocked, db: Session, context: EventContext) -> None:
    """Save whether the account is blocked; moderators see it beside a comment."""
    blocked = isinstance(event, UserBlocked)
    newer = func.coalesce(col(UserCopy.block_event_time), context.time) <= context.time
    changed = update(UserCopy).where(col(UserCopy.id) == event.user_id, newer)
    await db.execute(changed.values(is_blocked=blocked, block_event_time=context.time))
