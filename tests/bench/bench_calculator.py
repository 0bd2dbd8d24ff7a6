"""Compares the calculator with a bare FastAPI POST with the same models, on the same core, in the same rounds.

`make bench P=calculator`. Two rows:

- the same request each time (the page's example, a shared link), beside a bare POST that returns a stored answer;
- a new price each time, which no cached answer can serve, beside a bare POST that calculates it too.
"""

import contextlib
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from chassis.migrate import upgrade
from chassis.testing.ports import find_free_port
from chassis.testing.servers import run_nats, run_postgres

from tests.bench import budgets

FOLDER = Path(__file__).parent
ROUNDS = 5
SECONDS = 2.0
PATH = "/api/calculator/calculate"
CAR = {
    "price": 2_800_000,
    "engineVolumeLiters": 2.0,
    "age": 4,
    "fuelType": "petrol",
    "importCategory": "legal",
    "enginePower": 200,
    "enginePowerUnit": "hp",
}
CASES = {"the same request": (1, "/answer"), "a new price each time": (20_000, "/calculate")}


def call(port: int, path: str = PATH, body: dict[str, Any] | None = CAR) -> bytes:
    """Send a POST with this body, or a GET without one, and return the answer."""
    headers = {"Content-Type": "application/json"}
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310 - our own address
        received: bytes = answer.read()
        return received


@contextlib.contextmanager
def run_bench_server(
    command: list[str], port: int, path: str, body: dict[str, Any] | None, **environment: str
) -> Iterator[int]:
    """Run a server on the first core; the load runs on the others."""
    pinned = ["taskset", "-c", "0", *command]
    log = subprocess.DEVNULL
    process = subprocess.Popen(pinned, env=os.environ | environment, cwd=FOLDER, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                call(port, path, body)
                break
            except OSError:
                if time.monotonic() > deadline or process.poll() is not None:
                    raise
                time.sleep(0.1)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def read_cpu_seconds(pid: int) -> float:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def measure(port: int, path: str, variants: int, pid: int, body: dict[str, Any] | None = CAR) -> tuple[float, float]:
    """Measure the requests a second, and microseconds of the server's CPU for each."""
    arguments = [str(port), path, str(SECONDS), str(variants), json.dumps(body)]
    before = read_cpu_seconds(pid)
    run = subprocess.run(
        ["taskset", "-c", "1", sys.executable, FOLDER / "http_load.py", *arguments], capture_output=True, check=True
    )
    result = json.loads(run.stdout)
    if result["failed"]:
        raise SystemExit(f"{result['failed']} of {result['answered']} requests failed")
    return result["rate"], (read_cpu_seconds(pid) - before) / result["answered"] * 1e6


def main() -> int:
    with run_postgres() as database, run_nats() as bus, contextlib.ExitStack() as stack:
        url = database.create("calculator")
        upgrade("calculator", url)
        our_port = find_free_port()
        bare_port = find_free_port()
        service = {
            "DATABASE_URL": url,
            "NATS_URL": bus.url,
            "SERVICE_PORT": str(our_port),
            "CALCULATOR_CALCULATE_PER_MINUTE": "1000000000",
        }
        command = [sys.executable, "-m", "chassis.serve", "calculator"]
        our_pid = stack.enter_context(run_bench_server(command, our_port, PATH, CAR, **service))
        reference = [
            sys.executable,
            "-m",
            "uvicorn",
            "bare_calculator:app",
            "--port",
            str(bare_port),
            "--no-access-log",
        ]
        reference += ["--log-level", "warning", "--loop", "uvloop", "--http", "httptools"]
        answer = call(our_port).decode()
        bare_pid = stack.enter_context(run_bench_server(reference, bare_port, "/answer", CAR, BENCH_ANSWER=answer))
        return measure_and_report(our_port, our_pid, bare_port, bare_pid)


def measure_and_report(our_port: int, our_pid: int, bare_port: int, bare_pid: int) -> int:
    figures = []
    for name, (variants, bare_path) in CASES.items():
        rounds = []
        for _ in range(ROUNDS):
            our_rate, our_cpu = measure(our_port, PATH, variants, our_pid)
            bare_rate, bare_cpu = measure(bare_port, bare_path, variants, bare_pid)
            rounds.append((our_rate, bare_rate, our_cpu, bare_cpu))
        our_rate, bare_rate, our_cpu, bare_cpu = map(statistics.median, zip(*rounds, strict=True))
        detail = f"{our_rate:.0f}/s of {bare_rate:.0f}/s, CPU {our_cpu:.0f} µs of {bare_cpu:.0f} µs"
        values = [own / reference for own, reference, _, _ in rounds]
        figures.append(budgets.compute_ratio(f"rate, {name}", values, must=0.8, aim=0.95, at_least=True, detail=detail))
    return budgets.report("Calculator beside a bare FastAPI POST with the same models", figures)


if __name__ == "__main__":
    sys.exit(main())
