"""Caps: the maximum number of rows of one kind for a user. Without it one account could fill the database."""

from typing import Any
from uuid import UUID

from chassis.database.session import take_advisory_locks
from chassis.features.lists import count_rows
from chassis.web.errors import Conflict
from sqlalchemy import Select

from content.runtime import Session


async def check_cap(db: Session, rows: Select[Any], *, owner: UUID, maximum: int, error: type[Conflict]) -> None:
    """Check that `rows` selects fewer rows than `maximum`, before one is added. Raises `error`.

    A lock on the owner makes simultaneous requests wait for each other until the end of the transaction.
    """
    await take_advisory_locks(db, f"{error.code} {owner}")
    if await count_rows(db, rows) >= maximum:
        raise error
