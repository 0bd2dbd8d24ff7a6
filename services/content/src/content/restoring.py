"""Undo of a bulk change: several records get their former values back, all or none.

The undo is one request with the version that each record has after the change. If somebody has changed a record since,
nothing is restored.
"""

from collections.abc import Sequence
from typing import Annotated, Generic, TypeVar
from uuid import UUID

from chassis.web.errors import Conflict
from contracts.envelopes import Answer
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from sqlalchemy import select
from sqlmodel import col

from content.fields import Version
from content.records import Record
from content.runtime import Session

MAX_RECORDS = 100


class RecordsChanged(Conflict):
    """Some records have another version, or are gone. The member `changed` of the error response has their ids."""

    code = "changed_meanwhile"
    message = "Эти записи уже изменил кто-то другой, поэтому ничего не отменено"


class FormerValues(BaseModel):
    """The former values of one record. `version` is the version after the change. Subclasses add the fields."""

    model_config = ConfigDict(extra="forbid")
    id: UUID
    version: Version


F = TypeVar("F", bound=FormerValues)


def check_unique(items: list[F]) -> list[F]:
    if len({item.id for item in items}) < len(items):
        raise ValueError("Каждая запись может быть здесь один раз")
    return items


class Restoration(BaseModel, Generic[F]):
    """The former values of several records."""

    items: Annotated[list[F], Field(min_length=1, max_length=MAX_RECORDS), AfterValidator(check_unique)]


class RestoredAnswer(Answer):
    """`restored` is the number of records that have their former values again."""

    restored: int


async def lock_unchanged_records(db: Session, kind: type[Record], items: Sequence[FormerValues]) -> None:
    """Lock the records, always in the order of their ids, and check their versions. Raises RecordsChanged."""
    ids = [item.id for item in items]
    chosen_rows = select(kind).where(col(kind.id).in_(ids)).order_by(col(kind.id)).with_for_update()
    rows = await db.scalars(chosen_rows, execution_options={"populate_existing": True})
    versions = {row.id: row.version for row in rows}
    changed_ids = [str(item.id) for item in items if versions.get(item.id) != item.version]
    if changed_ids:
        raise RecordsChanged(changed=changed_ids)
