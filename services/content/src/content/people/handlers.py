"""Copies of accounts, kept up by auth's events; an older event never overwrites a newer one.

A registration that nobody has confirmed is no account yet, and most such are never confirmed: no copy is made of it.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database import after_commit
from chassis.events import EventContext, Handlers
from contracts.auth import UserBlocked, UserUnblocked, UserUpdated, UserVerified
from sqlalchemy import func, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.articles import service as articles
from content.people import service
from content.people.tables import Person

on = Handlers()


async def _keep(db: AsyncSession, id: UUID, heard_at: datetime, **fields: Any) -> None:
    if await service.is_erased(db, id):
        return
    row = insert(Person).values(Person(id=id, heard_at=heard_at, **fields).model_dump())
    newest = row.on_conflict_do_update(
        index_elements=["id"],
        set_={**fields, "heard_at": heard_at},
        where=col(Person.heard_at) <= heard_at,
    )
    await db.execute(newest)
    after_commit(db, articles.cache.drop)


@on(UserVerified, UserUpdated)
async def update_copy(event: UserVerified | UserUpdated, db: AsyncSession, context: EventContext) -> None:
    """An account is as it is now."""
    await _keep(db, event.user_id, context.time, **event.model_dump(exclude={"user_id"}))


@on(UserBlocked, UserUnblocked)
async def note_block(event: UserBlocked | UserUnblocked, db: AsyncSession, context: EventContext) -> None:
    """Moderators see at a comment that its author is blocked."""
    blocked = isinstance(event, UserBlocked)
    newer = func.coalesce(col(Person.standing_heard_at), context.time) <= context.time
    changed = update(Person).where(col(Person.id) == event.user_id, newer)
    await db.execute(changed.values(is_blocked=blocked, standing_heard_at=context.time))
