from datetime import date, datetime
from typing import Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import Search
from contracts.content import Step
from contracts.envelopes import Answer
from pydantic import BaseModel

from content.fields import Assignee

# The steps of an order, and the orders that have passed them all.
BoardColumn = Step | Literal["done"]


class BoardQuery(PageQuery):
    """`late`: true selects orders whose current step should have ended before today, false selects the others."""

    assignee_id: Assignee | None = None
    late: bool | None = None
    search: Search | None = None


class CardRead(BaseModel):
    """An order on the board.

    `next_step` is the only column that the order may be moved to. It is null for an order that is done.
    `days_late` counts the days from the planned end of the step to today; 0 for a step that is not late.
    """

    id: UUID
    number: str
    title: str
    version: int
    user_id: UUID | None
    user_name: str | None
    assignee_id: UUID | None
    assignee_name: str | None
    next_step: BoardColumn | None
    step_since: datetime
    days_in_step: int
    planned_to: date
    days_late: int
    unread: int


class BoardColumnRead(Answer):
    """One page of a column, the earliest planned end first. `total` and `late` count all orders that the filters
    select, so `late` is 0 for `late=false`."""

    items: list[CardRead]
    total: int
    late: int
