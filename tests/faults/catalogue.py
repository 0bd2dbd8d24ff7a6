"""The faults of `make faults`. Each is caused on a running stack and ended, and the site must recover by itself."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field

from contracts.services import SERVICES

from deploy.local import ports
from tests.faults.certificates import EXPIRY_MESSAGE, Https
from tests.faults.clocks import LIBRARY, Clock
from tests.faults.disks import copy_content, empty_folder, fill_disk, move_logs_to_small_disk, move_to_small_disk
from tests.faults.proxy import Proxy, delay_chunks, forward_unchanged, route_through, stop_after
from tests.faults.stack import (
    ROOT,
    get_state_folder,
    list_replicas,
    read_parts,
    replace_release,
    run_make_for_part,
)
from tests.faults.store_bounds import fill_store, limit_store
from tests.processes import list_process_tree

# `create_upgrade` rolls back to this commit, unless FROM names another commit or tag.
PREVIOUS_COMMIT = "HEAD~1"
STOPPED_SECONDS = 30.0
AWAY_SECONDS = 60.0
LONG_OUTAGE_SECONDS = 600.0
DEGRADED_SECONDS = 20.0
CLOCK_ERROR_SECONDS = 3600.0
# Size of the store of NATS, with room for the events of a few minutes.
SMALL_BOUND = 64 * 2**20
# After SIGTERM PostgreSQL waits for its clients to disconnect. SIGINT ends their transactions.
STOP_SIGNALS = {"postgres": signal.SIGINT}
# The node of NATS, or the nodes of the cluster that NATS_NODES starts.
NODES = ports.list_replica_names("nats", int(os.environ.get("NATS_NODES") or 1))
# Error answers that docs/faults.md explains under "What was found".
# Traefik answers 404 for a moment after its start.
REFUSALS_AT_A_GATEWAY_START = ("404",)
# If the answer to a registration was lost and the visitor sent it again, the code of the first email is refused.
REFUSALS_OF_AN_OLD_CODE = ("400",)
PARTS_THAT_LOSE_ANSWERS_OF_AUTH = {"gateway", "auth", "postgres"}
PARTS = (
    "gateway",
    "web",
    "auth",
    "calculator",
    "content",
    "notifications-1",
    "notifications-2",
    "status",
    *NODES,
    "postgres",
    "mail",
)


@dataclass(frozen=True)
class Fault:
    """A fault on a running stack. `happen` causes it and returns when the cause has ended.

    `setup` surrounds it and is undone only after the site has been checked. `refusals` are the error answers that this
    fault explains, in addition to those that clients expect during every fault.
    """

    name: str
    happen: Callable[[], None] = field(default=lambda: None)
    setup: Callable[[], AbstractContextManager[None]] = nullcontext
    refusals: tuple[str, ...] = ()
    # No request may be refused.
    is_lossless: bool = False
    # A condition that must hold again, besides the state of the parts.
    is_healed: Callable[[], bool] = lambda: True


def list_processes(part: str) -> list[int]:
    """Return the ids of the process of a part, or of its first replica, and of all its children."""
    parts = read_parts()
    pid = parts[list_replicas(part, parts)[0]][1]
    assert pid is not None, f"{part} does not run"
    return list_process_tree(pid)


def send_signal(pids: list[int], number: signal.Signals) -> None:
    """Send a signal to these processes. Those that have already ended are ignored."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue


def suspend(pids: list[int]) -> None:
    """Suspend these processes for a while."""
    send_signal(pids, signal.SIGSTOP)
    try:
        time.sleep(STOPPED_SECONDS)
    finally:
        send_signal(pids, signal.SIGCONT)


def list_explained_refusals(names: Iterable[str]) -> tuple[str, ...]:
    """Return the error answers that are explained by a crash, a start or a hang of these parts."""
    codes: tuple[str, ...] = ()
    if PARTS_THAT_LOSE_ANSWERS_OF_AUTH.intersection(names):
        codes += REFUSALS_OF_AN_OLD_CODE
    if "gateway" in names:
        codes += REFUSALS_AT_A_GATEWAY_START
    return codes


def create_crash(*names: str) -> Fault:
    """Crash all these parts at the same moment."""

    def happen() -> None:
        send_signal([list_processes(name)[0] for name in names], signal.SIGKILL)

    return Fault(f"SIGKILL {' + '.join(names)}", happen, refusals=list_explained_refusals(names))


def create_restart(*names: str) -> Fault:
    """Stop the parts in an orderly way and start them again, as in an update."""

    def happen() -> None:
        for name in names:
            send_signal(list_processes(name)[:1], STOP_SIGNALS.get(name, signal.SIGTERM))

    return Fault(f"restart {' + '.join(names)}", happen, refusals=list_explained_refusals(names))


