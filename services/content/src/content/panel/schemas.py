from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from chassis.fields import PRINTABLE, sized
from contracts.envelopes import Answer
from pydantic import BaseModel

Kind = Literal["user", "order", "car", "post"]
SearchText = Annotated[str, sized(2, 100), PRINTABLE]


class SearchQuery(BaseModel):
    q: SearchText


class FoundRecord(BaseModel):
    """A record that administrators can open. `note` distinguishes records that have the same title."""

    kind: Kind
    id: UUID
    title: str
    note: str


class FoundRecords(Answer):
    """At most five records of each kind, the newest first."""

    items: list[FoundRecord]


class MonthRead(BaseModel):
    """Numbers of a month in Moscow. `month` is its first day."""

    month: date
    contacts: int
    requests: int
    bookings: int
    orders: int


class MonthsRead(Answer):
    """The last 12 months, the oldest first, with those in which nothing began."""

    items: list[MonthRead]
