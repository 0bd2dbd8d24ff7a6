"""The process that keeps all parts running, spoken to over its own unix socket."""

import hashlib
import http.client
import os
import signal
import xmlrpc.client
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from supervisor.xmlrpc import Faults, SupervisorTransport

from deploy.local import launch, paths, ports
from deploy.local.console import Failed
from deploy.local.parts import MARK, Part, fill_template, marked
from deploy.local.programs import caller_environment, run
from deploy.local.readiness import wait_until

CONFIGURATION = paths.RUN / "supervisord.conf"
PID_FILE = paths.RUN / "supervisord.pid"
# What is so already is no failure.
IGNORED = {Faults.NOT_RUNNING, Faults.ALREADY_STARTED}
# The kernel takes no longer name for a unix socket.
MAX_SOCKET_PATH = 100


def socket_path() -> Path:
    """In the state folder, or under /tmp where the checkout lies too deep."""
    near = paths.RUN / "supervisor.sock"
    if len(str(near)) <= MAX_SOCKET_PATH:
        return near
    return Path("/tmp") / f"meridian-{hashlib.sha256(str(paths.VAR).encode()).hexdigest()[:16]}.sock"  # noqa: S108


def configuration(parts: Iterable[Part]) -> str:
    """Its file: how each part is kept; the rest of a part is in its definition, which the launcher reads."""
    values = {"launcher": launch.__file__, "pid_file": PID_FILE, "root": os.geteuid() == 0, "socket": socket_path()}
    return fill_template("supervisord.conf", parts=parts, **values)


def call(method: str, *arguments: Any) -> Any:
    """One command to the supervisor; None when it had nothing to do. Raises Failed, or OSError when it does not run."""
    transport = SupervisorTransport(serverurl=f"unix://{socket_path()}")
    try:
        return getattr(xmlrpc.client.ServerProxy("http://localhost", transport).supervisor, method)(*arguments)
    except xmlrpc.client.Fault as fault:
        if fault.faultCode in IGNORED:
            return None
        raise Failed(f"the supervisor refused {method}{arguments}: {fault.faultString}") from None
    finally:
        transport.close()


def is_running() -> bool:
    try:
        return bool(call("getState")["statecode"] >= 0)
    except (OSError, http.client.HTTPException):
        return False


def running_ports() -> dict[str, int]:
    """The ports of the running stack. Raises Failed when nothing runs."""
    if not is_running():
        raise Failed("Nothing is running here: run make up first.")
    return ports.read_record()


def start(parts: Iterable[Part]) -> None:
    """Start it, or make a running one know exactly these parts; it starts none of them by itself."""
    if "%" in f"{paths.VAR}{paths.VENV}":
        raise Failed("supervisor cannot take a percent sign in a path: move the checkout to a folder without one")
    CONFIGURATION.write_text(configuration(parts))
    program, *words = ["supervisorctl", "update"] if is_running() else ["supervisord"]
    command = [str(paths.TOOLS_BIN / "python"), "-m", f"supervisor.{program}", "-c", str(CONFIGURATION), *words]
    run(program, *command, log=f"{program}.out", env=marked(caller_environment()))


def pids() -> dict[str, int]:
    """The process id of each part that has a process; nothing when the supervisor does not run."""
    if not is_running():
        return {}
    return {process["name"]: process["pid"] for process in call("getAllProcessInfo") if process["pid"]}


def start_part(part: Part) -> None:
    """As its definition says; its starts are counted anew."""
    part.pid_file.unlink(missing_ok=True)
    call("startProcess", part.name, False)


def start_changed(parts: Iterable[Part]) -> None:
    """Start parts that do not run, restart those whose definition changed."""
    running = pids()
    stale = [part for part in parts if part.name not in running or part.is_stale()]
    stop_parts(part.name for part in stale)
    for part in stale:
        part.write_definition()
        start_part(part)


def stop_parts(names: Iterable[str], *, drained: bool = False) -> None:
    """Stop all and wait for all: each has ten seconds before it is killed.

    `drained`: each service first answers until the gateway sends it nothing more (docs/decisions/0135).
    """
    waiting = {name for name in set(names).intersection(pids()) if call("stopProcess", name, False)}
    for name in waiting:
        if ports.kind_of(name) in paths.SERVICES and not drained:
            call("signalProcess", name, "INT")
    if not wait_until(lambda: waiting.isdisjoint(pids()), 20):
        raise Failed(f"did not stop: {', '.join(sorted(waiting.intersection(pids())))}")


def shut_down() -> None:
    """End the supervisor and whatever it still keeps; one that does not end is left to `stop_orphans`."""
    call("shutdown")
    # It removes the file when all have ended; `is_running` is false before that.
    wait_until(lambda: not PID_FILE.exists(), 25)


def find_orphans() -> list[int]:
    """The ids of processes that name this state folder: those that outlived a supervisor which was killed, too."""
    line = f"{MARK}={marked({})[MARK]}".encode()
    found = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if line in file.read_bytes().split(b"\0"):
                found.append(int(file.parent.name))
    return found


def stop_orphans() -> int:
    """Stop them, first with SIGINT, then SIGTERM, then SIGKILL; returns how many there were."""
    left = find_orphans()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        for pid in find_orphans():
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        wait_until(lambda: not find_orphans(), 5)
    return len(left)
