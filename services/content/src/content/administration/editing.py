"""Optimistic locking of records that administrators edit: `version` shows whether the editor saw the newest row."""

from datetime import datetime
from typing import Any, Protocol, TypeVar
from uuid import UUID

from chassis.auth import Principal
from chassis.errors import Conflict, NotFound, StaleVersion
from pydantic import BaseModel
from sqlalchemy.exc import IntegrityError

from content.audit import service as audit
from content.runtime import Session


class Versioned(Protocol):
    id: UUID
    version: int
    updated_at: datetime


R = TypeVar("R", bound=Versioned)


async def get_record(db: Session, kind: type[R], id: UUID) -> R:
    """Get a record by id. Raises NotFound."""
    row = await db.get(kind, id)
    if row is None:
        raise NotFound
    return row


async def lock_record(db: Session, kind: type[R], id: UUID) -> R:
    """Get a record and lock its row until the end of the transaction. Raises NotFound."""
    row: R | None = await db.get(kind, id, with_for_update=True, populate_existing=True)
    if row is None:
        raise NotFound
    return row


async def lock_version(db: Session, kind: type[R], id: UUID, *, version: int) -> R:
    """Lock a record for an editor who saw this `version` of it. Raises NotFound, StaleVersion."""
    row = await lock_record(db, kind, id)
    if row.version != version:
        raise StaleVersion
    return row


def sent_fields(body: BaseModel) -> dict[str, Any]:
    """The fields that the request contains, without `version`."""
    return body.model_dump(exclude_unset=True, exclude={"version"})


def apply_changes(db: Session, row: R, changes: dict[str, Any], *, caller: Principal, entity: str) -> dict[str, Any]:
    """Set the fields, increase the version, write an audit entry; returns the fields that changed."""
    changed = {name: value for name, value in changes.items() if getattr(row, name) != value}
    for name, value in changed.items():
        setattr(row, name, value)
    row.version += 1
    row.updated_at = db.now()
    db.add(row)
    audit.record_audit(db, caller=caller, action="update", entity=entity, entity_id=row.id, changes=changed)
    return changed


def add_record(db: Session, row: Any, *, caller: Principal, entity: str, changes: dict[str, Any]) -> None:
    """Add a new record and its audit entry."""
    db.add(row)
    audit.record_audit(db, caller=caller, action="create", entity=entity, entity_id=row.id, changes=changes)


async def flush_or_raise(db: Session, error: type[Conflict]) -> None:
    """Flush now, so that two requests for one unique value end in a 409 and not in a 500. Raises `error`."""
    try:
        await db.flush()
    except IntegrityError:
        raise error from None


async def delete_record(db: Session, row: Any, *, caller: Principal, entity: str) -> None:
    """Delete the record and write an audit entry."""
    await db.delete(row)
    await db.flush()
    audit.record_audit(db, caller=caller, action="delete", entity=entity, entity_id=row.id)
