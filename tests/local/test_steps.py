"""Steps of a test run: counting and reporting tests."""

import os
import shlex
import sys
from collections import deque
from pathlib import Path

import pytest

from deploy.local import paths
from deploy.local.programs import get_caller_environment
from tests.runner.steps import (
    Result,
    Step,
    count_tests,
    format_failures,
    list_failed_tests,
    lower_priority,
    perform,
    perform_lanes,
    report,
    take_steps,
)


class TestCountTests:
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
    def test_tests_are_counted_in_closing_lines(self, output: str, passed: int, failed: int) -> None:
        assert count_tests(output) == (passed, failed)


def write_suite(folder: Path, *bodies: str, first_line: str = "") -> Step:
    """Write two tests that pass and one with each of these bodies. Returns the step that runs them."""
    passing = "def test_one(): pass\ndef test_two(): pass\n"
    others = "".join(f"def test_other_{number}():\n    {body}\n" for number, body in enumerate(bodies))
    (folder / "test_suite.py").write_text(f"{first_line}\n{passing}{others}")
    # The suite needs none of the installed plugins, which take longer to load than its tests to run.
    environment = get_caller_environment() | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return Step("suite", (sys.executable, "-m", "pytest", "."), folder=folder, environment=environment)


class TestFailedTests:
    @pytest.mark.parametrize(
        ("output", "tests"),
        [
            (
                "FAILED services/auth/tests/test_a.py::TestA::test_b[x - y] - assert 1 == 2\n"
                "FAILED services/auth/tests/test_a.py::TestA::test_b[z] - assert 1 == 2\n"
                "ERROR tests/local/test_c.py - ImportError: no\n2 failed, 1 error in 3.20s",
                {"services/auth/tests/test_a.py::TestA::test_b": [], "tests/local/test_c.py": []},
            ),
            (
                " \x1b[31mFAIL\x1b[39m  src/lib/phone.test.ts > masks > one\n"
                " FAIL  src/lib/phone.test.ts > masks > two\n FAIL  src/lib/money.test.ts [ src/lib/money.test.ts ]\n",
                {"web/src/lib/phone.test.ts": ["masks > one", "masks > two"], "web/src/lib/money.test.ts": []},
            ),
            (
                "  1) [serial] › e2e/auth.spec.ts:9:3 › is shown as it fails\n  1 failed\n"
                "    [stopped parts] › status.spec.ts:54:3 › an outage ────\n  7 passed (12.0s)",
                {"web/e2e/status.spec.ts:54": ["an outage"]},
            ),
            ("12 passed in 3.20s", {}),
        ],
    )
    def test_failed_tests_are_named_for_make_test(self, output: str, tests: dict[str, list[str]]) -> None:
        assert list_failed_tests(output) == tests

    def test_closing_lines_have_the_titles_of_a_file(self) -> None:
        output = " FAIL  src/lib/phone.test.ts > masks > one\n FAIL  src/lib/phone.test.ts > masks > two\n"
        name = "web/src/lib/phone.test.ts"
        lines = (f"tests: web: {name}", "    masks > one", "    masks > two", f"    make test P={name}")
        assert format_failures(Step("tests: web", ("vitest",)), output) == ("\n".join(lines),)


class TestPerform:
    @pytest.fixture(autouse=True)
    def _own_logs(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(paths, "LOGS", tmp_path)

    def test_program_without_tests_counts_as_one_test(self) -> None:
        assert perform(Step("lint", (sys.executable, "-c", "pass"))) == Result("lint", 1, 0)

    def test_failed_program_is_a_failure(self, capsys: pytest.CaptureFixture[str]) -> None:
        command = (sys.executable, "-c", "print('9 passed'); raise SystemExit(3)")
        result = perform(Step("types", command))
        assert result == Result("types", 9, 1, (f"types\n    {shlex.join(command)}",))
        assert "FAIL types" in capsys.readouterr().out

    def test_each_failed_test_is_named_with_the_command_that_runs_it(self, tmp_path: Path) -> None:
        result = perform(write_suite(tmp_path, "assert False", "pass", "raise ZeroDivisionError"))
        assert (result.passed, result.failed) == (3, 2)
        names = ["test_suite.py::test_other_0", "test_suite.py::test_other_2"]
        assert result.failures == tuple(f"suite: {name}\n    make test P={name}" for name in names)

    def test_failed_test_is_not_repeated(self, tmp_path: Path) -> None:
        """A test that would pass the second time has failed."""
        body = "import pathlib; mark = pathlib.Path('mark'); was = mark.exists(); mark.touch(); assert was"
        result = perform(write_suite(tmp_path, body))
        name = "test_suite.py::test_other_0"
        assert result == Result("suite", 2, 1, (f"suite: {name}\n    make test P={name}",))
        assert report([result]) == 1

    def test_suite_that_fails_before_its_tests_is_a_failure(self, tmp_path: Path) -> None:
        result = perform(write_suite(tmp_path, first_line="import nothing_of_that_name"))
        assert result.failed == 1
        assert result.failures == ("suite: test_suite.py\n    make test P=test_suite.py",)

    def test_lanes_run_in_parallel_and_keep_their_order(self, tmp_path: Path) -> None:
        wait = (
            "import pathlib, time\nwhile not pathlib.Path('here').exists(): time.sleep(0.01)\nopen('then', 'w').close()"
        )
        slow = [
            Step("first", (sys.executable, "-c", wait), folder=tmp_path),
            Step("after it", (sys.executable, "-c", "open('then').close()"), folder=tmp_path),
        ]
        quick = [Step("beside", (sys.executable, "-c", "open('here', 'w').close()"), folder=tmp_path)]
        assert [result.title for result in perform_lanes(slow, quick)] == ["first", "after it", "beside"]

    def test_lanes_share_a_queue_of_steps(self, tmp_path: Path) -> None:
        waiting_steps = deque(Step(f"{number}", (sys.executable, "-c", ""), folder=tmp_path) for number in range(5))
        results = perform_lanes(take_steps(waiting_steps), take_steps(waiting_steps))
        assert sorted(result.title for result in results) == ["0", "1", "2", "3", "4"]

    def test_background_step_has_a_lower_priority(self, tmp_path: Path) -> None:
        before = os.nice(0)
        code = f"import os; raise SystemExit(os.nice(0) != {min(before + 5, 19)})"
        (result,) = perform_lanes(lower_priority([Step("behind", (sys.executable, "-c", code), folder=tmp_path)]))
        assert result == Result("behind", 1, 0)


class TestReport:
    def test_last_line_and_exit_code_report_failures(self, capsys: pytest.CaptureFixture[str]) -> None:
        failures = ("b: test_b.py::test_c\n    make test P=test_b.py::test_c",)
        assert report([Result("a", 3, 0), Result("b", 2, 1, failures)]) == 1
        assert capsys.readouterr().out == f"\nfailed:\n  {failures[0]}\n5 passed, 1 failed\n"
        assert report([Result("a", 3, 0)]) == 0
