"""The rules of failure and recovery of a component, its uptime, and the status of a day."""

from hypothesis import given
from hypothesis import strategies as st
from status.components.health_state import HealthState, choose_day_status, compute_next_state, compute_uptime

CHECKS = st.sampled_from(["operational", "degraded", "down"])


def compute_state_after(checks: list[str]) -> HealthState:
    state = HealthState()
    for check in checks:
        state = compute_next_state(state, check, failures_to_go_down=3, successes_to_recover=2)  # type: ignore[arg-type]
    return state


class TestNextHealthState:
    def test_two_failed_checks_change_no_status_and_three_do(self) -> None:
        assert compute_state_after(["operational", "down", "down"]).status == "operational"
        assert compute_state_after(["operational", "down", "down", "down"]).status == "down"

    def test_one_successful_check_is_not_a_recovery_but_two_are(self) -> None:
        failing_checks = ["operational", "down", "down", "down"]
        assert compute_state_after([*failing_checks, "operational"]).status == "down"
        assert compute_state_after([*failing_checks, "operational", "operational"]).status == "operational"

    def test_alternating_checks_change_no_status(self) -> None:
        assert compute_state_after(["operational"] + ["down", "operational"] * 20).status == "operational"

    @given(st.lists(CHECKS, min_size=1, max_size=40))
    def test_a_failed_status_needs_three_failures_in_a_row(self, checks: list[str]) -> None:
        status = compute_state_after(checks).status
        if status in {"down", "degraded"}:
            longest_failure = max((len(run) for run in group_runs(checks) if run[0]), default=0)
            assert longest_failure >= 3
        if status == "operational":
            assert "operational" in checks


def group_runs(checks: list[str]) -> list[list[bool]]:
    """Return the runs of consecutive successes and failures: True for each failed check."""
    runs: list[list[bool]] = []
    for check in checks:
        has_failed = check != "operational"
        if runs and runs[-1][0] == has_failed:
            runs[-1].append(has_failed)
        else:
            runs.append([has_failed])
    return runs


class TestUptime:
    def test_degraded_time_weighs_30_percent_and_maintenance_is_left_out(self) -> None:
        assert compute_uptime(seconds=100, down=0, degraded=10, maintenance=0) == 97.0
        assert compute_uptime(seconds=100, down=10, degraded=0, maintenance=50) == 80.0
        assert compute_uptime(seconds=10, down=0, degraded=0, maintenance=10) is None

    def test_uptime_is_never_rounded_up_to_100_percent(self) -> None:
        assert compute_uptime(seconds=100_000, down=1, degraded=0, maintenance=0) == 99.99

    @given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
    def test_uptime_is_between_0_and_100_percent(self, good: int, down: int, degraded: int, maintenance: int) -> None:
        percent = compute_uptime(
            seconds=good + down + degraded + maintenance, down=down, degraded=degraded, maintenance=maintenance
        )
        assert percent is None or 0 <= percent <= 100

    def test_a_day_shows_its_worst_status(self) -> None:
        assert choose_day_status(seconds=0, down=0, degraded=0, maintenance=0) == "unknown"
        assert choose_day_status(seconds=9, down=1, degraded=1, maintenance=0) == "down"
        assert choose_day_status(seconds=9, down=0, degraded=0, maintenance=9) == "maintenance"
