"""Becomes the process that a part's file describes; the supervisor starts every part through this.

It writes the process id (kept by exec), and waits a little when the last start ended quickly: that bounds
the cost of a crash loop without ever giving up, so a part starts again however long its outage was.
"""

import json
import os
import pwd
import resource
import sys
import time
from pathlib import Path
from typing import Any

QUICK_EXIT_SECONDS = 5.0
PAUSE_SECONDS = 1.0
# Short enough that a part is back well within fifteen seconds of the end of whatever kept it from running.
LONGEST_PAUSE_SECONDS = 8.0
# Every open event stream is a file; the usual soft limit of 1024 is far too low.
MAX_OPEN_FILES = 65_536


def quick_exits(last: dict[str, Any], now: float) -> int:
    """How many starts in a row have ended at once, this last one included."""
    if now - float(last.get("at", 0)) > QUICK_EXIT_SECONDS:
        return 0
    return int(last.get("quick_exits", 0)) + 1


def record_start(pid_file: Path) -> None:
    """Count the starts, and slow down those that follow quick exits."""
    try:
        last = json.loads(pid_file.read_text())
    except (OSError, ValueError):
        last = {}
    quick = quick_exits(last, time.time())
    time.sleep(min(quick * PAUSE_SECONDS, LONGEST_PAUSE_SECONDS))
    starts = int(last.get("starts", 0)) + 1
    pid_file.write_text(json.dumps({"pid": os.getpid(), "at": time.time(), "starts": starts, "quick_exits": quick}))


def switch_user(user: str) -> None:
    entry = pwd.getpwnam(user)
    os.initgroups(user, entry.pw_gid)
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


def main(definition: Path) -> None:
    part: dict[str, Any] = json.loads(definition.read_text())
    record_start(Path(part["pid_file"]))
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    os.chdir(part["folder"])
    if part["user"]:
        switch_user(part["user"])
    os.execve(part["command"][0], part["command"], part["environment"])  # noqa: S606


if __name__ == "__main__":
    main(Path(sys.argv[1]))
