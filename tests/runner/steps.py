"""Steps of a test run: each is a program with its log, its time, and the number of tests that it ran."""

import os
import re
import shlex
import subprocess
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from deploy.local import paths
from deploy.local.console import print_line, read_last_lines
from deploy.local.programs import get_caller_environment

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
# The closing lines of pytest. All examples of a parametrized test count as one test here.
FAILED_IN_PYTEST = re.compile(r"^(?:FAILED|ERROR) ([^\s\[]+\.py[^\s\[]*)", re.MULTILINE)
# A file that cannot be loaded has no title of a test.
FAILED_IN_VITEST = re.compile(r"^\s*FAIL\s+(\S+\.test\.tsx?)(?: > (.+))?", re.MULTILINE)
FAILED_IN_PLAYWRIGHT = re.compile(r"^\s+\[[\w ]+\] › (?:e2e/)?(\S+\.spec\.ts:\d+):\d+ › (.+?)[ ─]*$", re.MULTILINE)
PLAYWRIGHT_SUMMARY = re.compile(r"^\s+\d+ failed$", re.MULTILINE)


@dataclass(frozen=True)
class Step:
    title: str
    command: tuple[str, ...]
    folder: Path = paths.ROOT
    environment: dict[str, str] | None = None

    @property
    def log(self) -> Path:
        return paths.LOGS / f"check-{re.sub(r'[^a-z0-9]+', '-', self.title.lower())}.log"


@dataclass(frozen=True)
class Result:
    """Numbers of tests of a step, and lines for the end of the run: each failed test with the command that runs it."""

    title: str
    passed: int
    failed: int
    failures: tuple[str, ...] = ()


def remove_colours(output: str) -> str:
    return COLOURS.sub("", output)


def count_tests(output: str) -> tuple[int, int]:
    """Return the numbers of passed and failed tests from the closing lines of a test program.

    It reads the lines of pytest, vitest and Playwright. Other programs have (0, 0).
    """
    text = remove_colours(output)
    text = "\n".join(line for line in text.splitlines() if not line.strip().startswith("Test Files"))
    # The summary is at the end. Earlier lines may be the output of a test.
    closing = "\n".join(text.splitlines()[-25:])
    passed = re.findall(r"\b(\d+) passed\b", closing)
    broken = re.findall(r"\b(\d+) failed\b", closing) + re.findall(r"\b(\d+) errors? in \d", closing)
    return int(passed[-1]) if passed else 0, sum(int(number) for number in broken)


def list_failed_tests(output: str) -> dict[str, list[str]]:
    """Return the failed tests by the name that `make test P=...` accepts: a file with the test's name or line.

    The values are the titles of the tests, as vitest and Playwright print them. The name of a Python test says enough.
    """
    text = remove_colours(output)
    names: dict[str, list[str]] = {name: [] for name in FAILED_IN_PYTEST.findall(text)}
    for name, title in FAILED_IN_VITEST.findall(text):
        names.setdefault(f"web/{name}", []).extend([title] if title else [])
    # Playwright prints the failed tests after their number.
    summary = PLAYWRIGHT_SUMMARY.split(text, maxsplit=1)
    if len(summary) > 1:
        for name, title in FAILED_IN_PLAYWRIGHT.findall(summary[1]):
            names.setdefault(f"web/e2e/{name}", []).append(title)
    return names


def format_failure(step: Step, name: str, titles: list[str]) -> str:
    """Return the name of a failed test or file, the titles of its failed tests, and the command that runs it."""
    lines = [f"{step.title}: {name}", *(f"  {title}" for title in titles), f"  make test P={shlex.quote(name)}"]
    return "\n  ".join(lines)


def format_failures(step: Step, output: str) -> tuple[str, ...]:
    """Return the lines about a failed step: the command that runs each failed test alone, or the step's command."""
    tests = list_failed_tests(output)
    if tests:
        return tuple(format_failure(step, name, titles) for name, titles in tests.items())
    change_folder = "cd web && " if step.folder == paths.WEB else ""
    return (f"{step.title}\n    {change_folder}{shlex.join(step.command)}",)


def perform(step: Step) -> Result:
    """Run a step and print one line with its time, and the end of its log if it fails."""
    started_at = time.monotonic()
    code, output, cpu_seconds = run(step)
    passed, failed = count_tests(output)
    # A program without tests counts as one test.
    if code != 0:
        failed = max(failed, 1)
    else:
        passed = max(passed, 1)
    verdict = "FAIL" if code else "ok  "
    seconds = f"{time.monotonic() - started_at:6.1f} s, CPU {cpu_seconds:5.1f} s"
    text = f"  {verdict} {step.title:<28} {seconds}   {format_counts(passed, failed)}"
    if code != 0:
        text += f"\n{read_last_lines(step.log, 60)}\n  whole log: {step.log}"
    print_line(text)
    return Result(step.title, passed, failed, format_failures(step, output) if failed else ())


def run(step: Step) -> tuple[int, str, float]:
    """Run the program of a step. Returns its exit code, its output, and the CPU seconds of it and its children."""
    environment = {**(step.environment or get_caller_environment()), "NO_COLOR": "1", "FORCE_COLOR": "0"}
    with step.log.open("wb") as output:
        program = subprocess.Popen(
            step.command,
            cwd=step.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        _, status, usage = os.wait4(program.pid, 0)
        code = os.waitstatus_to_exitcode(status)
        program.returncode = code
    return code, step.log.read_text(errors="replace"), usage.ru_utime + usage.ru_stime


def format_counts(passed: int, failed: int) -> str:
    """Return the text with the numbers of passed and failed tests."""
    return f"{passed} passed, {failed} failed"


def take_steps(waiting_steps: deque[Step]) -> Iterator[Step]:
    """Yield waiting steps until none is left. Several lanes may take from the same queue."""
    while waiting_steps:
        # Another lane may take the last step between the two lines.
        with suppress(IndexError):
            yield waiting_steps.popleft()


def lower_priority(steps: Iterable[Step]) -> Iterator[Step]:
    """Return the same steps at a lower priority: on a busy machine they get a third of the time of other programs."""
    return (replace(step, command=("nice", "-n", "5", *step.command)) for step in steps)


def perform_lanes(*lanes: Iterable[Step]) -> list[Result]:
    """Run the lanes in parallel. The steps of a lane run one after another."""
    with ThreadPoolExecutor(max_workers=len(lanes)) as pool:
        results_by_lane = pool.map(lambda lane: [perform(step) for step in lane], lanes)
        return [result for results in results_by_lane for result in results]


def report(results: Iterable[Result]) -> int:
    """Print the failed tests, how to run each alone, and the numbers of tests. Returns the exit code."""
    all_results = list(results)
    failures = [line for result in all_results for line in result.failures]
    if failures:
        print_line("\nfailed:")
    for line in failures:
        print_line(f"  {line}")
    failed = sum(result.failed for result in all_results)
    print_line(format_counts(sum(result.passed for result in all_results), failed))
    return 1 if failed else 0
