"""Resource usage of the parts of a running stack: processor time, memory, open files, connections, dead rows."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deploy.local import ports, postgres
from tests.bench.stream_load import read_cpu_seconds, read_memory_kb
from tests.faults.stack import read_parts
from tests.journeys import databases
from tests.processes import list_process_tree

# A value grows if it increases by at least this share of its mean per minute at the end of a run.
MIN_GROWTH_PER_MINUTE = 0.01
# Memory must also increase by more than this in total: the heap of a small Go program varies by that much.
MIN_MEMORY_GROWTH_KB = 4096
COUNT_CONNECTIONS = "SELECT datname, count(*) FROM pg_stat_activity WHERE datname IS NOT NULL GROUP BY 1"
COUNT_ROWS = "SELECT coalesce(sum(n_dead_tup), 0), coalesce(sum(n_live_tup), 0) FROM pg_stat_user_tables"


@dataclass(frozen=True)
class Sample:
    """Usage of a part: processor time, memory and open file descriptors."""

    cpu_seconds: float
    memory_kb: int
    open_files: int


def read_sample(pid: int) -> Sample:
    """Return the usage of a process and its children. A child that ends meanwhile is ignored."""
    cpu_seconds = 0.0
    memory_kb = 0
    open_files = 0
    for process in list_process_tree(pid):
        with suppress(OSError, ValueError):
            cpu_seconds += read_cpu_seconds(process)
            memory_kb += read_memory_kb(process)
            open_files += len(list(Path(f"/proc/{process}/fd").iterdir()))
    return Sample(cpu_seconds, memory_kb, open_files)


def read_samples() -> dict[str, Sample]:
    """Return the usage of each running part."""
    return {name: read_sample(pid) for name, (_, pid) in read_parts().items() if pid}


def read_connections() -> dict[str, int]:
    """Return the number of connections to each database."""
    address = postgres.get_monitor_url(ports.read_record()["postgres"])
    return {str(name): int(count) for name, count in databases.read_rows(address, COUNT_CONNECTIONS)}


def read_row_counts(addresses: Iterable[str]) -> tuple[int, int]:
    """Return the dead and live rows of all tables of these databases, by PostgreSQL's statistics."""
    counts = [databases.read_rows(address, COUNT_ROWS)[0] for address in addresses]
    return sum(int(dead) for dead, _ in counts), sum(int(live) for _, live in counts)


def compute_growth_per_minute(values: Sequence[float], minutes: float) -> float:
    """Return the growth of a series per minute as a share of its mean, by the slope of a least-squares line.

    All values count, so a single high value at an end has little effect. `minutes` is the length of the series.
    """
    count = len(values)
    if count < 2 or not any(values):
        return 0.0
    mean = sum(values) / count
    middle = (count - 1) / 2
    slope = sum((at - middle) * (value - mean) for at, value in enumerate(values)) / sum(
        (at - middle) ** 2 for at in range(count)
    )
    return slope * (count - 1) / minutes / mean


def grows(values: Sequence[float], minutes: float, *, by_more_than: float) -> bool:
    """Return True if a series grows by MIN_GROWTH_PER_MINUTE and by more than a minimum in total."""
    growth = compute_growth_per_minute(values, minutes)
    return growth >= MIN_GROWTH_PER_MINUTE and growth * minutes * sum(values) / len(values) > by_more_than


def get_last_third(values: Sequence[Any]) -> Sequence[Any]:
    """Return the last third of a series, where growth must have stopped."""
    return values[-max(2, len(values) // 3) :]
