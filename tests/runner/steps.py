"""One step of a check: a program, its log, its time, and the number of tests that it ran."""

import os
import re
import shlex
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from deploy.local import paths
from deploy.local.console import last_lines, print_line
from deploy.local.programs import caller_environment

# More failed tests than this are a fault of the code or of the machine: running them again would only take time.
REPEATED_AT_MOST = 3
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
# The closing lines of pytest; all examples of a test with parameters are one test here.
FAILED_IN_PYTEST = re.compile(r"^(?:FAILED|ERROR) ([^\s\[]+\.py[^\s\[]*)", re.MULTILINE)
FAILED_IN_VITEST = re.compile(r"^\s*FAIL\s+(\S+\.test\.tsx?)", re.MULTILINE)
FAILED_IN_PLAYWRIGHT = re.compile(r"^\s+\[[\w ]+\] › (?:e2e/)?(\S+\.spec\.ts:\d+)", re.MULTILINE)
PLAYWRIGHT_SUMMARY = re.compile(r"^\s+\d+ failed$", re.MULTILINE)


@dataclass(frozen=True)
class Step:
    title: str
    command: tuple[str, ...]
    folder: Path = paths.ROOT
    environment: dict[str, str] | None = None
    # The command that runs only these tests, as `failed_tests` names them. None: nothing is repeated.
    repeat: Callable[[list[str]], tuple[str, ...]] | None = None

    @property
    def log(self) -> Path:
        return paths.LOGS / f"check-{re.sub(r'[^a-z0-9]+', '-', self.title.lower())}.log"


@dataclass(frozen=True)
class Result:
    """What a step counted, and lines for the end of the run: each failed test with the command for it.

    `unsteady` names tests that failed at first and passed when they ran once more.
    """

    title: str
    passed: int
    failed: int
    failures: tuple[str, ...] = ()
    unsteady: tuple[str, ...] = ()


def without_colours(output: str) -> str:
    return COLOURS.sub("", output)


def count_tests(output: str) -> tuple[int, int]:
    """What pytest, vitest or Playwright say in their closing lines; (0, 0) for a program that runs no tests."""
    text = without_colours(output)
    text = "\n".join(line for line in text.splitlines() if not line.strip().startswith("Test Files"))
    # The summary is at the end; earlier lines may be a test's own output.
    closing = "\n".join(text.splitlines()[-25:])
    passed = re.findall(r"\b(\d+) passed\b", closing)
    broken = re.findall(r"\b(\d+) failed\b", closing) + re.findall(r"\b(\d+) errors? in \d", closing)
    return int(passed[-1]) if passed else 0, sum(int(number) for number in broken)


def failed_tests(output: str) -> list[str]:
    """The failed tests as `make test P=...` takes them: a file with the name of the test, or with its line."""
    text = without_colours(output)
    found = FAILED_IN_PYTEST.findall(text)
    found += [f"web/{name}" for name in FAILED_IN_VITEST.findall(text)]
    # Playwright lists the failed tests below their number.
    summary = PLAYWRIGHT_SUMMARY.split(text, maxsplit=1)
    if len(summary) > 1:
        found += [f"web/e2e/{name}" for name in FAILED_IN_PLAYWRIGHT.findall(summary[1])]
    return list(dict.fromkeys(found))


def failure_lines(step: Step, output: str) -> tuple[str, ...]:
    """What the end of the run says of a failed step: each test and how to run it alone, or the step's own command."""
    if tests := failed_tests(output):
        return tuple(f"{step.title}: {name}\n    make test P={shlex.quote(name)}" for name in tests)
    place = "cd web && " if step.folder == paths.WEB else ""
    return (f"{step.title}\n    {place}{shlex.join(step.command)}",)


def perform(step: Step) -> Result:
    """Run it, show one line with its time, and the end of its log when it fails.

    A few failed tests run once more (decision 0115). Those that pass then are named as unsteady.
    """
    began = time.monotonic()
    code, output, used = run(step)
    passed, failed = count_tests(output)
    unsteady: tuple[str, ...] = ()
    tests = failed_tests(output)
    if code != 0 and step.repeat and 0 < len(tests) <= failed <= REPEATED_AT_MOST:
        print_line(f"  once more: {step.title}\n{last_lines(step.log, 60)}")
        again = replace(step, title=f"{step.title} once more", command=step.repeat(tests))
        code_again, output_again, used_again = run(again)
        used += used_again
        passed_again, _ = count_tests(output_again)
        # A second run with fewer tests than had failed proves nothing.
        if code_again == 0 and passed_again >= failed:
            unsteady = failure_lines(step, output)
            passed += failed
            failed = 0
            code = 0
    if code != 0:
        failed = max(failed, 1)
    else:
        passed = max(passed, 1)  # a program without tests counts as one
    seconds = f"{time.monotonic() - began:6.1f} s, CPU {used:5.1f} s"
    body = f"  {'FAIL' if code else 'ok  '} {step.title:<28} {seconds}   {counted(passed, failed)}"
    if code != 0:
        body += f"\n{last_lines(step.log, 60)}\n  whole log: {step.log}"
    print_line(body)
    return Result(step.title, passed, failed, failure_lines(step, output) if failed else (), unsteady)


def run(step: Step) -> tuple[int, str, float]:
    """The program's exit code, its output, and the seconds of CPU of it and of the children that it has waited for."""
    environment = {**(step.environment or caller_environment()), "NO_COLOR": "1", "FORCE_COLOR": "0"}
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
        code = program.returncode = os.waitstatus_to_exitcode(status)
    return code, step.log.read_text(errors="replace"), usage.ru_utime + usage.ru_stime


def counted(passed: int, failed: int) -> str:
    """The sentence that closes a step and the whole run."""
    return f"{passed} passed, {failed} failed"


def taken_from(waiting: deque[Step]) -> Iterator[Step]:
    """The steps that wait, until none does; of several lanes that take from the same ones, each gets others."""
    while waiting:
        with suppress(IndexError):  # another lane took the last one
            yield waiting.popleft()


def behind(steps: Iterable[Step]) -> Iterator[Step]:
    """The same steps at a lower priority: on a machine that is busy they take a third of what other programs take."""
    return (replace(step, command=("nice", "-n", "5", *step.command)) for step in steps)


def perform_lanes(*lanes: Iterable[Step]) -> list[Result]:
    """Beside each other, each in its own order."""
    with ThreadPoolExecutor(max_workers=len(lanes)) as together:
        done = together.map(lambda lane: [perform(step) for step in lane], lanes)
        return [result for lane in done for result in lane]


def report(results: Iterable[Result]) -> int:
    """The closing lines, and the exit code: each failed test, how to run it alone, and how many passed and failed."""
    done = list(results)
    if unsteady := [line for result in done for line in result.unsteady]:
        print_line("\nunsteady, to be mended:")
        for line in unsteady:
            print_line(f"  {line}")
    failures = [line for result in done for line in result.failures]
    if failures:
        print_line("\nfailed:")
    for line in failures:
        print_line(f"  {line}")
    failed = sum(result.failed for result in done)
    print_line(counted(sum(result.passed for result in done), failed))
    return 1 if failed else 0
