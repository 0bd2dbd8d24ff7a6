"""When a check is believed."""

from hypothesis import given
from hypothesis import strategies as st
from status.board.believing import Belief, believe, day_status, uptime

FOUND = st.sampled_from(["operational", "degraded", "down"])


def after(found: list[str]) -> Belief:
    belief = Belief()
    for one in found:
        belief = believe(belief, one, to_go_down=3, to_come_back=2)  # type: ignore[arg-type]
    return belief


class TestBelieve:
    def test_two_failures_prove_nothing_and_three_do(self) -> None:
        assert after(["operational", "down", "down"]).status == "operational"
        assert after(["operational", "down", "down", "down"]).status == "down"

    def test_one_success_does_not_bring_back_and_two_do(self) -> None:
        fallen = ["operational", "down", "down", "down"]
        assert after([*fallen, "operational"]).status == "down"
        assert after([*fallen, "operational", "operational"]).status == "operational"

    def test_flapping_changes_nothing(self) -> None:
        assert after(["operational"] + ["down", "operational"] * 20).status == "operational"

    @given(st.lists(FOUND, min_size=1, max_size=40))
    def test_believed_status_was_found_often_enough(self, found: list[str]) -> None:
        status = after(found).status
        if status in {"down", "degraded"}:
            worst = max((len(run) for run in runs(found) if run[0]), default=0)
            assert worst >= 3
        if status == "operational":
            assert "operational" in found


def runs(found: list[str]) -> list[list[bool]]:
    groups: list[list[bool]] = []
    for one in found:
        bad = one != "operational"
        if groups and groups[-1][0] == bad:
            groups[-1].append(bad)
        else:
            groups.append([bad])
    return groups


class TestUptime:
    def test_partial_weighs_a_third_and_maintenance_nothing(self) -> None:
        assert uptime(seconds=100, down=0, degraded=10, maintenance=0) == 97.0
        assert uptime(seconds=100, down=10, degraded=0, maintenance=50) == 80.0
        assert uptime(seconds=10, down=0, degraded=0, maintenance=10) is None

    def test_never_rounds_up_to_a_hundred(self) -> None:
        assert uptime(seconds=100_000, down=1, degraded=0, maintenance=0) == 99.99

    @given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
    def test_stays_within_bounds(self, good: int, down: int, degraded: int, maintenance: int) -> None:
        found = uptime(
            seconds=good + down + degraded + maintenance, down=down, degraded=degraded, maintenance=maintenance
        )
        assert found is None or 0 <= found <= 100

    def test_a_day_shows_its_worst(self) -> None:
        assert day_status(seconds=0, down=0, degraded=0, maintenance=0) == "unknown"
        assert day_status(seconds=9, down=1, degraded=1, maintenance=0) == "down"
        assert day_status(seconds=9, down=0, degraded=0, maintenance=9) == "maintenance"
