"""Access to the parts of the running stack, as `make status` lists them."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import httpx2
from chassis.testing.limits import HANG_SECONDS

ROOT = Path(__file__).resolve().parents[2]
PART = re.compile(r"^(?P<name>\S+)\s+(?P<state>\w[\w ]*?)\s{2,}(?P<pid>\d+|-)\s+(?P<address>\S+)")


def read_status_rows() -> list[re.Match[str]]:
    """Return the lines of `make status` that describe a part."""
    output = subprocess.run(
        [sys.executable, "-m", "deploy.local", "status"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    return [row for line in output.splitlines() if (row := PART.match(line))]


def read_parts() -> dict[str, tuple[str, int | None]]:
    """Return the state and process id of each part."""
    return {row["name"]: (row["state"], int(row["pid"]) if row["pid"] != "-" else None) for row in read_status_rows()}


def read_addresses() -> dict[str, str]:
    """Return the address of each part. The gateway forwards to it."""
    return {row["name"]: row["address"] for row in read_status_rows()}


def list_replicas(name: str, parts: Iterable[str]) -> list[str]:
    """Return the names of all replicas of a service or of NATS: `name`, or `name-1` and so on."""
    return [part for part in parts if part == name or re.fullmatch(rf"{re.escape(name)}-\d+", part)]


def list_pids(name: str) -> list[int]:
    """Return the process ids of all replicas, which must be running."""
    parts = read_parts()
    pids = [parts[part][1] for part in list_replicas(name, parts)]
    assert pids, f"there is no part {name}"
    return [pid for pid in pids if pid is not None]


def read_metrics(service: str) -> list[str]:
    """Return the metrics of each replica, as text."""
    addresses = read_addresses()
    return [
        httpx2.get(f"{addresses[part]}/metrics", timeout=HANG_SECONDS).text
        for part in list_replicas(service, addresses)
    ]


def sum_metric(service: str, sample: str) -> float:
    """Return the sum of a metric over all replicas. `sample` is its name with labels, as in the text of the metrics."""
    line = re.compile(rf"^{re.escape(sample)} (\S+)$", re.MULTILINE)
    return sum(float(value) for text in read_metrics(service) for value in line.findall(text))


def is_restarted(part: str, exited: int) -> bool:
    """Return True if everything is ready again and `part` has a new process."""
    now = read_parts()
    return bool(now) and all(state == "ready" for state, _ in now.values()) and now[part][1] != exited


def run_make_for_part(verb: str, part: str, **settings: str) -> None:
    """Run a make target such as `stop` for one part, with these variables."""
    run_module("deploy.local", verb, P=part, **settings)


def get_state_folder(name: str) -> Path:
    """Return a folder of the running stack's state, such as `run` or `log`."""
    return Path(os.environ["VAR_DIR"]) / name


def restart_with_file(part: str, file: Path, text: str) -> None:
    """Restart the part with this content of one of its files."""
    run_make_for_part("stop", part)
    file.write_text(text)
    run_make_for_part("start", part)


def replace_release(version: str) -> None:
    """Replace the running release by another commit or folder."""
    run_module("tests.faults.release", VERSION=version)


def run_module(name: str, *arguments: str, **settings: str) -> None:
    command = [sys.executable, "-m", name, *arguments]
    environment = os.environ | settings
    completed = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert completed.returncode == 0, (
        f"{name} {arguments} {settings}: {completed.stdout[-2000:]}{completed.stderr[-2000:]}"
    )
