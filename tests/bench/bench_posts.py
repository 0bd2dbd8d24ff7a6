"""Compares the blog's first page, read from the database, with the same page built from SQLModel entities.

`make bench P=posts`. Both read the same database. Each request has a different `as_of`, so no cached answer serves it.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
from statistics import median

from chassis.migrate import upgrade
from chassis.testing.ports import find_free_port
from chassis.testing.servers import run_nats, run_postgres

from tests.bench import budgets
from tests.bench.bench_calculator import measure, run_bench_server

ROUNDS = 5
# One for each second of an hour.
DIFFERENT_QUERIES = 3600
OUR_PATH = "/api/blog/posts?limit=6&as_of=2090-01-01T00:{minute:02}:{second:02}Z"
BARE_PATH = "/posts?limit=6"


def main() -> int:
    with (
        run_postgres() as database,
        run_nats() as bus,
        tempfile.TemporaryDirectory() as folder,
        contextlib.ExitStack() as stack,
    ):
        url = database.create("content")
        upgrade("content", url)
        environment = {"DATABASE_URL": url, "NATS_URL": bus.url, "DATA_DIR": folder, "LOG_LEVEL": "INFO"}
        subprocess.run([sys.executable, "-m", "content.seed"], env=os.environ | environment, check=True, stdout=2)
        our_port = find_free_port()
        bare_port = find_free_port()
        command = [sys.executable, "-m", "chassis.serve", "content"]
        first_path = "/api/blog/posts?limit=6"
        our_pid = stack.enter_context(
            run_bench_server(command, our_port, first_path, None, **environment, SERVICE_PORT=str(our_port))
        )
        reference = [sys.executable, "-m", "uvicorn", "bare_posts:app", "--port", str(bare_port), "--no-access-log"]
        reference += ["--log-level", "warning", "--loop", "uvloop", "--http", "httptools"]
        bare_pid = stack.enter_context(run_bench_server(reference, bare_port, BARE_PATH, None, **environment))
        return measure_and_report(our_port, our_pid, bare_port, bare_pid)


def measure_and_report(our_port: int, our_pid: int, bare_port: int, bare_pid: int) -> int:
    rounds = []
    for _ in range(ROUNDS):
        _, our_cpu = measure(our_port, OUR_PATH, DIFFERENT_QUERIES, our_pid, None)
        _, bare_cpu = measure(bare_port, BARE_PATH, 1, bare_pid, None)
        rounds.append((our_cpu, bare_cpu))
    our_cpu, bare_cpu = map(median, zip(*rounds, strict=True))
    detail = f"{our_cpu:.0f} µs vs {bare_cpu:.0f} µs"
    figure = budgets.compute_ratio(
        "CPU per request", [own / reference for own, reference in rounds], must=0.8, aim=0.45, detail=detail
    )
    return budgets.report("The blog from the database beside SQLModel entities", [figure])


if __name__ == "__main__":
    sys.exit(main())
