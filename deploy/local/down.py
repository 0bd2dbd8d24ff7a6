"""`make down`: nothing of this checkout runs afterwards, however the start or the last stop went."""

from deploy.local import observability, orphan_processes, supervisor, system
from deploy.local.console import Failed, print_line, step


def down() -> None:
    with system.exclusive_lock():
        stopped = supervisor.is_running()
        if stopped:
            with step("stopping"):
                stop_in_order()
                supervisor.shut_down()
        left = orphan_processes.stop_all()
        orphan_processes.remove_pid_files()
        observability.disable()
    print_line("stopped" if stopped or left else "nothing was running")


def stop_in_order() -> None:
    """Stop the parts that use a database, NATS or mail before these."""
    running = {name for name, process in supervisor.processes().items() if process["pid"]}
    foundation = {name for name in running if name.partition("-")[0] in {"postgres", "nats", "mail"}}
    try:
        supervisor.stop_parts(sorted(running - foundation))
        supervisor.stop_parts(sorted(foundation))
    except Failed as failure:
        print_line(f"  {failure}; the supervisor ends it")
