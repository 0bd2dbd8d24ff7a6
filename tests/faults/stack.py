"""The parts of the running stack, as `make status` lists them."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PART = re.compile(r"^(?P<name>\S+)\s+(?P<state>\w[\w ]*?)\s{2,}(?P<pid>\d+|-)\s+(?P<address>\S+)")


def read_status_rows() -> list[re.Match[str]]:
    """The lines of `make status` that describe a part."""
    output = subprocess.run(
        [sys.executable, "-m", "deploy.local", "status"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    return [row for line in output.splitlines() if (row := PART.match(line))]


def read_parts() -> dict[str, tuple[str, int | None]]:
    """Each part's state and pid."""
    return {row["name"]: (row["state"], int(row["pid"]) if row["pid"] != "-" else None) for row in read_status_rows()}


def read_addresses() -> dict[str, str]:
    """Where each part itself listens, behind the gateway."""
    return {row["name"]: row["address"] for row in read_status_rows()}


def is_restarted(part: str, exited: int) -> bool:
    """Whether everything is ready again and `part` is a new process."""
    now = read_parts()
    return bool(now) and all(state == "ready" for state, _ in now.values()) and now[part][1] != exited
