"""`make status`, and `make stop|start|restart|logs P=content`: the parts of a running system."""

import os

from deploy.local import gateway, paths, ports, supervisor, system
from deploy.local.console import Failed, print_line
from deploy.local.parts import Part
from deploy.local.readiness import problems, wait_for_all, wait_until
from deploy.local.state import exclusive_lock

# The gateway looks every second.
GATEWAY_SECONDS = 30.0


def status() -> int:
    """Each part, whether it runs and can be used; exit code 1 when any is down or not ready."""
    parts = system.remembered_parts()
    pids = supervisor.pids()
    found = problems(parts)
    print_line(f"{'PART':<17}{'STATE':<11}{'PID':<9}ADDRESS")
    for part, problem in zip(parts, found, strict=True):
        pid = pids.get(part.name)
        state = "down" if not pid else "not ready" if problem else "ready"
        print_line(f"{part.name:<17}{state:<11}{pid or '-':<9}{part.address}")
        if pid and problem:
            print_line(f"{'':<17}{problem}")
    return 1 if len(pids) < len(parts) or any(found) else 0


def requested_name() -> str:
    return os.environ.get("P", "").strip()


def requested_parts() -> list[Part]:
    supervisor.running_ports()
    return system.find_parts(system.remembered_parts(), requested_name())


def stop() -> None:
    parts = requested_parts()
    stop_parts(parts)
    print_line(f"stopped: {', '.join(part.name for part in parts)}")


def stop_parts(parts: list[Part]) -> None:
    with exclusive_lock():
        supervisor.stop_parts(part.name for part in parts)


def start() -> None:
    """Start it with the environment of the last `make up`."""
    start_parts(requested_parts())


def start_parts(parts: list[Part]) -> None:
    """Start these and wait until they can be used."""
    with exclusive_lock():
        for part in parts:
            supervisor.start_part(part)
    wait_for_all(parts)


def restart() -> None:
    """One replica after another, so that a service of which several run loses no request."""
    for part in requested_parts():
        restart_replica(part)


def restart_replica(part: Part, *, renewed: bool = False) -> None:
    """After the gateway has left it out; returns when the gateway sends requests here again.

    `renewed`: with this definition instead of the one it was started with.
    """
    known = ports.read_record()
    has_others = len(ports.of_kind(part.kind, known)) > 1
    with exclusive_lock():
        supervisor.stop_parts([part.name], drained=has_others)
        if renewed:
            part.write_definition()
    start_parts([part])
    if not has_others or part.kind not in (*paths.SERVICES, "web"):
        return
    if not wait_until(lambda: not gateway.find_servers_left_out([part.address], known), GATEWAY_SECONDS, 0.2):
        raise Failed(f"the gateway does not find {part.name} at {part.address}")


def logs() -> None:
    """Follow the logs of all parts, or of one."""
    parts = system.remembered_parts()
    chosen = system.find_parts(parts, requested_name()) if requested_name() else parts
    os.execvp("tail", ["tail", "-n", "20", "-F", *(str(part.log) for part in chosen)])  # noqa: S606
