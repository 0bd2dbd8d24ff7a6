"""Paging of lists by the same two bounded parameters everywhere, and sorting by a field."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Query
from pydantic import BaseModel, Field
from sqlalchemy import UnaryExpression


class PageQuery(BaseModel):
    """`limit` rows after skipping `offset`."""

    limit: int = Field(20, ge=1, le=100)
    offset: int = Field(0, ge=0, le=1_000_000)


Page = Annotated[PageQuery, Query()]


def ordering(fields: type | Mapping[str, Any], sort: str) -> UnaryExpression[Any]:
    """`title` sorts ascending, `-title` descending; `fields` is the table, or columns by their public names."""
    name = sort.removeprefix("-")
    field = fields[name] if isinstance(fields, Mapping) else getattr(fields, name)
    ordered: UnaryExpression[Any] = field.asc() if name == sort else field.desc()
    return ordered
