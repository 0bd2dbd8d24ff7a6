"""Keeps the copies of accounts up to date. Events of one account may arrive out of order: an older one changes nothing.

Blocks and changes of an account have separate times, so that neither hides the other. An account that is not copied
yet cannot be marked as blocked or as a buyer. An unconfirmed registration is not copied: auth deletes it if it is never
confirmed.
"""

from collections.abc import Sequence
from uuid import UUID

from chassis.database.copies import save_newest
from chassis.events.registry import EventContext, Handlers
from contracts.auth import UserBlocked, UserCopied, UserUnblocked, UserUpdated, UserVerified
from contracts.content import OrderCopied, OrderCreated
from sqlalchemy import func, update
from sqlmodel import col

from notifications.runtime import Session
from notifications.users.tables import UserCopy

on = Handlers()


@on(UserVerified, UserUpdated, UserCopied)
async def save_user(event: UserVerified | UserUpdated | UserCopied, db: Session, context: EventContext) -> None:
    """Save the account unless a newer state is stored. Only UserCopied holds its opening time and its block."""
    fields = event.model_dump(exclude={"user_id", "phone", "avatar_url", "changed_at", "audience"})
    fields.setdefault("joined_at", context.time)
    if isinstance(event, UserCopied):
        fields["block_event_time"] = context.time
    copy = UserCopy(id=event.user_id, is_verified=True, event_time=context.time, **fields)
    await save_newest(db, copy, keep=frozenset({"joined_at"}), unless=col(UserCopy.is_erased))


@on(UserBlocked, UserUnblocked)
async def save_blocked_state(event: UserBlocked | UserUnblocked, db: Session, context: EventContext) -> None:
    has_no_newer_block = func.coalesce(col(UserCopy.block_event_time), context.time) <= context.time
    statement = update(UserCopy).where(col(UserCopy.id) == event.user_id, has_no_newer_block, ~col(UserCopy.is_erased))
    block = {"is_blocked": isinstance(event, UserBlocked), "block_event_time": context.time}
    await db.execute(statement.values(**block))


@on(OrderCreated, OrderCopied)
async def mark_buyer(event: OrderCreated | OrderCopied, db: Session, context: EventContext) -> None:
    # One statement at the end of the transaction marks the buyers of all its events.
    db.before_commit(mark_buyers, event.user_id)


async def mark_buyers(db: Session, ids: Sequence[UUID]) -> None:
    """Mark users as buyers, except erased ones: that somebody bought a car is personal data, too.

    A user who is marked already is not written again.
    """
    statement = update(UserCopy).where(col(UserCopy.id).in_(ids), ~col(UserCopy.is_buyer), ~col(UserCopy.is_erased))
    await db.execute(statement.values(is_buyer=True))
