"""Detection of growth at the end of a long run."""

import pytest

from tests.load.usage import compute_growth_per_minute, get_last_third, grows


class TestGrowth:
    def test_steady_growth_is_measured_as_its_slope(self) -> None:
        assert compute_growth_per_minute([98, 99, 100, 101, 102], 4) == pytest.approx(0.01)

    def test_single_high_value_at_the_end_is_not_growth(self) -> None:
        steady = [100.0] * 19
        assert compute_growth_per_minute([*steady, 105], 19) < 0.001
        assert (105 / 100 - 1) / 19 > 0.002

    @pytest.mark.parametrize("values", [[], [5.0], [0.0, 0.0]])
    def test_too_few_values_show_no_growth(self, values: list[float]) -> None:
        assert compute_growth_per_minute(values, len(values)) == 0

    def test_small_absolute_increase_is_not_growth(self) -> None:
        few_values = [100.0, 102.0, 104.0]
        assert not grows(few_values, 2, by_more_than=5)
        assert grows([1000 * value for value in few_values], 2, by_more_than=5)
        assert not grows([100_000.0, 100_500.0, 101_000.0], 2, by_more_than=5)


def test_the_end_of_a_run_is_its_last_third() -> None:
    assert get_last_third(list(range(9))) == [6, 7, 8]
    assert get_last_third([1, 2]) == [1, 2]
