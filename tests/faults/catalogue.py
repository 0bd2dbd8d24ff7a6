"""The faults: each is caused on a running stack and its cause is removed again; the site then recovers by itself."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from deploy.local import nats, ports
from tests.faults.disks import fill, folder, small_disk
from tests.faults.proxy import Proxy, control, silent_after, slow, through, unchanged
from tests.faults.stack import parts

STOPPED_SECONDS = 30.0
AWAY_SECONDS = 60.0
DEGRADED_SECONDS = 20.0
# One node of NATS, or those of the cluster that NATS_NODES starts.
NODES = nats.names_of(int(os.environ.get("NATS_NODES") or 1))
PARTS = (
    "gateway", "web", "auth", "calculator", "content", "notifications-1", "notifications-2", "status", *NODES,
    "postgres", "mail",
)  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """`happen` returns at the end of the cause, and `arranged` yields then; what follows removes the arrangement."""

    name: str
    happen: Callable[[], None] = field(default=lambda: None)
    arranged: Callable[[], AbstractContextManager[None]] = nullcontext


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
    """Send a signal to these processes; one that has already ended is ignored."""
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


def slow_network(part: str, setting: str, dependency: str, *, lost: float = 0.0) -> Fault:
    """The way to a dependency takes up to a twentieth of a second each way, and connections break."""

    def happen() -> None:
        port = ports.read_record()[dependency]
        slowly = slow(0.05, lost=lost)
        with through(Proxy(port, upward=slowly, downward=slowly), part, setting, port):
            time.sleep(DEGRADED_SECONDS)

    return Fault(f"slow and lossy network from {part} to {dependency}", happen)


def hanging_mail() -> Fault:
    """The mail server takes every message and never confirms it: it falls silent after its answer to DATA."""

    def happen() -> None:
        port = ports.read_record()["mail"]
        proxy = Proxy(port, upward=unchanged, downward=silent_after(b"354"))
        with through(proxy, "auth", "SMTP_URL", port):
            time.sleep(DEGRADED_SECONDS)

    return Fault("mail server hangs after DATA", happen)


def full_disk(part: str, name: str) -> Fault:
    """No byte is left on the disk of the part."""

    @contextmanager
    def arranged() -> Iterator[None]:
        with small_disk(part, folder(name)):
            ballast = fill(folder(name))
            time.sleep(DEGRADED_SECONDS)
            ballast.unlink()
            yield

    return Fault(f"disk of {part} is full", arranged=arranged)


FAULTS = (
    *(killed(part) for part in PARTS),
    *(restarted(part) for part in ("gateway", "auth", "content", "calculator", "notifications-1", "postgres")),
    *(silent(part) for part in ("auth", "content", "notifications-1", NODES[0], "postgres", "mail")),
    killed("notifications-1", "notifications-2"),
    killed(*NODES, "postgres"),
    killed("content", "notifications-2"),
    killed("web", "content"),
    away("nats"),
    # Of a cluster: one node for a while, and two of three at once.
    *((*map(away, NODES), killed(*NODES[:2])) if len(NODES) > 1 else ()),
    away("postgres"),
    slow_network("content", "DATABASE_URL", "postgres", lost=0.002),
    slow_network("notifications-1", "NATS_URL", NODES[0], lost=0.01),
    hanging_mail(),
    # Mounting needs root; elsewhere these two cannot be arranged.
    *((full_disk("nats", "nats"),) if os.geteuid() == 0 and len(NODES) == 1 else ()),
    *((full_disk("postgres", "postgres"),) if os.geteuid() == 0 else ()),
)
# What `make test` runs: each of these parts crashes once.
SHORT_SET = (killed("content", "notifications-1"), killed(*NODES, "postgres"))
