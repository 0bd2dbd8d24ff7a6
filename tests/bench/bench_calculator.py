"""Compares the calculator with a bare FastAPI POST with the same models, on the same core, in the same rounds.

`make bench P=calculator` measures two cases:

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
from typing import Any, NamedTuple

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


class Case(NamedTuple):
    """Requests with `variants` prices in turn, and the path of the bare server with which they are compared."""

    name: str
    variants: int
    bare_path: str


CASES = (Case("the same request", 1, "/answer"), Case("a new price each time", 20_000, "/calculate"))


class Measurement(NamedTuple):
    """Requests a second, and the server's processor time for each request."""

    rate: float
    cpu_microseconds: float


def call(port: int, path: str = PATH, body: dict[str, Any] | None = CAR) -> bytes:
    """Send a POST with this body, or a GET without one, and return the answer."""
    headers = {"Content-Type": "application/json"}
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310 - our own address
        received_body: bytes = answer.read()
        return received_body


@contextlib.contextmanager
def run_bench_server(
    command: list[str], port: int, path: str, body: dict[str, Any] | None, **environment: str
) -> Iterator[int]:
    """Run a server on the first core; the load runs on the others."""
    pinned_command = ["taskset", "-c", "0", *command]
    log = subprocess.DEVNULL
    process = subprocess.Popen(pinned_command, env=os.environ | environment, cwd=FOLDER, stdout=log, stderr=log)
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


def measure(port: int, path: str, variants: int, pid: int, body: dict[str, Any] | None = CAR) -> Measurement:
    arguments = [str(port), path, str(SECONDS), str(variants), json.dumps(body)]
    before = read_cpu_seconds(pid)
    run = subprocess.run(
        ["taskset", "-c", "1", sys.executable, FOLDER / "http_load.py", *arguments], capture_output=True, check=True
    )
    result = json.loads(run.stdout)
    if result["failed"]:
        raise SystemExit(f"{result['failed']} of {result['answered']} requests failed")
    return Measurement(result["rate"], (read_cpu_seconds(pid) - before) / result["answered"] * 1e6)


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
        reference = [sys.executable, "-m", "uvicorn", "bare_calculator:app", "--port", str(bare_port)]
        reference += ["--no-access-log", "--log-level", "warning", "--loop", "uvloop", "--http", "httptools"]
        answer = call(our_port).decode()
        bare_pid = stack.enter_context(run_bench_server(reference, bare_port, "/answer", CAR, BENCH_ANSWER=answer))
        return measure_and_report(our_port, our_pid, bare_port, bare_pid)


def describe_medians(measurements: list[Measurement]) -> str:
    rate = statistics.median(measurement.rate for measurement in measurements)
    cpu_microseconds = statistics.median(measurement.cpu_microseconds for measurement in measurements)
    return f"{rate:.0f}/s, CPU {cpu_microseconds:.0f} µs"


def measure_and_report(our_port: int, our_pid: int, bare_port: int, bare_pid: int) -> int:
    figures = []
    for case in CASES:
        ours = []
        bare = []
        for _ in range(ROUNDS):
            ours.append(measure(our_port, PATH, case.variants, our_pid))
            bare.append(measure(bare_port, case.bare_path, case.variants, bare_pid))
        ratios = [our.rate / reference.rate for our, reference in zip(ours, bare, strict=True)]
        detail = f"{describe_medians(ours)}; bare: {describe_medians(bare)}"
        figures.append(
            budgets.compute_ratio(f"rate, {case.name}", ratios, must=0.8, aim=0.95, at_least=True, detail=detail)
        )
    return budgets.report("Calculator beside a bare FastAPI POST with the same models", figures)


if __name__ == "__main__":
    sys.exit(main())
