"""The faults: each happens to a running stack and ends its own cause; healing is then the site's affair."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.faults.stack import ROOT, parts

STOPPED_SECONDS = 30.0
AWAY_SECONDS = 60.0
PARTS = (
    "gateway", "web", "auth", "calculator", "content", "notifications-1", "notifications-2", "status", "nats",
    "postgres", "mail",
)  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """`happen` returns at the end of the cause."""

    name: str
    happen: Callable[[], None]


def process_tree(part: str) -> list[int]:
    """The process of a part and all its children: a database is more than its first process."""
    pid = parts()[part][1]
    assert pid is not None, f"{part} does not run"
    found = [pid]
    for parent in found:
        children = Path(f"/proc/{parent}/task/{parent}/children")
        found += [int(word) for word in children.read_text().split()] if children.exists() else []
    return found


def send_signal(pids: list[int], number: signal.Signals) -> None:
    """Signal these processes; one that has ended meanwhile is no fault."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue


def killed(*names: str) -> Fault:
    """All these parts crash at the same moment."""

    def happen() -> None:
        send_signal([process_tree(name)[0] for name in names], signal.SIGKILL)

    return Fault(f"SIGKILL {' + '.join(names)}", happen)


def restarted(*names: str) -> Fault:
    """The parts are asked to end and are started again, as a new version would be."""

    def happen() -> None:
        send_signal([process_tree(name)[0] for name in names], signal.SIGTERM)

    return Fault(f"restart {' + '.join(names)}", happen)


def silent(*names: str) -> Fault:
    """The parts are there and answer nothing for a while."""

    def happen() -> None:
        pids = [pid for name in names for pid in process_tree(name)]
        send_signal(pids, signal.SIGSTOP)
        try:
            time.sleep(STOPPED_SECONDS)
        finally:
            send_signal(pids, signal.SIGCONT)

    return Fault(f"SIGSTOP {STOPPED_SECONDS:.0f} s {' + '.join(names)}", happen)


def away(name: str) -> Fault:
    """The part is stopped by an operator and started again later."""

    def happen() -> None:
        control("stop", name)
        try:
            time.sleep(AWAY_SECONDS)
        finally:
            control("start", name)

    return Fault(f"{name} away {AWAY_SECONDS:.0f} s", happen)


def control(verb: str, part: str) -> None:
    """`make stop` or `make start` of one part."""
    command = [sys.executable, "-m", "deploy.local", verb]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"P": part}, check=True, capture_output=True)


FAULTS = (
    *(killed(part) for part in PARTS),
    *(restarted(part) for part in ("gateway", "auth", "content", "calculator", "notifications-1", "postgres")),
    *(silent(part) for part in ("auth", "content", "notifications-1", "nats", "postgres", "mail")),
    killed("notifications-1", "notifications-2"),
    killed("nats", "postgres"),
    killed("content", "notifications-2"),
    away("nats"),
    away("postgres"),
)
# What `make test` runs: each of these parts crashes once.
SHORT_SET = (killed("content", "notifications-1"), killed("nats", "postgres"))
