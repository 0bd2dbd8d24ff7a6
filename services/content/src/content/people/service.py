import asyncio
from typing import Any
from uuid import UUID

from chassis.database import runtime_of
from chassis.errors import Invalid
from sqlalchemy.ext.asyncio import AsyncSession

from content.people.tables import Person
from content.settings import settings_of

LOOK_SECONDS = 0.1


async def known(db: AsyncSession, id: UUID, *, field: str = "user_id", whom: str = "клиента") -> Person:
    """The copy of an account; a newcomer's is waited for, since it comes by event. Raises Invalid."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + settings_of(runtime_of(db)).account_wait_seconds
    while (person := await db.get(Person, id)) is None:
        if clock() > deadline:
            raise Invalid(**{field: f"Такого {whom} нет. Если он только что зарегистрировался, повторите через минуту"})
        await asyncio.sleep(LOOK_SECONDS)
    return person


async def check_colleague(db: AsyncSession, changes: dict[str, Any], *, field: str, before: UUID | None = None) -> None:
    """A member of the company that a record newly names must have an account. Raises Invalid."""
    named = changes.get(field)
    if named is not None and named != before:
        await known(db, named, field=field, whom="сотрудника")
