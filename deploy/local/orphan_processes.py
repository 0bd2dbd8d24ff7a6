"""Processes of this checkout without a supervisor, for example after the supervisor was killed."""

import os
import signal
import time
from pathlib import Path

from deploy.local.launch import LONGEST_PAUSE_SECONDS
from deploy.local.parts import PIDS, read_json
from deploy.local.supervisor import PID_FILE


def started_at(pid: int) -> float | None:
    """When a process started, in seconds since the epoch; None where the system does not report it."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        boot = next(line for line in Path("/proc/stat").read_text().splitlines() if line.startswith("btime"))
    except (OSError, StopIteration):
        return None
    return int(boot.split()[1]) + int(after_name[19]) / os.sysconf("SC_CLK_TCK")


def is_ours(pid: int, recorded_at: float) -> bool:
    """Process ids are reused: ours started just before its id was recorded."""
    began = started_at(pid)
    return began is not None and recorded_at - LONGEST_PAUSE_SECONDS - 2 < began < recorded_at + 2


def find_all() -> list[int]:
    """The ids of parts, and of a supervisor, that still run."""
    running = []
    for file in PIDS.glob("*.json") if PIDS.exists() else []:
        record = read_json(file)
        if record and is_ours(int(record["pid"]), float(record["at"])):
            running.append(int(record["pid"]))
    if PID_FILE.exists():
        text = PID_FILE.read_text().strip()
        if text.isdecimal() and is_ours(int(text), PID_FILE.stat().st_mtime):
            running.append(int(text))
    return running


def stop_all() -> int:
    """Stop them, first with SIGINT, then SIGTERM, then SIGKILL; returns how many there were."""
    left = find_all()
    for sign, timeout in ((signal.SIGINT, 5.0), (signal.SIGTERM, 5.0), (signal.SIGKILL, 5.0)):
        for pid in find_all():
            os.kill(pid, sign)
        deadline = time.monotonic() + timeout
        while find_all() and time.monotonic() < deadline:
            time.sleep(0.1)
    return len(left)


def remove_pid_files() -> None:
    """Remove the process ids of a stopped system; its definitions stay for the next start."""
    for file in PIDS.glob("*.json") if PIDS.exists() else []:
        file.unlink()
