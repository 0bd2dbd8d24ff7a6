"""Base classes of records that administrators edit: the table, the PATCH body and the response."""

from datetime import datetime
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from chassis.database.tables import Entity, UtcDateTime
from chassis.fields import UNSET
from pydantic import BaseModel
from sqlalchemy import ColumnElement
from sqlmodel import Field

from content.fields import Version
from content.runtime import Session

R = TypeVar("R", bound="Record")


class Record(Entity):
    """A row with a version. Each change by an administrator is in the audit log."""

    # The name in the audit log.
    entity: ClassVar[str]
    # Fields with texts or addresses of users, which the audit log does not show.
    withheld: ClassVar[set[str]] = set()
    # The name of the cache of public responses that show the record.
    cached_in: ClassVar[str | None] = None
    # The text that administrators search, if any.
    searched: ClassVar[ColumnElement[str]]

    version: int = 1
    created_at: datetime = Field(sa_type=UtcDateTime)
    updated_at: datetime = Field(sa_type=UtcDateTime)

    def get_audit_title(self) -> str | None:
        """Return the title of the record for the audit log, without personal data. Returns None if it has no title."""
        return None


def build_record(db: Session, table: type[R], /, **fields: Any) -> R:
    """Build a record that is created now, unless its fields contain another time. The caller adds it to the session."""
    now = db.now()
    values = {"created_at": now, "updated_at": now, **fields}
    return table(**values)


class RecordRead(BaseModel):
    """A record in a response."""

    id: UUID
    version: int
    created_at: datetime
    updated_at: datetime


class Changes(BaseModel):
    """The body of a PATCH: `class CarUpdate(CarCreate, Changes)` has the fields of the new record, all optional.

    A field that is left out keeps its value. Only nullable fields accept null. `version` is the version that the
    editor saw.
    """

    version: Version

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        for name, field in cls.model_fields.items():
            if name != "version":
                field.default = UNSET
                field.default_factory = None
        cls.model_rebuild(force=True)
