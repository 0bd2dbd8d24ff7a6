"""The audit log of administrators' actions, written in the transaction of each action.

Each service has its own table, `class AuditEntry(AuditColumns, table=True)`, whose trigger refuses every change but the
erasure of an actor. Entries outlive the rows they describe.
"""

from collections.abc import Collection, Sequence
from contextvars import ContextVar
from datetime import datetime
from typing import Annotated, Any, NamedTuple, Self, TypeVar
from uuid import UUID

from fastapi import Depends
from fastapi.encoders import jsonable_encoder
from pydantic import model_validator
from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, col

from chassis.database.session import Clock, Session
from chassis.database.tables import Base, UtcDateTime, new_id
from chassis.features.lists import PageQuery, fetch_page, match_equal
from chassis.features.personal_data import PersonalData
from chassis.web.auth import Caller, Principal, requires
from chassis.web.http import ClientAddress

# The triggers of the audit tables allow only this name.
ERASED_NAME = "Удалённый пользователь"
# Longer texts are shortened. The full texts are in the changed rows. The longest reason for blocking an account fits.
MAX_TEXT_LENGTH = 500
WITHHELD_TEXT = "…"
# `changes` also keeps the title of the record, because the record may be deleted. No field has this name.
TITLE_KEY = "@title"

_client_address: ContextVar[str | None] = ContextVar("client_address", default=None)


class AuditColumns(Base):
    """Columns of an audit entry. Only an erasure may remove the name and the address."""

    id: UUID = Field(primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    actor_id: UUID = Field(index=True)
    actor_name: str
    # Address of the request. NULL for actions without a request.
    address: str | None
    action: str
    entity: str
    entity_id: UUID | None
    changes: dict[str, Any] = Field(sa_type=JSONB)


class AuditRead(AuditColumns):
    """An audit entry. `title` is the title of its record at that time, or None if the entry has none."""

    title: str | None = None

    @model_validator(mode="after")
    def move_title_out_of_changes(self) -> Self:
        changes = dict(self.changes)
        if TITLE_KEY in changes:
            self.title = changes.pop(TITLE_KEY)
            self.changes = changes
        return self


class Actor(NamedTuple):
    """The actor of an entry for a change without an administrator's request, for example the erasure of an account."""

    id: UUID
    name: str


E = TypeVar("E", bound=AuditColumns)


async def audit_caller(caller: Caller, address: ClientAddress) -> Principal:
    """Return the caller, and note the address of the request for its audit entries."""
    _client_address.set(address)
    return caller


def requires_administrator(permission: str) -> Any:
    """Return a dependency of an administrators' route: a caller with this permission, whose actions are audited."""

    async def audit_permitted_caller(
        caller: Annotated[Principal, requires(permission)], address: ClientAddress
    ) -> Principal:
        return await audit_caller(caller, address)

    return Depends(audit_permitted_caller)


def add_entry(
    db: Session[Clock],
    table: type[E],
    *,
    caller: Principal | Actor,
    action: str,
    entity: str,
    entity_id: UUID | None,
    changes: dict[str, Any],
    withheld_fields: Collection[str] = (),
    title: str | None = None,
) -> None:
    """Add one entry in the caller's transaction. The entry of an `Actor` has no address.

    Texts are shortened. Texts in `withheld_fields` are personal and become an ellipsis. `title` names the record;
    it must not be personal, because an erasure keeps it.
    """
    shown_changes = {
        name: WITHHELD_TEXT if value and name in withheld_fields else _shorten(value)
        for name, value in jsonable_encoder(changes).items()
    }
    if title:
        shown_changes[TITLE_KEY] = _shorten(title)
    db.add(
        table(
            id=new_id(),
            at=db.now(),
            actor_id=caller.id,
            actor_name=caller.name,
            address=_client_address.get() if isinstance(caller, Principal) else None,
            action=action,
            entity=entity,
            entity_id=entity_id,
            changes=shown_changes,
        )
    )


def _shorten(value: Any) -> Any:
    if isinstance(value, str) and len(value) > MAX_TEXT_LENGTH:
        return value[:MAX_TEXT_LENGTH] + "…"
    return value


async def list_entries(db: Session[Clock], table: type[E], query: PageQuery) -> tuple[Sequence[E], int]:
    """Return one page of the entries that match the request, newest first, and the number of all matching entries."""
    filters = match_equal(table, query, "entity", "entity_id", "actor_id")
    return await fetch_page(db, select(table).where(*filters).order_by(col(table.id).desc()), query)


def declare_personal_data(table: type[AuditColumns]) -> PersonalData:
    """Declare the column of the actor. The erasure of an actor keeps the id, and removes the name and the address."""

    async def erase(db: Session[Clock], user_id: UUID, at: datetime) -> None:
        entries = update(table).where(col(table.actor_id) == user_id)
        await db.execute(entries.values(actor_name=ERASED_NAME, address=None))

    return PersonalData(kept=(table.actor_id,), erase=erase)
