"""Number of CPU cores that this process may use. In a container the quota of its cgroup counts, not the host."""

import math
import os
from pathlib import Path

CGROUP = Path("/sys/fs/cgroup")


def available_cores(cgroup: Path = CGROUP) -> int:
    """Return the CPUs that the process may run on, or fewer if its cgroup has a quota; at least 1."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota = _quota(cgroup)
    return allowed if quota is None else max(1, min(allowed, math.ceil(quota)))


def _quota(cgroup: Path) -> float | None:
    """Return the quota in cores, from cgroup 2 (cpu.max) or cgroup 1 (cpu.cfs_quota_us, where -1 means no limit)."""
    try:
        limit, period = (cgroup / "cpu.max").read_text().split()
    except (OSError, ValueError):
        try:
            limit, period = (
                (cgroup / "cpu" / f"cpu.cfs_{name}_us").read_text().strip() for name in ("quota", "period")
            )
        except OSError:
            return None
    return int(limit) / int(period) if limit.isdigit() else None
