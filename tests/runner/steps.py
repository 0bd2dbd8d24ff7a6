"""One step of a check: a program, its log, its time, and the number of tests that it ran."""

import os
import re
import subprocess
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from deploy.local import paths
from deploy.local.console import last_lines, print_line
from deploy.local.programs import caller_environment

# More failures than this are a fault of the code or of the machine: running them again would only take time.
REPEATED_AT_MOST = 3
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Step:
    title: str
    command: tuple[str, ...]
    folder: Path = paths.ROOT
    environment: dict[str, str] | None = None
    # What is added to the command so that only the tests that failed last run again.
    only_failed: tuple[str, ...] = ()

    @property
    def log(self) -> Path:
        return paths.LOGS / f"check-{re.sub(r'[^a-z0-9]+', '-', self.title.lower())}.log"


@dataclass(frozen=True)
class Result:
    """What a step counted; `unsteady` tests failed at first and passed when they ran once more."""

    title: str
    passed: int
    failed: int
    unsteady: int = 0


def count_tests(output: str) -> tuple[int, int]:
    """What pytest, vitest or Playwright say in their closing lines; (0, 0) for a program that runs no tests."""
    text = COLOURS.sub("", output)
    text = "\n".join(line for line in text.splitlines() if not line.strip().startswith("Test Files"))
    # The summary is at the end; earlier lines may be a test's own output.
    closing = "\n".join(text.splitlines()[-25:])
    passed = re.findall(r"\b(\d+) passed\b", closing)
    broken = re.findall(r"\b(\d+) failed\b", closing) + re.findall(r"\b(\d+) errors? in \d", closing)
    return int(passed[-1]) if passed else 0, sum(int(number) for number in broken)


def perform(step: Step) -> Result:
    """Run it, show one line with its time, and the end of its log when it fails.

    A few failed tests run once more, and what they printed at first is shown even if they pass then (decision 0115).
    """
    began = time.monotonic()
    code, passed, failed, used = run(step)
    unsteady = 0
    if step.only_failed and 0 < failed <= REPEATED_AT_MOST:
        print_line(f"  once more: {step.title}\n{last_lines(step.log, 60)}")
        again = replace(step, title=f"{step.title} once more", command=(*step.command, *step.only_failed))
        code, passed_again, still_failed, used_again = run(again)
        used += used_again
        # A second run that found fewer tests than had failed proves nothing.
        if code == 0 and passed_again >= failed:
            passed, failed, unsteady = passed + failed, 0, failed
        else:
            code = code or 1
            failed = max(failed, still_failed)
    seconds = f"{time.monotonic() - began:6.1f} s, CPU {used:5.1f} s"
    body = f"  {'FAIL' if code else 'ok  '} {step.title:<28} {seconds}   {counted(passed, failed, unsteady)}"
    if code != 0:
        body += f"\n{last_lines(step.log, 60)}\n  whole log: {step.log}"
    print_line(body)
    return Result(step.title, passed, failed, unsteady)


def run(step: Step) -> tuple[int, int, int, float]:
    """The program's exit code, and how many tests passed and failed; without tests it counts as one.

    The last value is the seconds of CPU of it and of its children, as far as it has waited for them.
    """
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
    used = usage.ru_utime + usage.ru_stime
    passed, failed = count_tests(step.log.read_text(errors="replace"))
    if code != 0:
        return code, passed, max(failed, 1), used
    return 0, max(passed, 1), failed, used


def counted(passed: int, failed: int, unsteady: int) -> str:
    """The sentence that closes a step and the whole run."""
    return f"{passed} passed, {failed} failed" + (f", {unsteady} of them unsteady" if unsteady else "")


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
    """The closing line, and the exit code."""
    done = list(results)
    broken = [result.title for result in done if result.failed]
    if broken:
        print_line(f"failed: {', '.join(broken)}")
    if shaky := [result.title for result in done if result.unsteady]:
        print_line(f"unsteady, to be mended: {', '.join(shaky)}")
    print_line(counted(*(sum(getattr(result, name) for result in done) for name in ("passed", "failed", "unsteady"))))
    return 1 if broken else 0
