"""One step of a check: a program, its log, its time, and the number of tests that it ran."""

import re
import subprocess
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from deploy.local import paths
from deploy.local.console import last_lines, print_line
from deploy.local.programs import caller_environment

COLOURS = re.compile(r"\x1b\[[0-9;]*m")


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
    title: str
    passed: int
    failed: int


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
    """Run it, show one line with its time, and the end of its log when it fails."""
    began = time.monotonic()
    environment = {**(step.environment or caller_environment()), "NO_COLOR": "1", "FORCE_COLOR": "0"}
    with step.log.open("wb") as output:
        code = subprocess.run(
            step.command,
            cwd=step.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
    passed, failed = count_tests(step.log.read_text(errors="replace"))
    if code != 0:
        failed = max(failed, 1)
    elif passed == 0:
        passed = 1
    word = "ok  " if code == 0 else "FAIL"
    body = f"  {word} {step.title:<28} {time.monotonic() - began:6.1f} s   {passed} passed, {failed} failed"
    if code != 0:
        body += f"\n{last_lines(step.log, 60)}\n  whole log: {step.log}"
    print_line(body)
    return Result(step.title, passed, failed)


def perform_lanes(*lanes: Sequence[Step]) -> list[Result]:
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
    print_line(f"{sum(result.passed for result in done)} passed, {sum(result.failed for result in done)} failed")
    return 1 if broken else 0
