"""`make status`: every part, whether it runs and can be used, its process and its address."""

from deploy.local import supervisor, system
from deploy.local.console import print_line
from deploy.local.readiness import reasons


def status() -> int:
    """Exit code 1 when any part is down or not ready."""
    parts = system.remembered_parts()
    processes = supervisor.processes()
    answers = reasons(parts)
    healthy = True
    print_line(f"{'PART':<17}{'STATE':<11}{'PID':<9}ADDRESS")
    for part in parts:
        pid = processes.get(part.name, {}).get("pid") or 0
        reason = answers[part.name]
        state = "ready" if pid and reason is None else "not ready" if pid else "down"
        healthy = healthy and state == "ready"
        print_line(f"{part.name:<17}{state:<11}{pid or '-':<9}{part.address}")
        if pid and reason:
            print_line(f"{'':<17}{reason}")
    return 0 if healthy else 1
