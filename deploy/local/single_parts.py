"""`make status`, and `make stop|start|restart|logs P=content`: the parts of a running system."""

import os

from deploy.local import gateway, paths, ports, supervisor, system
from deploy.local.console import Failed, print_line
from deploy.local.parts import Part
from deploy.local.probes import wait_until
from deploy.local.programs import exit_code
from deploy.local.readiness import reasons, wait_for_all

# The gateway looks every second.
GATEWAY_SECONDS = 30.0


def status() -> int:
    """Each part, whether it runs and can be used; exit code 1 when any is down or not ready."""
    parts = system.remembered_parts()
    processes, answers = supervisor.processes(), reasons(parts)
    healthy = True
    print_line(f"{'PART':<17}{'STATE':<11}{'PID':<9}ADDRESS")
    for part in parts:
        pid, reason = processes.get(part.name, {}).get("pid") or 0, answers[part.name]
        state = "ready" if pid and reason is None else "not ready" if pid else "down"
        healthy = healthy and state == "ready"
        print_line(f"{part.name:<17}{state:<11}{pid or '-':<9}{part.address}")
        if pid and reason:
            print_line(f"{'':<17}{reason}")
    return 0 if healthy else 1


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
    with system.exclusive_lock():
        supervisor.stop_parts(part.name for part in parts)


def start() -> None:
    """Start it with the environment of the last `make up`."""
    start_parts(requested_parts())


def start_parts(parts: list[Part]) -> None:
    """Start these and wait until they can be used."""
    with system.exclusive_lock():
        for part in parts:
            system.start_part(part)
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
        known = ports.read_record()
        if not wait_until(lambda: gateway.sends_to(part.address, known), GATEWAY_SECONDS, 0.2):
            raise Failed(f"the gateway does not find {part.name} at {part.address}")


def logs() -> int:
    """Follow the logs of all parts, or of one."""
    parts = system.remembered_parts()
    expected = system.find_parts(parts, requested_name()) if requested_name() else parts
    files = [part.log for part in expected if part.log.exists()]
    if not files:
        raise Failed(f"there are no logs in {paths.LOGS} yet")
    try:
        return exit_code("tail", "-n", "20", "-F", *files)
    except KeyboardInterrupt:
        return 0
