from datetime import datetime
from typing import Literal
from uuid import UUID

from chassis.paging import PageQuery
from pydantic import BaseModel

from content.fields import OptionalLine, Search, Version


class Variant(BaseModel):
    url: str
    width: int


class MediaRead(BaseModel):
    id: UUID
    url: str
    name: str
    alt: str | None
    width: int
    height: int
    size: int
    variants: list[Variant]
    version: int
    created_at: datetime
    updated_at: datetime


class MediaUploaded(MediaRead):
    """The picture at the top level of the answer, as the contract requires."""

    success: bool = True


class MediaUpdate(BaseModel):
    version: Version
    alt: OptionalLine = None


class MediaQuery(PageQuery):
    search: Search | None = None
    sort: Literal["-created_at", "created_at", "name"] = "-created_at"
