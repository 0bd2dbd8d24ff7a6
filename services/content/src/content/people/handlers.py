"""Copies of accounts, kept up by auth's events; an older event never overwrites a newer one."""

from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database import after_commit
from chassis.events import EventContext, Handlers
from contracts.auth import UserBlocked, UserRegistered, UserUnblocked, UserUpdated, UserVerified
from sqlalchemy import update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.articles import service as articles
from content.people.tables import Person

on = Handlers()


async def _keep(db: AsyncSession, id: UUID, heard_at: datetime, **fields: Any) -> None:
    row = insert(Person).values(Person(id=id, heard_at=heard_at, **fields).model_dump())
    newest = row.on_conflict_do_update(
        index_elements=["id"],
        set_={**fields, "heard_at": heard_at},
        where=col(Person.heard_at) <= heard_at,
    )
    await db.execute(newest)
    after_commit(db, articles.cache.drop)


@on(UserRegistered)
async def know(event: UserRegistered, db: AsyncSession, context: EventContext) -> None:
    """Somebody registered."""
    await _keep(db, event.user_id, context.time, **event.model_dump(exclude={"user_id"}))


@on(UserVerified, UserUpdated)
async def update_copy(event: UserVerified | UserUpdated, db: AsyncSession, context: EventContext) -> None:
    """An account is as it is now."""
    await _keep(db, event.user_id, context.time, **event.model_dump(exclude={"user_id"}))


@on(UserBlocked, UserUnblocked)
async def note_block(event: UserBlocked | UserUnblocked, db: AsyncSession, context: EventContext) -> None:
    """Moderators see at a comment that its author is blocked."""
    blocked = isinstance(event, UserBlocked)
    changed = update(Person).where(col(Person.id) == event.user_id).values(is_blocked=blocked, role=event.role)
    await db.execute(changed)
