"""Changes of records by administrators, with optimistic locking.

`version` shows whether the editor saw the newest row.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import Any, TypeVar
from uuid import UUID

from chassis.features.audit import add_entry
from chassis.web.auth import Principal
from chassis.web.caches import CachedBytes
from chassis.web.errors import Conflict, NotFound, check_version, raises, require_found
from pydantic import BaseModel
from sqlalchemy.exc import IntegrityError

from content.audit.tables import AuditEntry
from content.records import Changes, Record
from content.runtime import Session

R = TypeVar("R", bound=Record)


@raises(NotFound)
async def get_record(db: Session, kind: type[R], id: UUID) -> R:
    """Get a record by id."""
    return require_found(await db.get(kind, id))


async def lock_record(db: Session, kind: type[R], id: UUID) -> R:
    """Get a record and lock its row until the end of the transaction. Raises NotFound."""
    return require_found(await db.get(kind, id, with_for_update=True, populate_existing=True))


async def lock_to_change(db: Session, kind: type[R], id: UUID, body: Changes) -> tuple[R, dict[str, Any]]:
    """Lock a record for an editor who saw its newest version. Also returns the sent fields.

    Raises NotFound, StaleVersion.
    """
    row = await lock_record(db, kind, id)
    check_version(body.version, row.version)
    return row, get_sent_fields(body)


def get_sent_fields(body: BaseModel) -> dict[str, Any]:
    """Return the fields that the request contains, without `version`."""
    return body.model_dump(exclude_unset=True, exclude={"version"})


def mark_changed(db: Session, row: Record) -> None:
    """Increase the version of a record, and set the time of its last change."""
    row.version = row.version + 1
    row.updated_at = db.now()
    db.add(row)


def apply_changes(
    db: Session,
    row: Record,
    changes: dict[str, Any],
    *,
    caller: Principal,
    dependent_changes: Mapping[str, Any] = MappingProxyType({}),
    parent_number: str | None = None,
) -> dict[str, Any]:
    """Set the fields, increase the version and write an audit entry. Returns the fields that changed.

    The entry also has `dependent_changes`: the changes of rows that belong to this one.
    """
    changed_fields = {name: value for name, value in changes.items() if getattr(row, name) != value}
    for name, value in changed_fields.items():
        setattr(row, name, value)
    mark_changed(db, row)
    all_changes = {**changed_fields, **dependent_changes}
    record_action(db, row, "update", caller=caller, changes=all_changes, parent_number=parent_number)
    return changed_fields


def add_record(
    db: Session, row: Record, *, caller: Principal, changes: dict[str, Any], parent_number: str | None = None
) -> None:
    """Add a new record and its audit entry."""
    db.add(row)
    record_action(db, row, "create", caller=caller, changes=changes, parent_number=parent_number)


async def delete_record(db: Session, row: Record, *, caller: Principal, parent_number: str | None = None) -> None:
    """Delete the record and write an audit entry."""
    await db.delete(row)
    await db.flush()
    record_action(db, row, "delete", caller=caller, parent_number=parent_number)


@raises(NotFound)
async def delete_by_id(db: Session, kind: type[Record], id: UUID, *, caller: Principal) -> None:
    """Delete a record on which nothing depends."""
    await delete_record(db, await lock_record(db, kind, id), caller=caller)


def record_action(
    db: Session,
    row: Record,
    action: str,
    *,
    caller: Principal,
    changes: dict[str, Any] | None = None,
    parent_number: str | None = None,
) -> None:
    """Write the audit entry of an action, and drop the cached responses that show the record.

    `parent_number` is the number of the order or reservation to which the record belongs. The title of the entry begins
    with this number.
    """
    title = row.get_audit_title()
    if row.cached_in:
        CachedBytes.by_name[row.cached_in].drop_after_commit(db)
    add_entry(
        db,
        AuditEntry,
        caller=caller,
        action=action,
        entity=row.entity,
        entity_id=row.id,
        changes=changes or {},
        withheld_fields=row.withheld,
        title=f"{parent_number}: {title}" if parent_number else title,
    )


async def flush_or_raise(db: Session, error: type[Conflict]) -> None:
    """Flush, so that a unique value that is already taken is answered with 409 instead of 500. Raises `error`."""
    try:
        await db.flush()
    except IntegrityError:
        raise error from None


@asynccontextmanager
async def translate_refusal(db: Session, constraint: str, error: type[Conflict]) -> AsyncIterator[None]:
    """Run statements in a savepoint. Raises `error` if the constraint or unique index with this name refuses them."""
    try:
        async with db.begin_nested():
            yield
    except IntegrityError as failure:
        if constraint in str(failure.orig):
            raise error from None
        raise
