"""Keeps the copies of accounts up to date. An event that is older than the stored copy changes nothing.

Blocks and changes of an account have separate times, so that neither hides the other. An order comes from another
service and may arrive before the account of its buyer. The buyer then gets a row that is filled in later. Unconfirmed
registrations are not copied, because auth deletes registrations that are never confirmed.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from chassis.database.copies import save_newest
from chassis.events.registry import EventContext, Handlers
from contracts.auth import UserBlocked, UserCopied, UserUnblocked, UserUpdated, UserVerified
from contracts.content import OrderCopied, OrderCreated
from sqlalchemy import func, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.runtime import Session
from notifications.users.queries import build_unknown_user
from notifications.users.tables import UserCopy

on = Handlers()


@on(UserVerified, UserUpdated, UserCopied)
async def save_user(event: UserVerified | UserUpdated | UserCopied, db: Session, context: EventContext) -> None:
    """Save the account unless a newer state is stored. Only UserCopied says when it was opened and if it is blocked."""
    fields = event.model_dump(exclude={"user_id", "phone", "avatar_url", "changed_at", "audience"})
    fields.setdefault("joined_at", context.time)
    if isinstance(event, UserCopied):
        fields["block_event_time"] = context.time
    copy = UserCopy(id=event.user_id, is_verified=True, event_time=context.time, **fields)
    await save_newest(db, copy, earliest_fields=frozenset({"joined_at"}), unchanged_if=col(UserCopy.is_erased))


@on(UserBlocked, UserUnblocked)
async def save_blocked_state(event: UserBlocked | UserUnblocked, db: Session, context: EventContext) -> None:
    has_no_newer_block = func.coalesce(col(UserCopy.block_event_time), context.time) <= context.time
    statement = update(UserCopy).where(col(UserCopy.id) == event.user_id, has_no_newer_block, ~col(UserCopy.is_erased))
    block = {"is_blocked": isinstance(event, UserBlocked), "block_event_time": context.time}
    await db.execute(statement.values(**block))


@on(OrderCreated, OrderCopied)
async def mark_buyer(event: OrderCreated | OrderCopied, db: Session, context: EventContext) -> None:
    # One statement at the end of the transaction marks the buyers of all its events.
    db.before_commit(mark_buyers, (event.user_id, context.time))


async def mark_buyers(db: Session, orders: Sequence[tuple[UUID, datetime]]) -> None:
    """Mark the users of orders as buyers, except erased users: a purchase is personal data, too.

    `orders` has the user and the time of each order. A row that is marked already is not written again.
    """
    is_unmarked = ~col(UserCopy.is_buyer) & ~col(UserCopy.is_erased)
    statement = insert(UserCopy).on_conflict_do_update(
        index_elements=[col(UserCopy.id)], set_={"is_buyer": True}, where=is_unmarked
    )
    # The rows are locked in the order of their ids, so that two replicas cannot deadlock.
    buyers = [build_unknown_user(id, at) for id, at in sorted(dict(orders).items())]
    await db.execute(statement, [buyer.model_dump() | {"is_buyer": True} for buyer in buyers])
