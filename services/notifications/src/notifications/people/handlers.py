"""Keeps the copy of accounts. Facts may arrive out of order after a retry: an older one changes nothing.

A registration is no account yet: whoever never confirms it is forgotten by auth, and was never known here.
"""

from typing import Any
from uuid import UUID

from chassis.events import EventContext, Handlers
from contracts.auth import UserBlocked, UserUnblocked, UserUpdated, UserVerified
from contracts.content import OrderCreated
from sqlalchemy import update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.people.tables import Person

on = Handlers()


@on(UserVerified, UserUpdated)
async def know(event: UserVerified | UserUpdated, db: AsyncSession, context: EventContext) -> None:
    told: dict[str, Any] = {
        "email": event.email,
        "first_name": event.first_name,
        "last_name": event.last_name,
        "role": event.role,
        "is_verified": True,
        "marketing": event.marketing,
        "told_at": context.time,
    }
    fresh = {"is_blocked": False, "is_buyer": False, "is_erased": False} | told
    row = insert(Person).values(id=event.user_id, joined_at=context.time, **fresh)
    newer = row.on_conflict_do_update(index_elements=["id"], set_=told, where=col(Person.told_at) <= context.time)
    await db.execute(newer)


@on(UserBlocked, UserUnblocked)
async def note_standing(event: UserBlocked | UserUnblocked, db: AsyncSession, context: EventContext) -> None:
    now = {"is_blocked": isinstance(event, UserBlocked), "role": event.role, "told_at": context.time}
    await _change(db, event.user_id, context, now)


@on(OrderCreated)
async def note_buyer(event: OrderCreated, db: AsyncSession, context: EventContext) -> None:
    await db.execute(update(Person).where(col(Person.id) == event.user_id).values(is_buyer=True))


async def _change(db: AsyncSession, id: UUID, context: EventContext, values: dict[str, Any]) -> None:
    known = (col(Person.id) == id) & (col(Person.told_at) <= context.time)
    await db.execute(update(Person).where(known).values(**values))
