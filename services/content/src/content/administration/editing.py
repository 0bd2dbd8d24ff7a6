"""Changing a record that others may change too: its version says whether the editor saw the newest one."""

from datetime import datetime
from typing import Any, Protocol, TypeVar
from uuid import UUID

from chassis.auth import Principal
from chassis.database import runtime_of
from chassis.errors import Conflict, NotFound, StaleVersion
from pydantic import BaseModel
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from content.audit import service as audit


class Versioned(Protocol):
    id: UUID
    version: int
    updated_at: datetime


R = TypeVar("R", bound=Versioned)


async def found(db: AsyncSession, kind: type[R], id: UUID) -> R:
    """The record. Raises NotFound."""
    row = await db.get(kind, id)
    if row is None:
        raise NotFound
    return row


async def locked(db: AsyncSession, kind: type[R], id: UUID) -> R:
    """The record, held against others until the end of the transaction. Raises NotFound."""
    row: R | None = await db.get(kind, id, with_for_update=True, populate_existing=True)
    if row is None:
        raise NotFound
    return row


async def to_edit(db: AsyncSession, kind: type[R], id: UUID, *, version: int) -> R:
    """The record for an editor who saw `version` of it. Raises NotFound or StaleVersion."""
    row = await locked(db, kind, id)
    if row.version != version:
        raise StaleVersion
    return row


def given(body: BaseModel) -> dict[str, Any]:
    """What the editor sent, the version apart."""
    return body.model_dump(exclude_unset=True, exclude={"version"})


def apply(db: AsyncSession, row: R, changes: dict[str, Any], *, caller: Principal, entity: str) -> dict[str, Any]:
    """Set the fields, count the version up, note it in the audit log; returns what really changed."""
    changed = {name: value for name, value in changes.items() if getattr(row, name) != value}
    for name, value in changed.items():
        setattr(row, name, value)
    row.version += 1
    row.updated_at = runtime_of(db).clock()
    db.add(row)
    audit.record(db, caller=caller, action="update", entity=entity, entity_id=row.id, changes=changed)
    return changed


def created(db: AsyncSession, row: Any, *, caller: Principal, entity: str, changes: dict[str, Any]) -> None:
    """Add a new record and note it."""
    db.add(row)
    audit.record(db, caller=caller, action="create", entity=entity, entity_id=row.id, changes=changes)


async def flushed(db: AsyncSession, refusal: type[Conflict]) -> None:
    """Write now, so that a race for a unique value ends in a refusal and not in a failure. Raises `refusal`."""
    try:
        await db.flush()
    except IntegrityError:
        raise refusal from None


async def delete(db: AsyncSession, row: Any, *, caller: Principal, entity: str) -> None:
    """Delete the record and note it."""
    await db.delete(row)
    await db.flush()
    audit.record(db, caller=caller, action="delete", entity=entity, entity_id=row.id)
