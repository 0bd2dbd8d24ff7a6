"""The seven steps of an order and how it walks them. Pure: values in, values out."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Literal

from contracts.content import Step

StepStatus = Literal["pending", "current", "done"]
# The ways a car comes by: through Minsk by road, through the harbour of Klaipeda or of Kaliningrad.
Route = Literal["minsk", "klaipeda", "kaliningrad"]
OrderStatus = Literal["active", "done", "cancelled"]


@dataclass(frozen=True)
class Stage:
    """A step as the services page describes it; `days` is the shortest and the longest time it takes."""

    key: Step
    title: str
    days: tuple[int, int]


STAGES = (
    Stage("consultation", "Консультация", (0, 0)),
    Stage("search", "Поиск", (1, 3)),
    Stage("check", "Проверка", (1, 2)),
    Stage("purchase", "Покупка", (1, 3)),
    Stage("logistics", "Логистика", (14, 42)),
    Stage("customs", "Таможня", (3, 7)),
    Stage("handover", "Передача", (1, 1)),
)
TITLES: dict[str, str] = {stage.key: stage.title for stage in STAGES}
KEYS: tuple[Step, ...] = tuple(stage.key for stage in STAGES)


class Finished(Exception):
    """The order has no next step: it is handed over or cancelled."""


@dataclass(frozen=True)
class Walk:
    """Where an order stands: what is done, what is current."""

    status: OrderStatus = "active"
    current: Step | None = "consultation"
    done_at: tuple[tuple[Step, datetime], ...] = ()

    def advanced(self, at: datetime) -> "Walk":
        """The current step is done, the next one begins. Raises Finished."""
        if self.status != "active" or self.current is None:
            raise Finished
        done_at = (*self.done_at, (self.current, at))
        following = KEYS.index(self.current) + 1
        if following == len(KEYS):
            return Walk("done", None, done_at)
        return Walk("active", KEYS[following], done_at)

    def cancelled(self) -> "Walk":
        """The order is given up where it stands. Raises Finished."""
        if self.status != "active":
            raise Finished
        return replace(self, status="cancelled")

    def status_of(self, step: Step) -> StepStatus:
        """What a buyer sees at this step."""
        if step in dict(self.done_at):
            return "done"
        return "current" if step == self.current else "pending"


def plan(start: date) -> dict[Step, tuple[date, date]]:
    """When each step is expected: from the earliest beginning to the latest end."""
    earliest = latest = start
    planned: dict[Step, tuple[date, date]] = {}
    for stage in STAGES:
        shortest, longest = stage.days
        latest += timedelta(days=longest)
        planned[stage.key] = (earliest, latest)
        earliest += timedelta(days=shortest)
    return planned
