"""Base classes and column types of all tables."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import uuid_utils
import uuid_utils.compat
from sqlalchemy import DateTime
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

Base = SQLModel


def new_id() -> UUID:
    """Return a new UUIDv7 (RFC 9562): it sorts by time, which suits a primary key."""
    return uuid_utils.compat.uuid7()


def new_id_text() -> str:
    """Return a new UUIDv7 as text, seven times faster than `str(new_id())`."""
    return str(uuid_utils.uuid7())


class Entity(Base):
    """A table whose primary key is a UUIDv7."""

    id: UUID = Field(default_factory=new_id, primary_key=True)


class UtcDateTime(TypeDecorator[datetime]):
    """`timestamptz` that refuses naive times and always returns UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError("a time without a zone")
        return value

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value is not None else None
