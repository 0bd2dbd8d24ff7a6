"""Compares a service's `/healthz` and its public lists with a bare FastAPI answer, in the same rounds.

`make bench P=chassis`. It reports ratios of CPU for each request. The lists come from
content with the demo content, which answers them from its cache.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
from statistics import median
from typing import Any

from chassis.migrate import upgrade
from chassis.testing.ports import find_free_port
from chassis.testing.servers import run_nats, run_postgres

from tests.bench import budgets
from tests.bench.bench_calculator import measure, run_bench_server
from tests.bench.budgets import compute_ratio

ROUNDS = 5
# The must and the aim, as multiples of the CPU of a bare answer.
CASES = {"/healthz": (1.7, 1.3), "/api/blog/posts": (1.6, 1.35), "/api/cars": (1.7, 1.5)}
NO_BODY: Any = None


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
        our_pid = stack.enter_context(
            run_bench_server(command, our_port, "/healthz", NO_BODY, **environment, SERVICE_PORT=str(our_port))
        )
        reference = [sys.executable, "-m", "uvicorn", "bare_hello:app", "--port", str(bare_port), "--no-access-log"]
        reference += ["--log-level", "warning", "--loop", "uvloop", "--http", "httptools"]
        bare_pid = stack.enter_context(run_bench_server(reference, bare_port, "/healthz", NO_BODY))
        return measure_and_report(our_port, our_pid, bare_port, bare_pid)


def measure_and_report(our_port: int, our_pid: int, bare_port: int, bare_pid: int) -> int:
    figures = []
    for path, (must, aim) in CASES.items():
        rounds = []
        for _ in range(ROUNDS):
            _, our_cpu = measure(our_port, path, 1, our_pid, NO_BODY)
            _, bare_cpu = measure(bare_port, "/healthz", 1, bare_pid, NO_BODY)
            rounds.append((our_cpu, bare_cpu))
        figures.append(
            compute_ratio(
                path, [own / reference for own, reference in rounds], must=must, aim=aim, detail=describe_cpu(rounds)
            )
        )
    return budgets.report("CPU for each request beside a bare FastAPI answer", figures)


def describe_cpu(rounds: list[tuple[float, float]]) -> str:
    our_cpu, bare_cpu = map(median, zip(*rounds, strict=True))
    return f"{our_cpu:.0f} µs vs {bare_cpu:.0f} µs"


if __name__ == "__main__":
    sys.exit(main())
