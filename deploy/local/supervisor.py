"""Controls the supervisor, the process that keeps all parts running, over its unix socket."""

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
from deploy.local.console import StepError
from deploy.local.parts import STATE_FOLDER_VARIABLE, Part, fill_template, mark_environment
from deploy.local.programs import get_caller_environment, run
from deploy.local.readiness import wait_until

CONFIGURATION = paths.RUN / "supervisord.conf"
PID_FILE = paths.RUN / "supervisord.pid"
# These faults mean that the part is already in the requested state.
IGNORED_FAULTS = {Faults.NOT_RUNNING, Faults.ALREADY_STARTED}
# The kernel limits the length of a unix socket's path.
MAX_SOCKET_PATH = 100


def choose_socket_path() -> Path:
    """Return the path of the socket: in the state folder, or in /tmp if that path would be too long."""
    path_in_state = paths.RUN / "supervisor.sock"
    if len(str(path_in_state)) <= MAX_SOCKET_PATH:
        return path_in_state
    return Path("/tmp") / f"meridian-{hashlib.sha256(str(paths.VAR).encode()).hexdigest()[:16]}.sock"  # noqa: S108


def build_configuration(parts: Iterable[Part]) -> str:
    """Return the supervisor's configuration file.

    The command and environment of a part are in its definition instead.
    """
    return fill_template(
        "supervisord.conf",
        parts=parts,
        launcher=launch.__file__,
        pid_file=PID_FILE,
        root=os.geteuid() == 0,
        socket=choose_socket_path(),
    )


def call(method: str, *arguments: Any) -> Any:
    """Send one command to the supervisor. Returns None if it had nothing to do.

    Raises StepError if the supervisor refuses, and OSError if it does not run.
    """
    transport = SupervisorTransport(serverurl=f"unix://{choose_socket_path()}")
    # The transport ignores this address.
    server = xmlrpc.client.ServerProxy("http://localhost", transport)
    try:
        return getattr(server.supervisor, method)(*arguments)
    except xmlrpc.client.Fault as fault:
        if fault.faultCode in IGNORED_FAULTS:
            return None
        raise StepError(f"the supervisor refused {method}{arguments}: {fault.faultString}") from None
    finally:
        transport.close()


def is_running() -> bool:
    try:
        return bool(call("getState")["statecode"] >= 0)
    except (OSError, http.client.HTTPException):
        return False


def read_running_ports() -> dict[str, int]:
    """Return the ports of the running stack. Raises StepError if nothing runs."""
    if not is_running():
        raise StepError("Nothing is running here: run make up first.")
    return ports.read_record()


def start(parts: Iterable[Part]) -> None:
    """Start the supervisor, or update a running one to exactly these parts. It starts no part by itself."""
    if "%" in f"{paths.VAR}{paths.VENV}":
        raise StepError("supervisor cannot take a percent sign in a path: move the checkout to a folder without one")
    CONFIGURATION.write_text(build_configuration(parts))
    if is_running():
        program = "supervisorctl"
        arguments = ["update"]
    else:
        program = "supervisord"
        arguments = []
    command = [str(paths.TOOLS_BIN / "python"), "-m", f"supervisor.{program}", "-c", str(CONFIGURATION), *arguments]
    run(program, *command, log=f"{program}.out", env=mark_environment(get_caller_environment()))


def read_pids() -> dict[str, int]:
    """Return the process ids of the running parts by name. Empty if the supervisor does not run."""
    if not is_running():
        return {}
    return {process["name"]: process["pid"] for process in call("getAllProcessInfo") if process["pid"]}


def start_part(part: Part) -> None:
    """Start a part by its definition and reset the count of its starts."""
    part.pid_file.unlink(missing_ok=True)
    call("startProcess", part.name, False)


def start_changed_parts(parts: Iterable[Part]) -> None:
    """Start the parts that do not run, and restart the parts whose definition has changed."""
    running_pids = read_pids()
    changed_parts = [part for part in parts if part.name not in running_pids or part.is_stale()]
    stop_parts(part.name for part in changed_parts)
    for part in changed_parts:
        part.write_definition()
        start_part(part)


def stop_parts(names: Iterable[str], *, with_draining: bool = False) -> None:
    """Stop the parts and wait for all of them. The supervisor kills a part that does not stop within ten seconds.

    With `with_draining` a service answers requests until the gateway sends it no more (docs/decisions/0135). Raises
    StepError if a part does not stop.
    """
    ending_names = set()
    for name in set(names).intersection(read_pids()):
        was_running = call("stopProcess", name, False)
        if was_running:
            ending_names.add(name)
    for name in ending_names:
        if ports.get_kind(name) in paths.SERVICES and not with_draining:
            # SIGINT after the SIGTERM of the supervisor ends the draining of a service at once.
            call("signalProcess", name, "INT")
    if not wait_until(lambda: ending_names.isdisjoint(read_pids()), seconds=20):
        running_names = sorted(ending_names.intersection(read_pids()))
        raise StepError(f"did not stop: {', '.join(running_names)}")


def shut_down() -> None:
    """Stop the supervisor and the parts that it still runs. `stop_orphans` stops the remaining processes."""
    call("shutdown")
    # The supervisor removes its pid file when all parts have ended. `is_running` is false before that.
    wait_until(lambda: not PID_FILE.exists(), seconds=25)


def find_orphans() -> list[int]:
    """Return the ids of all processes of this state folder, including those that outlived a killed supervisor."""
    line = f"{STATE_FOLDER_VARIABLE}={paths.VAR}".encode()
    pids = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if line in file.read_bytes().split(b"\0"):
                pids.append(int(file.parent.name))
    return pids


def stop_orphans() -> int:
    """Stop all processes of this state folder by SIGINT, SIGTERM and then SIGKILL. Returns their number."""
    orphans = find_orphans()
    for signal_number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        for pid in find_orphans():
            with suppress(ProcessLookupError):
                os.kill(pid, signal_number)
        wait_until(lambda: not find_orphans(), seconds=5)
    return len(orphans)
