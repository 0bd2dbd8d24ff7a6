"""Keeps the copy of accounts. Events may arrive out of order after a retry: an older one changes nothing.

An unconfirmed registration is not copied: auth deletes it if it is never confirmed.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.auth import UserBlocked, UserCopied, UserUnblocked, UserUpdated, UserVerified
from contracts.content import OrderCopied, OrderCreated
from messaging.events import EventContext, Handlers
from sqlalchemy import update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.users.tables import UserCopy

on = Handlers()


@on(UserVerified, UserUpdated)
async def save_user(event: UserVerified | UserUpdated, db: AsyncSession, context: EventContext) -> None:
    await _save(db, event, context.time, joined_at=context.time)


@on(UserCopied)
async def restore_user(event: UserCopied, db: AsyncSession, context: EventContext) -> None:
    """Save the account as it was at its last change, unless a newer state is here; only if this service asked."""
    if event.audience == context.runtime.name:
        await _save(db, event, event.changed_at, joined_at=event.joined_at, is_blocked=event.is_blocked)


async def _save(
    db: AsyncSession,
    event: UserVerified | UserUpdated | UserCopied,
    event_time: datetime,
    *,
    joined_at: datetime,
    **changes: Any,
) -> None:
    values: dict[str, Any] = {
        "email": event.email,
        "first_name": event.first_name,
        "last_name": event.last_name,
        "role": event.role,
        "is_verified": True,
        "marketing": event.marketing,
        "event_time": event_time,
    } | changes
    fresh = {"is_blocked": False, "is_buyer": False, "is_erased": False} | values
    row = insert(UserCopy).values(id=event.user_id, joined_at=joined_at, **fresh)
    is_newer = (col(UserCopy.event_time) <= event_time) & col(UserCopy.is_erased).is_(False)
    await db.execute(row.on_conflict_do_update(index_elements=["id"], set_=values, where=is_newer))


@on(UserBlocked, UserUnblocked)
async def save_blocked_state(event: UserBlocked | UserUnblocked, db: AsyncSession, context: EventContext) -> None:
    now = {"is_blocked": isinstance(event, UserBlocked), "role": event.role, "event_time": context.time}
    await _change(db, event.user_id, context, now)


@on(OrderCreated)
async def save_buyer(event: OrderCreated | OrderCopied, db: AsyncSession, context: EventContext) -> None:
    await db.execute(update(UserCopy).where(col(UserCopy.id) == event.user_id).values(is_buyer=True))


@on(OrderCopied)
async def restore_buyer(event: OrderCopied, db: AsyncSession, context: EventContext) -> None:
    """Mark the buyer of an order, if this service asked for all orders."""
    if event.audience == context.runtime.name:
        await save_buyer(event, db, context)


async def _change(db: AsyncSession, id: UUID, context: EventContext, values: dict[str, Any]) -> None:
    is_older = (col(UserCopy.id) == id) & (col(UserCopy.event_time) <= context.time)
    await db.execute(update(UserCopy).where(is_older).values(**values))
