"""Measures the services at rest: CPU until each is ready, and their memory together with NATS.

`make bench P=footprint`. CPU is measured instead of time, because other work on the machine lengthens only the time. It
is compared with the start of a bare FastAPI application. Memory is the proportional set size: shared pages are counted
once.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time

from chassis.testing.ports import find_free_port
from chassis.testing.servers import run_nats, run_postgres
from contracts.services import SERVICES

from tests.bench import budgets
from tests.bench.budgets import Figure
from tests.bench.stream_load import read_cpu_seconds, read_memory_kb
from tests.bench.stream_servers import run_server
from tests.processes import list_process_tree

REST_SECONDS = 5


def measure_bare_start() -> float:
    """Return the seconds of CPU until a bare FastAPI application answers."""
    port = find_free_port()
    command = [sys.executable, "-m", "uvicorn", "bare_hello:app", "--port", str(port), "--no-access-log"]
    with run_server(command, "/healthz", port) as server:
        return read_cpu_seconds(server.process.pid)


def main() -> int:
    figures = []
    bare = measure_bare_start()
    with (
        run_postgres() as database,
        run_nats() as bus,
        tempfile.TemporaryDirectory() as folder,
        contextlib.ExitStack() as stack,
    ):
        processes = {}
        for name in SERVICES:
            url = database.create(name)
            port = find_free_port()
            environment = {
                "DATABASE_URL": url,
                "NATS_URL": bus.url,
                "SERVICE_PORT": str(port),
                "LOG_LEVEL": "WARNING",
                "DATA_DIR": folder,
            }
            # The tables of two services cannot be imported by one process.
            migrate = [sys.executable, "-m", "chassis.migrate", name]
            subprocess.run(migrate, env=os.environ | environment, check=True, stdout=sys.stderr)
            command = [sys.executable, "-m", "chassis.serve", name]
            processes[name] = stack.enter_context(run_server(command, "/healthz", port, **environment)).process.pid
            used_seconds = read_cpu_seconds(processes[name])
            detail = f"{used_seconds:.2f} s vs {bare:.2f} s"
            figures.append(Figure(f"{name}: CPU of its start", used_seconds / bare, "ratio", aim=3.5, detail=detail))
        time.sleep(REST_SECONDS)
        memory = {name: read_memory_kb(pid) / 1024 for name, pid in processes.items()}
        # PostgreSQL runs as a daemon. NATS and the services are descendants of this process.
        others = set(list_process_tree(os.getpid())) - {os.getpid(), *processes.values()}
        megabytes_of_others = sum(read_memory_kb(pid) for pid in others) / 1024
    figures += [Figure(f"{name}: memory at rest", megabytes, "MB") for name, megabytes in memory.items()]
    figures.append(Figure("all services and NATS", sum(memory.values()) + megabytes_of_others, "MB", must=900))
    return budgets.report("Footprint at rest", figures)


if __name__ == "__main__":
    raise SystemExit(main())
