from typing import Literal

from chassis.features.lists import PageQuery
from chassis.fields import Search
from pydantic import BaseModel

from content.fields import OptionalLine
from content.records import Changes, RecordRead


class Variant(BaseModel):
    url: str
    width: int


class MediaRead(RecordRead):
    url: str
    name: str
    alt: str | None
    width: int
    height: int
    size: int
    variants: list[Variant]


class MediaUploaded(MediaRead):
    """The picture at the top level of the answer, as the contract requires."""

    success: bool = True


class MediaUpdate(Changes):
    alt: OptionalLine


class MediaQuery(PageQuery):
    search: Search | None = None
    sort: Literal["-created_at", "created_at", "name"] = "-created_at"
