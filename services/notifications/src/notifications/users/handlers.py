"""Keeps the copy of accounts. Events may arrive out of order: an older one changes nothing.

A block and a change of the account have times of their own, so that neither hides the other.

An unconfirmed registration is not copied: auth deletes it if it is never confirmed.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.auth import UserBlocked, UserCopied, UserUnblocked, UserUpdated, UserVerified
from contracts.content import OrderCopied, OrderCreated
from messaging.events import EventContext, Handlers
from persistence.copies import save_newest
from sqlalchemy import func, update
from sqlmodel import col

from notifications.runtime import Session
from notifications.users.tables import UserCopy

on = Handlers()


@on(UserVerified, UserUpdated)
async def save_user(event: UserVerified | UserUpdated, db: Session, context: EventContext) -> None:
    await _save(db, event, context.time, joined_at=context.time)


@on(UserCopied)
async def restore_user(event: UserCopied, db: Session, context: EventContext) -> None:
    """Save the account as it was at its last change, unless a newer state is here; only if this service asked."""
    if event.audience == db.runtime.name:
        block = {"is_blocked": event.is_blocked, "block_event_time": event.changed_at}
        await _save(db, event, event.changed_at, joined_at=event.joined_at, **block)


async def _save(
    db: Session,
    event: UserVerified | UserUpdated | UserCopied,
    event_time: datetime,
    *,
    joined_at: datetime,
    **changes: Any,
) -> None:
    fields = event.model_dump(include={"email", "first_name", "last_name", "role", "marketing"}) | changes
    copy = UserCopy(id=event.user_id, is_verified=True, event_time=event_time, joined_at=joined_at, **fields)
    await save_newest(db, copy, keep=frozenset({"joined_at"}), unless=col(UserCopy.is_erased))


@on(UserBlocked, UserUnblocked)
async def save_blocked_state(event: UserBlocked | UserUnblocked, db: Session, context: EventContext) -> None:
    newer = func.coalesce(col(UserCopy.block_event_time), context.time) <= context.time
    changed = update(UserCopy).where(col(UserCopy.id) == event.user_id, newer, ~col(UserCopy.is_erased))
    block = {"is_blocked": isinstance(event, UserBlocked), "block_event_time": context.time}
    await db.execute(changed.values(**block))


@on(OrderCreated)
async def save_buyer(event: OrderCreated | OrderCopied, db: Session, context: EventContext) -> None:
    db.at_end(mark_buyers, event.user_id)


async def mark_buyers(db: Session, ids: Sequence[UUID]) -> None:
    """These users have an order; most are known as buyers already, and one who was erased stays unnamed."""
    new = update(UserCopy).where(col(UserCopy.id).in_(ids), ~col(UserCopy.is_buyer), ~col(UserCopy.is_erased))
    await db.execute(new.values(is_buyer=True))


@on(OrderCopied)
async def restore_buyer(event: OrderCopied, db: Session, context: EventContext) -> None:
    """Mark the buyer of an order, if this service asked for all orders."""
    if event.audience == db.runtime.name:
        await save_buyer(event, db, context)
