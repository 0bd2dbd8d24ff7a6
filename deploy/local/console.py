"""What the person at the terminal sees: steps with their times, and one plain sentence for a failure."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Failed(Exception):
    """A step cannot go on; the text says which part, why, and what to change."""


def print_line(text: str = "") -> None:
    try:
        # Written at once, since steps run beside each other.
        print(f"{text}\n", end="", flush=True)
    except BrokenPipeError:
        # Whoever read along has stopped reading; the work itself goes on.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


def print_error(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Show a step when it starts and how long it took."""
    print_line(f"  ...  {name}")
    began = time.monotonic()
    yield
    print_line(f"  ok   {name} ({time.monotonic() - began:.1f} s)")


def last_lines(log: Path, count: int = 20) -> str:
    """The end of a log, for a failure message."""
    if not log.exists():
        return f"  (no log at {log})"
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - 32_768))
        return end_of(file.read().decode(errors="replace"), count) or "  (its log is empty)"


def end_of(text: str, count: int = 20) -> str:
    return "\n".join(f"  | {line}" for line in text.splitlines()[-count:])
