"""An order passes its seven steps in order and never goes back, however it is advanced and cancelled."""

from datetime import UTC, date, datetime, timedelta

from content.orders.errors import OrderFinished
from content.orders.state_machine import KEYS, STAGES, OrderProgress, plan_steps
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


class OrderProgressMachine(RuleBasedStateMachine):
    """A simple model (a counter) compared with the state machine."""

    def __init__(self) -> None:
        super().__init__()
        self.progress = OrderProgress()
        self.done = 0
        self.is_cancelled = False
        self.now = BEGAN

    @rule(hours=st.integers(0, 1000))
    def advance(self, hours: int) -> None:
        self.now += timedelta(hours=hours)
        try:
            self.progress = self.progress.advance(self.now)
        except OrderFinished:
            assert self.is_cancelled or self.done == len(KEYS)
        else:
            assert not self.is_cancelled
            self.done += 1

    @rule()
    def cancel(self) -> None:
        try:
            self.progress = self.progress.cancel()
        except OrderFinished:
            assert self.is_cancelled or self.done == len(KEYS)
        else:
            self.is_cancelled = True

    @invariant()
    def steps_are_done_then_current_then_pending(self) -> None:
        expected = ["done"] * self.done + ["current"] * (self.done < len(KEYS))
        expected += ["pending"] * (len(KEYS) - len(expected))
        assert [self.progress.get_status(key) for key in KEYS] == expected

    @invariant()
    def dates_follow_each_other(self) -> None:
        moments = [at for _, at in self.progress.done_at]
        assert moments == sorted(moments)

    @invariant()
    def status_says_what_happened(self) -> None:
        if self.is_cancelled:
            assert self.progress.status == "cancelled"
        else:
            assert self.progress.status == ("done" if self.done == len(KEYS) else "active")


TestOrderProgressMachine = OrderProgressMachine.TestCase


class TestPlan:
    def test_planned_days_of_the_steps_follow_each_other(self) -> None:
        planned_steps = list(plan_steps(date(2026, 3, 2)).values())
        assert len(planned_steps) == len(STAGES)
        assert all(begin <= end for begin, end in planned_steps)
        assert [begin for begin, _ in planned_steps] == sorted(begin for begin, _ in planned_steps)
        assert planned_steps[-1][1] == date(2026, 3, 2) + timedelta(days=58)
