"""An order passes its seven steps in order and never goes back, however it is advanced and cancelled."""

from datetime import UTC, date, datetime, timedelta

from content.orders.errors import OrderFinished
from content.orders.state_machine import KEYS, STAGES, OrderProgress, plan_steps
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

START = datetime(2026, 1, 1, tzinfo=UTC)


class OrderProgressMachine(RuleBasedStateMachine):
    """A simple model (a counter) compared with the state machine."""

    def __init__(self) -> None:
        super().__init__()
        self.progress = OrderProgress()
        self.done_count = 0
        self.is_cancelled = False
        self.now = START

    @rule(hours=st.integers(0, 1000))
    def advance(self, hours: int) -> None:
        self.now += timedelta(hours=hours)
        try:
            self.progress = self.progress.advance(self.now)
        except OrderFinished:
            assert self.is_cancelled or self.done_count == len(KEYS)
        else:
            assert not self.is_cancelled
            self.done_count += 1

    @rule()
    def cancel(self) -> None:
        try:
            self.progress = self.progress.cancel()
        except OrderFinished:
            assert self.is_cancelled or self.done_count == len(KEYS)
        else:
            self.is_cancelled = True

    @invariant()
    def steps_are_done_then_current_then_pending(self) -> None:
        expected = ["done"] * self.done_count
        if self.done_count < len(KEYS):
            expected.append("current")
        expected += ["pending"] * (len(KEYS) - len(expected))
        assert [self.progress.get_status(key) for key in KEYS] == expected

    @invariant()
    def dates_follow_each_other(self) -> None:
        times = [at for _, at in self.progress.done_at]
        assert times == sorted(times)

    @invariant()
    def status_follows_from_the_steps(self) -> None:
        if self.is_cancelled:
            assert self.progress.status == "cancelled"
        else:
            assert self.progress.status == ("done" if self.done_count == len(KEYS) else "active")


TestOrderProgressMachine = OrderProgressMachine.TestCase


class TestPlan:
    def test_planned_days_of_the_steps_follow_each_other(self) -> None:
        planned_steps = list(plan_steps(date(2026, 3, 2)).values())
        assert len(planned_steps) == len(STAGES)
        assert all(starts_on <= ends_on for starts_on, ends_on in planned_steps)
        starts = [starts_on for starts_on, _ in planned_steps]
        assert starts == sorted(starts)
        assert planned_steps[-1][1] == date(2026, 3, 2) + timedelta(days=58)
