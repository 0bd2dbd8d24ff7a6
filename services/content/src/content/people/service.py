import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

from chassis.database import advisory_lock, runtime_of
from chassis.errors import Invalid
from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.people.tables import ErasedPerson, Person
from content.settings import settings_of

POLL_SECONDS = 0.1
# An event lives a month, and for another three where those are parked that nobody could handle.
MARKED = timedelta(days=121)


async def known(db: AsyncSession, id: UUID, *, field: str = "user_id", whom: str = "клиента") -> Person:
    """The copy of an account; a newcomer's is waited for, since it comes by event. Raises Invalid."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + settings_of(runtime_of(db)).account_wait_seconds
    while (person := await db.get(Person, id)) is None:
        if clock() > deadline:
            raise Invalid(**{field: f"Такого {whom} нет. Если он только что зарегистрировался, повторите через минуту"})
        await asyncio.sleep(POLL_SECONDS)
    return person


async def is_erased(db: AsyncSession, id: UUID) -> bool:
    """Whether the person asked to be forgotten; the answer holds until the end of the transaction."""
    await advisory_lock(db, f"person {id}")
    return await db.get(ErasedPerson, id) is not None


async def mark_erased(db: AsyncSession, id: UUID) -> None:
    """Take no copy of the person any more."""
    await advisory_lock(db, f"person {id}")
    row = insert(ErasedPerson).values(id=id, erased_at=runtime_of(db).clock())
    await db.execute(row.on_conflict_do_nothing())


async def forget_marks(db: AsyncSession, _: object) -> None:
    """Delete the marks of those of whom no event can come any more."""
    await db.execute(delete(ErasedPerson).where(col(ErasedPerson.erased_at) < runtime_of(db).clock() - MARKED))


async def check_colleague(db: AsyncSession, changes: dict[str, Any], *, field: str, before: UUID | None = None) -> None:
    """A member of the company that a record newly names must have an account. Raises Invalid."""
    named = changes.get(field)
    if named is not None and named != before:
        await known(db, named, field=field, whom="сотрудника")
