import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

from chassis.database.session import take_advisory_locks
from chassis.web.errors import Invalid
from sqlalchemy.dialects.postgresql import insert

from content.runtime import ContentRuntime, Session
from content.users import queries
from content.users.tables import ErasedUser, UserCopy

POLL_SECONDS = 0.1
# The event stream keeps an event for a month. A parked event is kept for three more months.
ERASED_MARK_TTL = timedelta(days=121)


async def wait_for_user(runtime: ContentRuntime, id: UUID | None) -> None:
    """Wait for the copy of a new account, which arrives by event. Returns after `account_wait_seconds` even without it.

    Call it before the first statement of a transaction, and check the account by `get_user` in the transaction. Each
    look-up here is a separate read: no transaction is open and no connection is held while it waits.
    """
    if id is None:
        return
    clock = asyncio.get_running_loop().time
    deadline = clock() + runtime.settings.account_wait_seconds
    while clock() <= deadline:
        if await _is_known(runtime, id):
            return
        await asyncio.sleep(POLL_SECONDS)


async def _is_known(runtime: ContentRuntime, id: UUID) -> bool:
    """Return True if the copy has arrived, or if the account was erased, so that it never will."""
    async with runtime.database.reading() as db:
        return await db.get(UserCopy, id) is not None or await db.get(ErasedUser, id) is not None


async def get_user(db: Session, id: UUID, *, field: str = "user_id", noun: str = "клиента") -> UserCopy:
    """Return the copy of an account. Raises Invalid, with a message about `noun` for the request's `field`."""
    user = await db.get(UserCopy, id)
    if user is None:
        raise Invalid(**{field: f"Такого {noun} нет. Если он только что зарегистрировался, повторите через минуту"})
    return user


async def lock_and_find_erased_ids(db: Session, ids: set[UUID]) -> set[UUID]:
    """Return the accounts of `ids` that were erased. Locks keep the answer true until the end of the transaction."""
    await take_advisory_locks(db, *(f"person {id}" for id in ids))
    return await queries.find_erased_ids(db, ids)


async def mark_erased(db: Session, id: UUID) -> None:
    """Remember that the account is erased, so that a late event cannot create its copy again."""
    await take_advisory_locks(db, f"person {id}")
    insertion = insert(ErasedUser).values(id=id, erased_at=db.now())
    await db.execute(insertion.on_conflict_do_nothing())


async def check_employee(db: Session, changes: dict[str, Any], *, field: str, before: UUID | None = None) -> None:
    """Check that an employee newly named in a record has an account. Raises Invalid."""
    employee_id = changes.get(field)
    if employee_id is not None and employee_id != before:
        await get_user(db, employee_id, field=field, noun="сотрудника")
