import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

from chassis.app import Runtime
from chassis.database import advisory_lock, runtime_of
from chassis.errors import Invalid
from chassis.retention import delete_in_batches
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.settings import settings_of
from content.users.tables import ErasedUser, UserCopy

POLL_SECONDS = 0.1
# The event stream keeps an event for a month; a parked one is kept for three more.
ERASED_MARK_TTL = timedelta(days=121)


async def wait_for_user(db: AsyncSession, id: UUID, *, field: str = "user_id", whom: str = "клиента") -> UserCopy:
    """The copy of an account. Waits for a new account, because its copy arrives by event. Raises Invalid."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + settings_of(runtime_of(db)).account_wait_seconds
    while (user := await db.get(UserCopy, id)) is None:
        if clock() > deadline:
            raise Invalid(**{field: f"Такого {whom} нет. Если он только что зарегистрировался, повторите через минуту"})
        await asyncio.sleep(POLL_SECONDS)
    return user


async def is_erased(db: AsyncSession, id: UUID) -> bool:
    """Whether the account was erased; a lock keeps the answer true until the end of the transaction."""
    await advisory_lock(db, f"person {id}")
    return await db.get(ErasedUser, id) is not None


async def mark_erased(db: AsyncSession, id: UUID) -> None:
    """Remember that the account is erased, so that a late event cannot create its copy again."""
    await advisory_lock(db, f"person {id}")
    row = insert(ErasedUser).values(id=id, erased_at=runtime_of(db).clock())
    await db.execute(row.on_conflict_do_nothing())


async def purge_erased(db: AsyncSession, runtime: Runtime) -> None:
    """Delete erasure marks once no event of those accounts can arrive any more."""
    await delete_in_batches(db, ErasedUser, col(ErasedUser.erased_at) < runtime.clock() - ERASED_MARK_TTL)


async def check_employee(db: AsyncSession, changes: dict[str, Any], *, field: str, before: UUID | None = None) -> None:
    """Check that an employee newly named in a record has an account. Raises Invalid."""
    named = changes.get(field)
    if named is not None and named != before:
        await wait_for_user(db, named, field=field, whom="сотрудника")
