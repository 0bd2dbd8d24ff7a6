"""Limits of concurrent costly work, so that a flood of it does not starve other requests of CPU and connections."""

import math
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from chassis.web.errors import Unavailable

T = TypeVar("T")
CGROUP = Path("/sys/fs/cgroup")


class ConcurrencyLimit:
    """Limit of concurrent work in this process: at most `running` at a time, and at most `waiting` in the queue."""

    def __init__(self, *, running: int, waiting: int) -> None:
        self._limiter = CapacityLimiter(running)
        self._waiting = waiting

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Wait for a free slot and hold it in the block. Raises Unavailable at once if the queue is full."""
        if self._limiter.statistics().tasks_waiting >= self._waiting:
            raise Unavailable(retry_after=1)
        async with self._limiter:
            yield

    async def run_in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        """Run CPU-bound work in a thread, within a slot. Raises Unavailable if the queue is full."""
        async with self.slot():
            return await to_thread.run_sync(work, *arguments)


def count_available_cores(cgroup: Path = CGROUP) -> int:
    """Return the CPUs that the process may run on, or fewer if its cgroup has a quota; at least 1."""
    if hasattr(os, "sched_getaffinity"):
        allowed_cores = len(os.sched_getaffinity(0))
    else:
        # macOS has no sched_getaffinity.
        allowed_cores = os.cpu_count() or 1
    quota = _read_quota(cgroup)
    return allowed_cores if quota is None else max(1, min(allowed_cores, math.ceil(quota)))


def _read_quota(cgroup: Path) -> float | None:
    """Return the quota in cores, from cgroup 2 (cpu.max) or cgroup 1 (cpu.cfs_quota_us, where -1 means no limit)."""
    try:
        if (cgroup / "cpu.max").exists():
            limit, period = (cgroup / "cpu.max").read_text().split()
        else:
            limit = (cgroup / "cpu" / "cpu.cfs_quota_us").read_text().strip()
            period = (cgroup / "cpu" / "cpu.cfs_period_us").read_text().strip()
    except (OSError, ValueError):
        return None
    return int(limit) / int(period) if limit.isdigit() else None
