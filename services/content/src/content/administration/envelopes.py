"""The shapes of all administration answers (api.md section 9)."""

from typing import Generic, TypeVar

from pydantic import BaseModel

T = TypeVar("T")


class Items(BaseModel, Generic[T]):
    """A page of a list, and how many there are in all."""

    success: bool = True
    items: list[T]
    total: int


class Item(BaseModel, Generic[T]):
    """One record."""

    success: bool = True
    item: T


class Done(BaseModel):
    """It is done, and there is nothing more to say."""

    success: bool = True
