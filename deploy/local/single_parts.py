"""`make stop|start|restart|logs P=content`: one part of a running system."""

import os
import subprocess
import time

from deploy.local import gateway, paths, supervisor, system
from deploy.local.console import Failed, print_line
from deploy.local.parts import Part
from deploy.local.ports import read_record
from deploy.local.readiness import wait_for_all

# The gateway looks every second.
GATEWAY_SECONDS = 30.0


def requested_name() -> str:
    return os.environ.get("P", "").strip()


def requested_parts() -> list[Part]:
    if not supervisor.is_running():
        raise Failed("Nothing is running here: run make up first.")
    return system.find_parts(system.remembered_parts(), requested_name())


def stop() -> None:
    with system.exclusive_lock():
        parts = requested_parts()
        supervisor.stop_parts(part.name for part in parts)
    print_line(f"stopped: {', '.join(part.name for part in parts)}")


def start() -> None:
    """Start it with the environment of the last `make up`."""
    start_parts(requested_parts())


def start_parts(parts: list[Part]) -> None:
    """Start these and wait until they can be used."""
    with system.exclusive_lock():
        for part in parts:
            part.pid_file.unlink(missing_ok=True)
            supervisor.start_part(part.name)
    wait_for_all(parts)


def restart() -> None:
    """One replica after another, so that a service of which several run loses no request."""
    for part in requested_parts():
        restart_replica(part)


def restart_replica(part: Part, *, renewed: bool = False) -> None:
    """After the gateway has left it out; returns when the gateway sends requests here again.

    `renewed`: with this definition instead of the one it was started with.
    """
    has_others = len([other for other in system.remembered_parts() if other.kind == part.kind]) > 1
    with system.exclusive_lock():
        supervisor.stop_parts([part.name], drained=has_others)
        if renewed:
            part.write_definition()
    start_parts([part])
    if has_others and part.kind in (*paths.SERVICES, "web"):
        wait_until_routed(part)


def wait_until_routed(part: Part) -> None:
    ports = read_record()
    deadline = time.monotonic() + GATEWAY_SECONDS
    while not gateway.sends_to(part.address, ports):
        if time.monotonic() > deadline:
            raise Failed(f"the gateway does not find {part.name} at {part.address}")
        time.sleep(0.2)


def logs() -> int:
    """Follow the logs of all parts, or of one."""
    parts = system.remembered_parts()
    expected = system.find_parts(parts, requested_name()) if requested_name() else parts
    files = [str(part.log) for part in expected if part.log.exists()]
    if not files:
        raise Failed(f"there are no logs in {paths.LOGS} yet")
    try:
        return subprocess.run(["tail", "-n", "20", "-F", *files], check=False).returncode
    except KeyboardInterrupt:
        return 0
