"""The process that keeps all parts running, spoken to over its own unix socket."""

import hashlib
import http.client
import os
import shlex
import socket
import subprocess
import xmlrpc.client
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from deploy.local import paths, ports
from deploy.local.console import Failed, last_lines
from deploy.local.parts import Part, fill_template, marked
from deploy.local.probes import wait_until
from deploy.local.programs import caller_environment

CONFIGURATION = paths.RUN / "supervisord.conf"
PID_FILE = paths.RUN / "supervisord.pid"
LOG = paths.LOGS / "supervisord.log"
LAUNCHER = Path(__file__).with_name("launch.py")
# The kernel takes no longer name for a unix socket.
MAX_SOCKET_PATH = 100
BAD_NAME = 10
NOT_RUNNING = 70
ALREADY_STARTED = 60
ALREADY_ADDED = 90


def socket_path() -> Path:
    """In the state folder, or under /tmp where the checkout lies too deep."""
    near = paths.RUN / "supervisor.sock"
    if len(str(near)) <= MAX_SOCKET_PATH:
        return near
    return Path("/tmp") / f"meridian-{hashlib.sha256(str(paths.VAR).encode()).hexdigest()[:16]}.sock"  # noqa: S108


def program_section(part: Part) -> str:
    values = {
        "name": part.name,
        "command": shlex.join([str(paths.TOOLS_BIN / "python"), "-IS", str(LAUNCHER), str(part.definition)]),
        "stop_signal": part.stop_signal,
        "signal_group": str(part.signal_group).lower(),
        "log": part.log,
    }
    return fill_template("program.conf", values)


def configuration(parts: Iterable[Part]) -> str:
    user = "user=root" if os.geteuid() == 0 else ""
    values = {"log": LOG, "pid_file": PID_FILE, "logs": paths.LOGS, "user": user, "socket": socket_path()}
    return fill_template("supervisord.conf", values) + "".join(map(program_section, parts))


class SocketTransport(xmlrpc.client.Transport):
    """XML-RPC over a unix socket."""

    def make_connection(self, host: Any) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection("localhost", timeout=30)
        connection.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.sock.settimeout(30)
        connection.sock.connect(str(socket_path()))
        return connection


def call(method: str, *arguments: Any, ignoring: tuple[int, ...] = ()) -> Any:
    """One command to the supervisor; faults that mean "already so" are ignored by number."""
    proxy = xmlrpc.client.ServerProxy("http://localhost", transport=SocketTransport())
    try:
        return getattr(proxy.supervisor, method)(*arguments)
    except xmlrpc.client.Fault as fault:
        if fault.faultCode in ignoring:
            return None
        raise Failed(f"the supervisor refused {method}{arguments}: {fault.faultString}") from None
    finally:
        proxy("close")()


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


def start(parts: list[Part]) -> None:
    """Start it, or make a running one know exactly these parts."""
    if "%" in f"{paths.VAR}{paths.VENV}":
        raise Failed("supervisor cannot take a percent sign in a path: move the checkout to a folder without one")
    CONFIGURATION.write_text(configuration(parts))
    if is_running():
        adopt_changes()
        return
    with (paths.LOGS / "supervisord.out.log").open("wb") as output:
        process = subprocess.Popen(
            [paths.TOOLS_BIN / "python", "-m", "supervisor.supervisord", "-c", CONFIGURATION],
            cwd=paths.ROOT,
            env=marked(caller_environment()),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    wait_until(lambda: is_running() or process.poll() is not None, 10)
    if not is_running():
        logs = last_lines(paths.LOGS / "supervisord.out.log"), last_lines(LOG)
        raise Failed("the supervisor did not start:\n" + "\n".join(logs))


def adopt_changes() -> None:
    """Parts that are new, changed in how they are kept, or gone since the supervisor started."""
    ((added, changed, removed),) = call("reloadConfig")
    for name in changed + removed:
        call("stopProcessGroup", name, True, ignoring=(BAD_NAME,))
        call("removeProcessGroup", name, ignoring=(BAD_NAME,))
    for name in added + changed:
        call("addProcessGroup", name, ignoring=(ALREADY_ADDED,))


def processes() -> dict[str, dict[str, Any]]:
    """What it keeps, by name; nothing when it is not there."""
    if not is_running():
        return {}
    return {entry["name"]: entry for entry in call("getAllProcessInfo")}


def running() -> set[str]:
    """The names of the parts that have a process."""
    return {name for name, process in processes().items() if process["pid"]}


def start_part(name: str) -> None:
    call("startProcess", name, False, ignoring=(ALREADY_STARTED,))


def stop_parts(names: Iterable[str], *, drained: bool = False) -> None:
    """Stop all and wait for all: each has ten seconds before it is killed.

    `drained`: each service first answers until the gateway sends it nothing more (docs/decisions/0135).
    """
    waiting = {name for name in names if call("stopProcess", name, False, ignoring=(NOT_RUNNING, BAD_NAME))}
    for name in () if drained else [name for name in waiting if ports.kind_of(name) in paths.SERVICES]:
        call("signalProcess", name, "INT", ignoring=(NOT_RUNNING, BAD_NAME))

    def left() -> list[str]:
        known = processes()
        return sorted(name for name in waiting if known.get(name, {}).get("pid"))

    if not wait_until(lambda: not left(), 20):
        raise Failed(f"did not stop: {', '.join(left())}")


def shut_down() -> None:
    """End the supervisor and whatever it still keeps; one that does not end is left to `orphan_processes`."""
    call("shutdown")
    # It removes the file when all have ended; `is_running` is false before that.
    wait_until(lambda: not PID_FILE.exists(), 25)
