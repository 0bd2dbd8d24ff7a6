"""Processes of this machine, for tests and benchmarks."""

from contextlib import suppress
from pathlib import Path


def list_children(pid: int) -> list[int]:
    """Return the ids of the child processes. The result is empty for a process that has ended."""
    with suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def list_process_tree(pid: int) -> list[int]:
    """Return the ids of a process and of all its descendants."""
    pids = [pid]
    for parent in pids:
        pids += list_children(parent)
    return pids
