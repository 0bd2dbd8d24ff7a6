"""What the services cost at rest: CPU until each is ready, and the memory of all of them with PostgreSQL and NATS.

`make bench P=footprint`. CPU and not time, since other work on the machine makes only the latter longer. Memory is the
proportional set size: pages that processes share are counted once.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time

from chassis.testing.servers import nats, postgres
from contracts.services import SERVICES

from tests.bench import budgets
from tests.bench.budgets import Figure
from tests.bench.stream_load import cpu_seconds, memory_kb
from tests.bench.stream_servers import run_server
from tests.processes import free_port, process_tree

REST_SECONDS = 5


def main() -> int:
    figures = []
    with (
        postgres() as database,
        nats() as bus,
        tempfile.TemporaryDirectory() as folder,
        contextlib.ExitStack() as stack,
    ):
        processes = {}
        for name in SERVICES:
            url = database.create(name)
            port = free_port()
            environment = {
                "DATABASE_URL": url,
                "NATS_URL": bus.url,
                "SERVICE_PORT": str(port),
                "LOG_LEVEL": "WARNING",
                "DATA_DIR": folder,
            }
            # The tables of two services have no room in one process.
            migrate = [sys.executable, "-m", "chassis.migrate", name]
            subprocess.run(migrate, env=os.environ | environment, check=True, stdout=sys.stderr)
            command = [sys.executable, "-m", "chassis.serve", name]
            processes[name] = stack.enter_context(run_server(command, "/healthz", port, **environment)).process.pid
            figures.append(Figure(f"{name}: CPU of its start", cpu_seconds(processes[name]), "s", aim=2.0))
        time.sleep(REST_SECONDS)
        memory = {name: memory_kb(pid) / 1024 for name, pid in processes.items()}
        # PostgreSQL runs as a daemon. NATS and the services are descendants of this process.
        others = set(process_tree(os.getpid())) - {os.getpid(), *processes.values()}
        below = sum(memory_kb(pid) for pid in others) / 1024
    figures += [Figure(f"{name}: memory at rest", megabytes, "MB") for name, megabytes in memory.items()]
    figures.append(Figure("all services and NATS", sum(memory.values()) + below, "MB", must=900))
    return budgets.report("Footprint at rest", figures)


if __name__ == "__main__":
    raise SystemExit(main())
