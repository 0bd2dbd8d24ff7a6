"""Response envelopes of lists, records and actions, the same in each service."""

from collections.abc import Iterable
from typing import Any, Generic, Literal, Self, TypeVar

from pydantic import BaseModel

T = TypeVar("T")

# The `responses=` of a route that a link of an email opens. A browser is redirected after an error too.
REDIRECT_RESPONSES: dict[int | str, dict[str, Any]] = {303: {"description": "a browser is sent on to a page"}}


class Answer(BaseModel):
    """Base of all successful answers. Each answer is a subclass with its data."""

    success: Literal[True] = True


class Items(Answer, Generic[T]):
    """One page of a list; `total` counts all rows, and is an estimate in lists of more than ten thousand."""

    items: list[T]
    total: int

    @classmethod
    def of(cls, rows: Iterable[object], total: int) -> Self:
        """Return the page with these records: models of the item type, or rows with its fields."""
        return cls.model_validate({"items": list(rows), "total": total}, from_attributes=True)


class Item(Answer, Generic[T]):
    """One record."""

    item: T

    @classmethod
    def of(cls, row: object) -> Self:
        """Return the answer with this record: a model of the item type, or a row with its fields."""
        return cls.model_validate({"item": row}, from_attributes=True)


class Done(Answer):
    """The action succeeded; there is no data to return."""
