import asyncio
from uuid import UUID

from chassis.database import runtime_of
from chassis.errors import Invalid
from sqlalchemy.ext.asyncio import AsyncSession

from content.people.tables import Person
from content.settings import settings_of

LOOK_SECONDS = 0.1


async def known(db: AsyncSession, id: UUID) -> Person:
    """The copy of an account; a newcomer's is waited for, since it comes by event. Raises Invalid."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + settings_of(runtime_of(db)).account_wait_seconds
    while (person := await db.get(Person, id)) is None:
        if clock() > deadline:
            raise Invalid(user_id="Такого клиента нет. Если он только что зарегистрировался, повторите через минуту")
        await asyncio.sleep(LOOK_SECONDS)
    return person