def create_rolling_restart(*names: str) -> Fault:
    """Restart these services, one replica after another, as an operator does."""

    def happen() -> None:
        for name in names:
            run_make_for_part("restart", name)

    return Fault(f"rolling restart {' + '.join(names)}", happen, is_lossless=True)


def create_upgrade() -> Fault:
    """Roll back to the previous commit, or to FROM, and upgrade again."""

    def happen() -> None:
        for version in (os.environ.get("FROM") or PREVIOUS_COMMIT, str(ROOT)):
            replace_release(version)

    return Fault("upgrade and rollback", happen, is_lossless=True)


def create_pause(*names: str) -> Fault:
    """Suspend the parts for a while: connections are open, but nothing answers."""

    def happen() -> None:
        suspend([pid for name in names for pid in list_processes(name)])

    return Fault(
        f"SIGSTOP {STOPPED_SECONDS:.0f} s {' + '.join(names)}", happen, refusals=list_explained_refusals(names)
    )


def create_outage(name: str, seconds: float = AWAY_SECONDS) -> Fault:
    """Stop the part and start it again later, as an operator does."""

    def happen() -> None:
        run_make_for_part("stop", name)
        try:
            time.sleep(seconds)
        finally:
            run_make_for_part("start", name)

    return Fault(f"{name} away {seconds:.0f} s", happen, refusals=list_explained_refusals([name]))


def create_slow_network(part: str, setting: str, dependency: str, *, lost: float = 0.0) -> Fault:
    """Delay each chunk to and from a dependency by up to 50 ms. Connections break with the probability `lost`."""

    def happen() -> None:
        port = ports.read_record()[dependency]
        slow_filter = delay_chunks(0.05, lost=lost)
        with route_through(Proxy(port, upward=slow_filter, downward=slow_filter), part, setting, port):
            time.sleep(DEGRADED_SECONDS)

    return Fault(f"slow and lossy network from {part} to {dependency}", happen)


def create_hanging_mail() -> Fault:
    """Make the mail server receive every message but never confirm it: it does not answer after DATA."""

    def happen() -> None:
        port = ports.read_record()["mail"]
        proxy = Proxy(port, upward=forward_unchanged, downward=stop_after(b"354"))
        with route_through(proxy, "auth", "SMTP_URL", port):
            time.sleep(DEGRADED_SECONDS)

    return Fault("mail server hangs after DATA", happen)


def create_full_disk(part: str, name: str) -> Fault:
    """Fill the disk with this folder of the part."""

    @contextmanager
    def setup() -> Iterator[None]:
        with move_to_small_disk(part, get_state_folder(name)):
            ballast = fill_disk(get_state_folder(name))
            time.sleep(DEGRADED_SECONDS)
            ballast.unlink()
            yield

    return Fault(f"disk of {part} is full ({name})", setup=setup)


def create_full_log_disk() -> Fault:
    """Fill the disk with the logs of all parts."""

    @contextmanager
    def setup() -> Iterator[None]:
        logs = get_state_folder("log")
        with move_logs_to_small_disk(logs, read_supervisor_pid()):
            ballast = fill_disk(logs)
            time.sleep(DEGRADED_SECONDS)
            ballast.unlink()
            yield

    return Fault("disk of the logs is full", setup=setup)


def read_supervisor_pid() -> int:
    return int((get_state_folder("run") / "supervisord.pid").read_text())


def create_full_store() -> Fault:
    """Fill the store of NATS to its limit: events are refused until others are deleted, but no write fails."""

    def happen() -> None:
        with fill_store(SMALL_BOUND):
            time.sleep(DEGRADED_SECONDS)

    return Fault("store of nats is at its bound", happen, setup=lambda: limit_store(NODES[0], SMALL_BOUND))


def create_expired_certificate() -> Fault:
    """Let the certificate of a gateway that terminates TLS expire, and replace it by a renewed one."""
    https = Https()

    def happen() -> None:
        assert https.find_refusal() == EXPIRY_MESSAGE
        time.sleep(DEGRADED_SECONDS)
        https.renew()

    return Fault(
        "certificate of gateway has expired",
        happen,
        setup=https.serve_expired_certificate,
        refusals=REFUSALS_AT_A_GATEWAY_START,
        is_healed=lambda: not https.find_refusal(),
    )


def create_clock_jump(part: str, seconds: float) -> Fault:
    """Make the clock of the part jump, stay wrong for a while, and jump back.

    A part whose clock is fast regards access tokens as expired (401). auth then also refuses codes of emails (400).
    """

    def happen() -> None:
        clock.jump(seconds)
        try:
            time.sleep(DEGRADED_SECONDS)
        finally:
            clock.jump(0)

    @contextmanager
    def setup() -> Iterator[None]:
        with clock.install():
            yield

    clock = Clock(part)
    return Fault(
        f"clock of {part} jumps {seconds / 3600:+.0f} h and back",
        happen,
        setup=setup,
        refusals=("400", "401") if part == "auth" else ("401",),
    )


