"""Response envelopes of the administration API (api.md section 9)."""

from typing import Generic, TypeVar

from pydantic import BaseModel

T = TypeVar("T")


class Items(BaseModel, Generic[T]):
    """One page of a list; `total` counts all rows."""

    success: bool = True
    items: list[T]
    total: int


class Item(BaseModel, Generic[T]):
    """One record."""

    success: bool = True
    item: T


class Done(BaseModel):
    """The action succeeded; there is no data to return."""

    success: bool = True
