"""Processes of this checkout that no supervisor keeps any more, for example after it was killed itself."""

import os
import signal
import time
from pathlib import Path

from deploy.local.launch import LONGEST_PAUSE_SECONDS
from deploy.local.parts import PIDS, read_json
from deploy.local.supervisor import PID_FILE


def started_at(pid: int) -> float | None:
    """When a process started, in seconds since the epoch; None where the system does not tell."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        boot = next(line for line in Path("/proc/stat").read_text().splitlines() if line.startswith("btime"))
    except (OSError, StopIteration):
        return None
    return int(boot.split()[1]) + int(after_name[19]) / os.sysconf("SC_CLK_TCK")


def is_ours(pid: int, noted_at: float) -> bool:
    """A process id is reused in time: ours started just before it was noted."""
    began = started_at(pid)
    return began is not None and noted_at - LONGEST_PAUSE_SECONDS - 2 < began < noted_at + 2


def found() -> list[int]:
    """The ids of parts, and of a supervisor, that still run."""
    alive = []
    for file in PIDS.glob("*.json") if PIDS.exists() else []:
        record = read_json(file)
        if record and is_ours(int(record["pid"]), float(record["at"])):
            alive.append(int(record["pid"]))
    if PID_FILE.exists():
        text = PID_FILE.read_text().strip()
        if text.isdecimal() and is_ours(int(text), PID_FILE.stat().st_mtime):
            alive.append(int(text))
    return alive


def end() -> int:
    """Stop what is left, kindly first; returns how many there were."""
    left = found()
    for sign, patience in ((signal.SIGINT, 5.0), (signal.SIGTERM, 5.0), (signal.SIGKILL, 5.0)):
        for pid in found():
            os.kill(pid, sign)
        deadline = time.monotonic() + patience
        while found() and time.monotonic() < deadline:
            time.sleep(0.1)
    return len(left)


def forget() -> None:
    """Drop the notes of a stopped system; its definitions stay, so that a restart knows what it was."""
    for file in PIDS.glob("*.json") if PIDS.exists() else []:
        file.unlink()
