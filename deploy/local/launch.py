"""Launcher of every part: the supervisor starts it, and it replaces itself by the process of the part.

The launcher records the process id, which `exec` keeps. If the last process ended quickly, the launcher waits first.
That limits the cost of a crash loop. The launcher never gives up: a part starts again after an outage of any length.
"""

import argparse
import json
import os
import pwd
import resource
import time
from pathlib import Path
from typing import Any

QUICK_EXIT_SECONDS = 5.0
PAUSE_SECONDS = 1.0
# A part must run again within 15 seconds after the cause of its crashes has ended.
MAX_PAUSE_SECONDS = 8.0
# Every open event stream needs a file descriptor, and the usual soft limit of 1024 is too low for that.
MAX_OPEN_FILES = 65_536


def count_quick_exits(last_start: dict[str, Any], now: float) -> int:
    """Return the number of consecutive starts that ended quickly, including the last one."""
    if now - float(last_start.get("at", 0)) > QUICK_EXIT_SECONDS:
        return 0
    return int(last_start.get("quick_exits", 0)) + 1


def record_start(pid_file: Path) -> None:
    """Count the start in `pid_file`, after a pause if the last starts ended quickly."""
    try:
        last_start = json.loads(pid_file.read_text())
    except (OSError, ValueError):
        last_start = {}
    quick_exit_count = count_quick_exits(last_start, time.time())
    time.sleep(min(quick_exit_count * PAUSE_SECONDS, MAX_PAUSE_SECONDS))
    record = {
        "pid": os.getpid(),
        "at": time.time(),
        "starts": int(last_start.get("starts", 0)) + 1,
        "quick_exits": quick_exit_count,
    }
    pid_file.write_text(json.dumps(record))


def switch_user(user: str) -> None:
    entry = pwd.getpwnam(user)
    os.initgroups(user, entry.pw_gid)
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


def main(definition: Path) -> None:
    part: dict[str, Any] = json.loads(definition.read_text())
    record_start(Path(part["pid_file"]))
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft_limit = MAX_OPEN_FILES if hard_limit == resource.RLIM_INFINITY else min(hard_limit, MAX_OPEN_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft_limit, hard_limit))
    os.chdir(part["folder"])
    if part["user"]:
        switch_user(part["user"])
    os.execve(part["command"][0], part["command"], part["environment"])  # noqa: S606


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Start one part of the local stack.")
    parser.add_argument("definition", type=Path)
    main(parser.parse_args().definition)
