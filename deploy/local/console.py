"""Terminal output: steps with their durations, and one plain sentence for a failure."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# The last bytes of a log that are read for a failure message.
MAX_LOG_BYTES = 32_768


class StepError(Exception):
    """A step cannot continue. The text says which part failed, why, and what to change."""


def print_line(text: str = "") -> None:
    """Print a line. If nobody reads the output any more, the work continues without it."""
    try:
        # One write for the text and the line end, since several steps print at the same time.
        print(f"{text}\n", end="", flush=True)
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


def print_error(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Print the name of a step when it starts, and its duration when it has succeeded."""
    print_line(f"  ...  {name}")
    started_at = time.monotonic()
    yield
    print_line(f"  ok   {name} ({time.monotonic() - started_at:.1f} s)")


def read_last_lines(log: Path, count: int = 20) -> str:
    """Return the last lines of a log file, for a failure message."""
    if not log.exists():
        return f"  (no log at {log})"
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - MAX_LOG_BYTES))
        return format_last_lines(file.read().decode(errors="replace"), count) or "  (its log is empty)"


def format_last_lines(text: str, count: int = 20) -> str:
    """Return the last lines of a text, indented."""
    return "\n".join(f"  | {line}" for line in text.splitlines()[-count:])
