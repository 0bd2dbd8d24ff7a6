"""Counting what the test runners report."""

import os
import sys
from collections import deque
from pathlib import Path

import pytest

from deploy.local import paths
from tests.runner.checks import ONLY_FAILED
from tests.runner.steps import Result, Step, behind, count_tests, perform, perform_lanes, report, taken_from


class TestCounted:
    @pytest.mark.parametrize(
        ("output", "passed", "failed"),
        [
            ("12 passed in 3.20s", 12, 0),
            ("2 failed, 10 passed, 1 error in 3.20s", 10, 3),
            (" Test Files  5 passed (5)\n      Tests  1 failed | 20 passed (21)", 20, 1),
            ("\x1b[32m Test Files  5 passed (5)\n      Tests  20 passed (20)\x1b[39m", 20, 0),
            ("  1 failed\n    journey.spec.ts:3:1\n  7 passed (12.0s)", 7, 1),
            ("1 error in 0.31s", 0, 1),
            ("Found 28 errors.", 0, 0),
            ("All checks passed!", 0, 0),
        ],
    )
    def test_closing_lines(self, output: str, passed: int, failed: int) -> None:
        assert count_tests(output) == (passed, failed)


def suite_of(folder: Path, body: str, *, times: int = 1, first_line: str = "") -> Step:
    """Two tests that pass and others with this body, run as `make test` runs them."""
    steady = "def test_one(): pass\ndef test_two(): pass\n"
    others = "".join(f"def test_other_{number}():\n    {body}\n" for number in range(times))
    head = f"{first_line}\nimport pathlib\nFIRST = pathlib.Path(__file__).with_suffix('.first')\n"
    (folder / "test_suite.py").write_text(head + steady + others)
    command = (
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "cacheprovider",
        "-o",
        f"cache_dir={folder / 'cache'}",
        str(folder),
    )
    return Step("suite", command, only_failed=ONLY_FAILED)


class TestPerform:
    @pytest.fixture(autouse=True)
    def _own_logs(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(paths, "LOGS", tmp_path)

    def test_a_program_without_tests_counts_as_one(self) -> None:
        assert perform(Step("lint", (sys.executable, "-c", "pass"))) == Result("lint", 1, 0)

    def test_a_failing_program_is_never_a_success(self, capsys: pytest.CaptureFixture[str]) -> None:
        done = perform(Step("types", (sys.executable, "-c", "print('9 passed'); raise SystemExit(3)")))
        assert done == Result("types", 9, 1)
        assert "FAIL types" in capsys.readouterr().out

    def test_a_test_that_passes_the_second_time_is_reported_as_unsteady(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        step = suite_of(tmp_path, "assert FIRST.exists() or FIRST.touch()")
        assert perform(step) == Result("suite", 3, 0, 1)
        shown = capsys.readouterr().out
        assert "AssertionError" in shown
        assert "3 passed, 0 failed, 1 of them unsteady" in shown

    def test_a_test_that_fails_twice_fails(self, tmp_path: Path) -> None:
        assert perform(suite_of(tmp_path, "assert False")) == Result("suite", 2, 1)

    def test_many_failures_do_not_run_again(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert perform(suite_of(tmp_path, "assert False", times=4)) == Result("suite", 2, 4)
        assert "once more" not in capsys.readouterr().out

    def test_a_suite_that_breaks_before_its_tests_is_no_success(self, tmp_path: Path) -> None:
        assert perform(suite_of(tmp_path, "pass", first_line="import nothing_of_that_name")).failed == 1

    def test_lanes_stand_beside_each_other_and_each_keeps_its_order(self, tmp_path: Path) -> None:
        wait = (
            "import pathlib, time\nwhile not pathlib.Path('here').exists(): time.sleep(0.01)\nopen('then', 'w').close()"
        )
        slow = [
            Step("first", (sys.executable, "-c", wait), folder=tmp_path),
            Step("after it", (sys.executable, "-c", "open('then').close()"), folder=tmp_path),
        ]
        quick = [Step("beside", (sys.executable, "-c", "open('here', 'w').close()"), folder=tmp_path)]
        assert [result.title for result in perform_lanes(slow, quick)] == ["first", "after it", "beside"]

    def test_lanes_that_take_from_the_same_steps_share_them(self, tmp_path: Path) -> None:
        waiting = deque(Step(f"{number}", (sys.executable, "-c", ""), folder=tmp_path) for number in range(5))
        done = perform_lanes(taken_from(waiting), taken_from(waiting))
        assert sorted(result.title for result in done) == ["0", "1", "2", "3", "4"]

    def test_a_step_behind_others_has_a_lower_priority(self, tmp_path: Path) -> None:
        before = os.nice(0)
        code = f"import os; raise SystemExit(os.nice(0) != {min(before + 5, 19)})"
        (done,) = perform_lanes(behind([Step("behind", (sys.executable, "-c", code), folder=tmp_path)]))
        assert done == Result("behind", 1, 0)


class TestReport:
    def test_the_last_line_and_the_exit_code(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert report([Result("a", 3, 0), Result("b", 2, 1)]) == 1
        assert capsys.readouterr().out.splitlines()[-1] == "5 passed, 1 failed"
        assert report([Result("a", 3, 0)]) == 0
