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
from tests.faults.definitions import state_folder
from tests.faults.disks import copy_content, empty_folder, fill_disk, move_logs_to_small_disk, move_to_small_disk
from tests.faults.proxy import Proxy, delay_chunks, forward_unchanged, route_through, silence_after
from tests.faults.stack import ROOT, control_part, read_parts, replace_release, replicas_of
from tests.faults.store_bounds import bounded_store, fill_store
from tests.processes import process_tree

# The previous commit, unless a tag names a release. FROM names another commit.
LAST_RELEASE = "HEAD~1"
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
NODES = ports.number_replicas("nats", int(os.environ.get("NATS_NODES") or 1))
# docs/faults.md, "What was found": from Traefik, for a moment after its start; and the code of an email from before
# a registration whose answer was lost was sent again.
GATEWAY_STARTS = ("404",)
CODE_OF_THE_FIRST_EMAIL = ("400",)
LOSE_ANSWERS_OF_AUTH = {"gateway", "auth", "postgres"}
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

    `setup` surrounds it and is undone only after the site has been checked.
    `refusals` are error answers that this fault explains, besides those that clients expect of every fault.
    """

    name: str
    happen: Callable[[], None] = field(default=lambda: None)
    setup: Callable[[], AbstractContextManager[None]] = nullcontext
    refusals: tuple[str, ...] = ()
    # No request may be refused.
    is_lossless: bool = False
    # A condition that must hold again, besides the state of the parts.
    is_healed: Callable[[], bool] = lambda: True


def processes_of(part: str) -> list[int]:
    """Return the ids of the process of a part, or of its first replica, and of all its children."""
    parts = read_parts()
    pid = parts[replicas_of(part, parts)[0]][1]
    assert pid is not None, f"{part} does not run"
    return process_tree(pid)


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


def refusals_of(names: Iterable[str]) -> tuple[str, ...]:
    """Return the error answers that are explained by a crash, a start or a hang of these parts."""
    codes: tuple[str, ...] = ()
    if LOSE_ANSWERS_OF_AUTH.intersection(names):
        codes += CODE_OF_THE_FIRST_EMAIL
    if "gateway" in names:
        codes += GATEWAY_STARTS
    return codes


def crash_fault(*names: str) -> Fault:
    """Crash all these parts at the same moment."""

    def happen() -> None:
        send_signal([processes_of(name)[0] for name in names], signal.SIGKILL)

    return Fault(f"SIGKILL {' + '.join(names)}", happen, refusals=refusals_of(names))


def restart_fault(*names: str) -> Fault:
    """Stop the parts in an orderly way and start them again, as in an update."""

    def happen() -> None:
        for name in names:
            send_signal(processes_of(name)[:1], STOP_SIGNALS.get(name, signal.SIGTERM))

    return Fault(f"restart {' + '.join(names)}", happen, refusals=refusals_of(names))


def rolling_fault(*names: str) -> Fault:
    """Restart these services, one replica after another, as an operator does."""

    def happen() -> None:
        for name in names:
            control_part("restart", name)

    return Fault(f"rolling restart {' + '.join(names)}", happen, is_lossless=True)


def upgrade_fault() -> Fault:
    """Roll back to the previous release and upgrade to this one again."""

    def happen() -> None:
        for version in (os.environ.get("FROM") or LAST_RELEASE, str(ROOT)):
            replace_release(version)

    return Fault("upgrade and rollback", happen, is_lossless=True)


def pause_fault(*names: str) -> Fault:
    """Suspend the parts for a while: connections are open, but nothing answers."""

    def happen() -> None:
        suspend([pid for name in names for pid in processes_of(name)])

    return Fault(f"SIGSTOP {STOPPED_SECONDS:.0f} s {' + '.join(names)}", happen, refusals=refusals_of(names))


def outage_fault(name: str, seconds: float = AWAY_SECONDS) -> Fault:
    """Stop the part and start it again later, as an operator does."""

    def happen() -> None:
        control_part("stop", name)
        try:
            time.sleep(seconds)
        finally:
            control_part("start", name)

    return Fault(f"{name} away {seconds:.0f} s", happen, refusals=refusals_of([name]))


def slow_network_fault(part: str, setting: str, dependency: str, *, lost: float = 0.0) -> Fault:
    """Delay each chunk to and from a dependency by up to 50 ms. Connections break with the probability `lost`."""

    def happen() -> None:
        port = ports.read_record()[dependency]
        slowly = delay_chunks(0.05, lost=lost)
        with route_through(Proxy(port, upward=slowly, downward=slowly), part, setting, port):
            time.sleep(DEGRADED_SECONDS)

    return Fault(f"slow and lossy network from {part} to {dependency}", happen)


def hanging_mail_fault() -> Fault:
    """Make the mail server receive every message but never confirm it: it does not answer after DATA."""

    def happen() -> None:
        port = ports.read_record()["mail"]
        proxy = Proxy(port, upward=forward_unchanged, downward=silence_after(b"354"))
        with route_through(proxy, "auth", "SMTP_URL", port):
            time.sleep(DEGRADED_SECONDS)

    return Fault("mail server hangs after DATA", happen)


def full_disk_fault(part: str, name: str) -> Fault:
    """Fill the disk with this folder of the part."""

    @contextmanager
    def setup() -> Iterator[None]:
        with move_to_small_disk(part, state_folder(name)):
            ballast = fill_disk(state_folder(name))
            time.sleep(DEGRADED_SECONDS)
            ballast.unlink()
            yield

    return Fault(f"disk of {part} is full ({name})", setup=setup)


def full_log_disk_fault() -> Fault:
    """Fill the disk with the logs of all parts."""

    @contextmanager
    def setup() -> Iterator[None]:
        logs = state_folder("log")
        with move_logs_to_small_disk(logs, supervisor_pid()):
            ballast = fill_disk(logs)
            time.sleep(DEGRADED_SECONDS)
            ballast.unlink()
            yield

    return Fault("disk of the logs is full", setup=setup)


def supervisor_pid() -> int:
    return int((state_folder("run") / "supervisord.pid").read_text())


def full_store_fault() -> Fault:
    """Fill the store of NATS to its limit: events are refused until others are deleted, but no write fails."""

    def happen() -> None:
        with fill_store(SMALL_BOUND):
            time.sleep(DEGRADED_SECONDS)

    return Fault("store of nats is at its bound", happen, lambda: bounded_store(NODES[0], SMALL_BOUND))


def certificate_fault() -> Fault:
    """Let the certificate of a gateway that terminates TLS expire, and replace it by a renewed one."""
    https = Https()

    def happen() -> None:
        assert https.refusal() == EXPIRY_MESSAGE
        time.sleep(DEGRADED_SECONDS)
        https.renew()

    return Fault(
        "certificate of gateway has expired",
        happen,
        https.with_expired_certificate,
        GATEWAY_STARTS,
        is_healed=lambda: not https.refusal(),
    )


def clock_fault(part: str, seconds: float) -> Fault:
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
        with clock.installed():
            yield

    clock = Clock(part)
    return Fault(
        f"clock of {part} jumps {seconds / 3600:+.0f} h and back",
        happen,
        setup,
        ("400", "401") if part == "auth" else ("401",),
    )


def lost_store_fault() -> Fault:
    """Make NATS lose messages that it has acknowledged: its store is reset to an earlier state."""

    def happen() -> None:
        store = state_folder("nats")
        earlier = store.with_name("nats.earlier")
        control_part("stop", NODES[0])
        earlier.mkdir()
        try:
            copy_content(store, earlier)
            control_part("start", NODES[0])
            time.sleep(DEGRADED_SECONDS)
            control_part("stop", NODES[0])
            empty_folder(store)
            copy_content(earlier, store)
            control_part("start", NODES[0])
        finally:
            shutil.rmtree(earlier)

    return Fault(f"power cut: {DEGRADED_SECONDS:.0f} s of NATS are lost", happen)


def supervisor_crash_fault() -> Fault:
    """Crash the supervisor. The operator, or systemd, runs `make up` again."""

    def happen() -> None:
        os.kill(supervisor_pid(), signal.SIGKILL)
        time.sleep(DEGRADED_SECONDS)
        up = [sys.executable, "-m", "deploy.local", "up-observability"]
        subprocess.run(up, cwd=ROOT, check=True, capture_output=True)

    return Fault("SIGKILL supervisor, then make up", happen, refusals=GATEWAY_STARTS)


def supervisor_pause_fault() -> Fault:
    """Suspend the supervisor. Parts block once the pipes of their logs are full."""
    return Fault(
        f"SIGSTOP {STOPPED_SECONDS:.0f} s supervisor",
        lambda: suspend([supervisor_pid()]),
        refusals=CODE_OF_THE_FIRST_EMAIL,
    )


IS_ROOT = os.geteuid() == 0
HAS_REPLICAS = int(os.environ.get("REPLICAS") or 1) > 1
IS_CLUSTER = len(NODES) > 1


def faults_of_processes() -> Iterator[Fault]:
    for part in PARTS:
        yield crash_fault(part)
    for part in PARTS:
        yield restart_fault(part)
    if HAS_REPLICAS:
        # A single replica cannot be restarted without refused requests.
        yield from map(rolling_fault, SERVICES)
        yield upgrade_fault()
    for part in PARTS:
        yield pause_fault(part)
    yield supervisor_pause_fault()
    yield crash_fault("notifications-1", "notifications-2")
    yield crash_fault(*NODES, "postgres")
    yield crash_fault("content", "notifications-2")
    yield crash_fault("web", "content")


def faults_of_dependencies() -> Iterator[Fault]:
    yield outage_fault("nats")
    if IS_CLUSTER:
        # One node for a while, and two of three nodes at once.
        yield from map(outage_fault, NODES)
        yield crash_fault(*NODES[:2])
    yield outage_fault("postgres")
    yield slow_network_fault("content", "DATABASE_URL", "postgres", lost=0.002)
    yield slow_network_fault("notifications-1", "NATS_URL", NODES[0], lost=0.01)
    yield slow_network_fault("auth", "SMTP_URL", "mail", lost=0.01)
    yield hanging_mail_fault()
    if LIBRARY:
        # These need libfaketime.
        for part in ("auth", "content", "notifications-1", "calculator", "status", "postgres"):
            for direction in (1, -1):
                yield clock_fault(part, direction * CLOCK_ERROR_SECONDS)


def faults_of_storage() -> Iterator[Fault]:
    if not IS_CLUSTER:
        yield lost_store_fault()
        yield full_store_fault()
    if IS_ROOT:
        # These mount a file system, which only root may do.
        if not IS_CLUSTER:
            yield full_disk_fault("nats", "nats")
        yield full_disk_fault("postgres", "postgres")
        yield full_disk_fault("auth", "data/auth")
        yield full_log_disk_fault()


def long_faults() -> Iterator[Fault]:
    if not HAS_REPLICAS:
        yield certificate_fault()
    yield supervisor_crash_fault()
    if not IS_CLUSTER:
        yield outage_fault(NODES[0], LONG_OUTAGE_SECONDS)
    yield outage_fault("postgres", LONG_OUTAGE_SECONDS)


# Every fault that this stack and this machine allow.
FAULTS = (*faults_of_processes(), *faults_of_dependencies(), *faults_of_storage(), *long_faults())
# What `make test` runs: a service of two replicas is restarted unnoticed, and each of these parts crashes once.
SHORT_SET = (rolling_fault("notifications"), crash_fault("content", "notifications-1"), crash_fault(*NODES, "postgres"))
