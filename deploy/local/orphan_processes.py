"""Processes of this state folder without a supervisor, for example after the supervisor was killed."""

import os
import signal
from contextlib import suppress
from pathlib import Path

from deploy.local.parts import MARK, PIDS, marked
from deploy.local.probes import wait_until


def find_all() -> list[int]:
    """The ids of the processes whose environment names this state folder, where the system reports it."""
    line, found = f"{MARK}={marked({})[MARK]}".encode(), []
    for file in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if line in file.read_bytes().split(b"\0"):
                found.append(int(file.parent.name))
    return found


def stop_all() -> int:
    """Stop them, first with SIGINT, then SIGTERM, then SIGKILL; returns how many there were."""
    left = find_all()
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        for pid in find_all():
            with suppress(ProcessLookupError):
                os.kill(pid, sign)
        wait_until(lambda: not find_all(), 5)
    return len(left)


def remove_pid_files() -> None:
    """Remove the records of a stopped system; its definitions stay for the next start."""
    for file in PIDS.glob("*.json"):
        file.unlink()