def create_lost_store() -> Fault:
    """Make NATS lose messages that it has acknowledged: its store is reset to an earlier state."""

    def happen() -> None:
        store = get_state_folder("nats")
        earlier = store.with_name("nats.earlier")
        run_make_for_part("stop", NODES[0])
        earlier.mkdir()
        try:
            copy_content(store, earlier)
            run_make_for_part("start", NODES[0])
            time.sleep(DEGRADED_SECONDS)
            run_make_for_part("stop", NODES[0])
            empty_folder(store)
            copy_content(earlier, store)
            run_make_for_part("start", NODES[0])
        finally:
            shutil.rmtree(earlier)

    return Fault(f"power cut: {DEGRADED_SECONDS:.0f} s of NATS are lost", happen)


def create_supervisor_crash() -> Fault:
    """Crash the supervisor. The operator, or systemd, runs `make up` again."""

    def happen() -> None:
        os.kill(read_supervisor_pid(), signal.SIGKILL)
        time.sleep(DEGRADED_SECONDS)
        up = [sys.executable, "-m", "deploy.local", "up-observability"]
        subprocess.run(up, cwd=ROOT, check=True, capture_output=True)

    return Fault("SIGKILL supervisor, then make up", happen, refusals=REFUSALS_AT_A_GATEWAY_START)


def create_supervisor_pause() -> Fault:
    """Suspend the supervisor. Parts block once the pipes of their logs are full."""
    return Fault(
        f"SIGSTOP {STOPPED_SECONDS:.0f} s supervisor",
        lambda: suspend([read_supervisor_pid()]),
        refusals=REFUSALS_OF_AN_OLD_CODE,
    )


IS_ROOT = os.geteuid() == 0
HAS_REPLICAS = int(os.environ.get("REPLICAS") or 1) > 1
IS_CLUSTER = len(NODES) > 1


def list_process_faults() -> Iterator[Fault]:
    for part in PARTS:
        yield create_crash(part)
    for part in PARTS:
        yield create_restart(part)
    if HAS_REPLICAS:
        # A single replica cannot be restarted without refused requests.
        yield from map(create_rolling_restart, SERVICES)
        yield create_upgrade()
    for part in PARTS:
        yield create_pause(part)
    yield create_supervisor_pause()
    yield create_crash("notifications-1", "notifications-2")
    yield create_crash(*NODES, "postgres")
    yield create_crash("content", "notifications-2")
    yield create_crash("web", "content")


def list_dependency_faults() -> Iterator[Fault]:
    yield create_outage("nats")
    if IS_CLUSTER:
        # One node for a while, and two of three nodes at once.
        yield from map(create_outage, NODES)
        yield create_crash(*NODES[:2])
    yield create_outage("postgres")
    yield create_slow_network("content", "DATABASE_URL", "postgres", lost=0.002)
    yield create_slow_network("notifications-1", "NATS_URL", NODES[0], lost=0.01)
    yield create_slow_network("auth", "SMTP_URL", "mail", lost=0.01)
    yield create_hanging_mail()
    if LIBRARY:
        # These need libfaketime.
        for part in ("auth", "content", "notifications-1", "calculator", "status", "postgres"):
            for direction in (1, -1):
                yield create_clock_jump(part, direction * CLOCK_ERROR_SECONDS)


def list_storage_faults() -> Iterator[Fault]:
    if not IS_CLUSTER:
        yield create_lost_store()
        yield create_full_store()
    if IS_ROOT:
        # These mount a file system, which only root may do.
        if not IS_CLUSTER:
            yield create_full_disk("nats", "nats")
        yield create_full_disk("postgres", "postgres")
        yield create_full_disk("auth", "data/auth")
        yield create_full_log_disk()


def list_long_faults() -> Iterator[Fault]:
    if not HAS_REPLICAS:
        yield create_expired_certificate()
    yield create_supervisor_crash()
    if not IS_CLUSTER:
        yield create_outage(NODES[0], LONG_OUTAGE_SECONDS)
    yield create_outage("postgres", LONG_OUTAGE_SECONDS)


# Every fault that this stack and this machine allow.
FAULTS = (*list_process_faults(), *list_dependency_faults(), *list_storage_faults(), *list_long_faults())
# Faults that `make test-faults` runs: a service of two replicas is restarted unnoticed, and each of these parts
# crashes once.
SHORT_SET = (
    create_rolling_restart("notifications"),
    create_crash("content", "notifications-1"),
    create_crash(*NODES, "postgres"),
)
