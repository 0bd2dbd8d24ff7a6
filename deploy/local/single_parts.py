"""`make status`, and `make stop|start|restart|logs P=content`: shows and controls parts of a running system."""

import os

from deploy.local import gateway, paths, ports, supervisor, system
from deploy.local.console import StepError, print_line
from deploy.local.parts import Part
from deploy.local.readiness import find_problems, wait_for_all, wait_until
from deploy.local.state import lock_state_folder


def status() -> int:
    """Print the state of each part. Exit code 1 if any is down or not ready."""
    parts = system.read_remembered_parts()
    pids = supervisor.read_pids()
    part_problems = find_problems(parts)
    print_line(f"{'PART':<17}{'STATE':<11}{'PID':<9}ADDRESS")

    for part, problem in zip(parts, part_problems, strict=True):
        pid = pids.get(part.name)
        if not pid:
            state = "down"
        elif problem:
            state = "not ready"
        else:
            state = "ready"
        print_line(f"{part.name:<17}{state:<11}{pid or '-':<9}{part.address}")
        if pid and problem:
            print_line(f"{'':<17}{problem}")

    is_everything_ready = len(pids) >= len(parts) and not any(part_problems)
    return 0 if is_everything_ready else 1


def read_requested_name() -> str:
    """Return the name of a part or a service that the caller gives as P."""
    return os.environ.get("P", "").strip()


def find_requested_parts() -> list[Part]:
    """Return the parts that the caller named with P. Raises StepError if nothing runs or there is no such part."""
    supervisor.read_running_ports()
    return system.find_parts(system.read_remembered_parts(), read_requested_name())


def stop() -> None:
    parts = find_requested_parts()
    stop_parts(parts)
    print_line(f"stopped: {', '.join(part.name for part in parts)}")


def stop_parts(parts: list[Part]) -> None:
    with lock_state_folder():
        supervisor.stop_parts(part.name for part in parts)


def start() -> None:
    """Start the requested parts with the environment of the last `make up`."""
    start_parts(find_requested_parts())


def start_parts(parts: list[Part]) -> None:
    """Start the parts and wait until they are ready."""
    with lock_state_folder():
        for part in parts:
            supervisor.start_part(part)
    wait_for_all(parts)


def restart() -> None:
    """Restart one replica after another, so that a service with several replicas loses no request."""
    for part in find_requested_parts():
        restart_replica(part)


def restart_replica(part: Part, *, with_new_definition: bool = False) -> None:
    """Restart a replica after the gateway has stopped sending it requests. Returns when the gateway sends them again.

    With `with_new_definition` the replica starts with this definition instead of its last one. Raises StepError if the
    gateway does not find it.
    """
    ports_of_parts = ports.read_record()
    has_others = len(ports.list_replicas(part.kind, ports_of_parts)) > 1
    with lock_state_folder():
        supervisor.stop_parts([part.name], with_draining=has_others)
        if with_new_definition:
            part.write_definition()
    start_parts([part])
    if not has_others or part.kind not in (*paths.SERVICES, "web"):
        return

    def is_found() -> bool:
        return not gateway.find_servers_left_out([part.address], ports_of_parts)

    if not wait_until(is_found, gateway.TIMEOUT_SECONDS, pause=0.2):
        raise StepError(f"the gateway does not find {part.name} at {part.address}")


def logs() -> None:
    """Follow the logs of all parts, or of the requested ones."""
    parts = system.read_remembered_parts()
    parts_to_show = system.find_parts(parts, read_requested_name()) if read_requested_name() else parts
    os.execvp("tail", ["tail", "-n", "20", "-F", *(str(part.log) for part in parts_to_show)])  # noqa: S606
