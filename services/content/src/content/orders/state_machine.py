"""The seven steps of an order and the transitions between them. Its functions are pure."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Literal

from contracts.content import Step

from content.orders.errors import OrderFinished

StepStatus = Literal["pending", "current", "done"]
# Delivery routes: by road through Minsk, or by sea through Klaipeda or Kaliningrad.
Route = Literal["minsk", "klaipeda", "kaliningrad"]
OrderStatus = Literal["active", "done", "cancelled"]


@dataclass(frozen=True)
class Stage:
    """A step as the services page describes it. `days` is its shortest and longest duration."""

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


@dataclass(frozen=True)
class OrderProgress:
    """The progress of an order: finished steps and the current one."""

    status: OrderStatus = "active"
    current: Step | None = "consultation"
    done_at: tuple[tuple[Step, datetime], ...] = ()

    def advance(self, at: datetime) -> "OrderProgress":
        """Finish the current step and begin the next one. Raises OrderFinished."""
        if self.status != "active" or self.current is None:
            raise OrderFinished
        done_at = (*self.done_at, (self.current, at))
        next_index = KEYS.index(self.current) + 1
        if next_index == len(KEYS):
            return OrderProgress("done", None, done_at)
        return OrderProgress("active", KEYS[next_index], done_at)

    def cancel(self) -> "OrderProgress":
        """Cancel the order at its current step. Raises OrderFinished."""
        if self.status != "active":
            raise OrderFinished
        return replace(self, status="cancelled")

    def get_status(self, step: Step) -> StepStatus:
        if step in dict(self.done_at):
            return "done"
        return "current" if step == self.current else "pending"


def plan_steps(start: date) -> dict[Step, tuple[date, date]]:
    """Plan the days of each step: the earliest start and the latest end."""
    earliest = start
    latest = start
    planned_steps: dict[Step, tuple[date, date]] = {}
    for stage in STAGES:
        shortest, longest = stage.days
        latest += timedelta(days=longest)
        planned_steps[stage.key] = (earliest, latest)
        earliest += timedelta(days=shortest)
    return planned_steps
