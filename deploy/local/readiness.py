"""Wait until every part can be used; report which one cannot, and why."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from deploy.local.console import Failed, last_lines, print_line
from deploy.local.parts import Part

TIMEOUT_SECONDS = 180.0
# A part that exits this often fails before the timeout.
TOO_MANY_STARTS = 3


def failure_of(part: Part) -> str | None:
    """None once the part is ready; the end of its log when it will not be."""
    began, starts_before = time.monotonic(), part.starts()
    while (reason := part.ready()) is not None:
        waited = time.monotonic() - began
        if waited > TIMEOUT_SECONDS or part.starts() - starts_before >= TOO_MANY_STARTS:
            end = f"the end of {part.log}:\n{last_lines(part.log)}"
            return f"{part.name} is not ready after {waited:.0f} s ({reason}); {end}"
        time.sleep(0.15)
    print_line(f"  ok   {part.name} is ready ({time.monotonic() - began:.1f} s)")
    return None


def wait_for_all(parts: Sequence[Part]) -> None:
    """Return when all are ready. Raises Failed."""
    with ThreadPoolExecutor(len(parts) or 1) as pool:
        if failures := [failure for failure in pool.map(failure_of, parts) if failure]:
            raise Failed("\n\n".join(failures))


def reasons(parts: Sequence[Part]) -> dict[str, str | None]:
    """Why each part is not ready, checked concurrently; None for those that are."""
    with ThreadPoolExecutor(len(parts) or 1) as pool:
        return dict(zip((part.name for part in parts), pool.map(lambda part: part.ready(), parts), strict=True))
