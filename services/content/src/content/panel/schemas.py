from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from chassis.fields import PRINTABLE_CHECK, limit_length
from contracts.envelopes import Answer
from pydantic import BaseModel

Kind = Literal["user", "order", "car", "post"]
SearchText = Annotated[str, limit_length(2, 100), PRINTABLE_CHECK]


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
    """The last 12 months, oldest first, including months without records."""

    items: list[MonthRead]


class ManagerWorkload(BaseModel):
    """The open work of an employee. `assignee_id` is null for the work that nobody handles.

    `name` is also null if the employee's account was erased.
    `late_orders` counts the open orders whose current step was planned to end before today (Moscow).
    `waiting_conversations`: the buyer waits for an answer. `late_contacts` and `late_requests`: nobody has answered
    within the promised time.
    """

    assignee_id: UUID | None
    name: str | None
    open_orders: int
    late_orders: int
    waiting_conversations: int
    late_contacts: int
    late_requests: int


class WorkloadRead(Answer):
    """First the work that nobody handles, then every employee, the one with most open orders first."""

    items: list[ManagerWorkload]
