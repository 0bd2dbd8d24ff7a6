"""Wait until every part can be used; report which one cannot, and why."""

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from deploy.local.console import Failed, last_lines, print_line
from deploy.local.parts import Part

TIMEOUT_SECONDS = 180.0
# A part that exits this often fails before the timeout.
TOO_MANY_STARTS = 3


def wait_for(part: Part) -> None:
    """Return when the part is ready; fail with the end of its log when it will not be."""
    began, starts_before = time.monotonic(), part.starts()
    while (reason := part.ready()) is not None:
        waited = time.monotonic() - began
        if waited > TIMEOUT_SECONDS or part.starts() - starts_before >= TOO_MANY_STARTS:
            raise Failed(
                f"{part.name} is not ready after {waited:.0f} s ({reason}); "
                f"the end of {part.log}:\n{last_lines(part.log)}"
            )
        time.sleep(0.15)
    print_line(f"  ok   {part.name} is ready ({time.monotonic() - began:.1f} s)")


def wait_for_all(parts: Iterable[Part]) -> None:
    waiting = list(parts)
    if not waiting:
        return
    failures: list[str] = []
    with ThreadPoolExecutor(len(waiting)) as pool:
        for future in [pool.submit(wait_for, part) for part in waiting]:
            try:
                future.result()
            except Failed as failure:
                failures.append(str(failure))
    if failures:
        raise Failed("\n\n".join(failures))


def reasons(parts: Iterable[Part]) -> dict[str, str | None]:
    """Why each part is not ready, checked concurrently; None for those that are."""
    all_parts = list(parts)
    with ThreadPoolExecutor(max(len(all_parts), 1)) as pool:
        answers = pool.map(lambda part: part.ready(), all_parts)
        return {part.name: answer for part, answer in zip(all_parts, answers, strict=True)}
