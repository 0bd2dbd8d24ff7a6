"""A service in a separate process. A stopped service answers until the gateway sends it nothing more, and then ends."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import psycopg
import pytest
from chassis.migrate import upgrade
from chassis.testing.contract import build_environment
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.servers import Nats, Postgres
from fastapi import FastAPI

# The longest drain that the settings permit. No test waits for its end.
MAX_DRAIN_SECONDS = "60"
# Less than the drain.
SHORT_WAIT_SECONDS = 50


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + HANG_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def read_status(url: str) -> int:
    """Return the status of a GET, or 0 if nothing listens."""
    try:
        return httpx2.get(url, verify=False, timeout=HANG_SECONDS).status_code
    except httpx2.HTTPError:
        return 0


class Service:
    """The sample service in a process of its own."""

    def __init__(self, settings: dict[str, str]) -> None:
        environment = build_environment(settings)
        environment["PYTHONPATH"] = str(Path(__file__).parents[1] / "sample" / "src")
        self.url = f"http://127.0.0.1:{environment['SERVICE_PORT']}"
        self.process = subprocess.Popen([sys.executable, "-m", "chassis.serve", "sample"], env=environment)

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.process.pid, number)

    def wait_for(self, path: str, expected: int) -> None:
        wait_until(lambda: read_status(self.url + path) == expected)


@pytest.fixture
def settings(app: FastAPI, postgres_server: Postgres, nats_server: Nats, tmp_path: Path) -> dict[str, str]:
    url = postgres_server.create("sample_drain")
    upgrade("sample", url)
    return {
        "DATABASE_URL": url,
        "NATS_URL": nats_server.url,
        "DATA_DIR": str(tmp_path),
        "ENVIRONMENT": "test",
        "DRAIN_SECONDS": MAX_DRAIN_SECONDS,
    }


@pytest.fixture
def running_service(settings: dict[str, str]) -> Iterator[Service]:
    service = Service(settings)
    try:
        yield service
    finally:
        service.process.kill()
        service.process.wait(HANG_SECONDS)


class TestSigterm:
    def test_a_stopping_service_answers_and_reports_that_it_stops(self, running_service: Service) -> None:
        running_service.wait_for("/readyz", 200)
        with httpx2.Client(base_url=running_service.url, timeout=HANG_SECONDS) as open_client:
            assert "connection" not in open_client.get("/metrics").headers
            running_service.send_signal(signal.SIGTERM)
            running_service.wait_for("/healthz", 503)
            assert read_status(f"{running_service.url}/readyz") == 503
            wait_until(lambda: open_client.get("/metrics").headers.get("connection") == "close")

    def test_a_stopping_service_ends_after_its_drain(self, settings: dict[str, str]) -> None:
        service = Service(settings | {"DRAIN_SECONDS": "0.5"})
        try:
            service.wait_for("/readyz", 200)
            service.send_signal(signal.SIGTERM)
            service.process.wait(HANG_SECONDS)
        finally:
            service.process.kill()
        assert service.process.returncode in (0, -signal.SIGTERM)

    def test_a_second_signal_stops_the_service_at_once(self, running_service: Service) -> None:
        running_service.wait_for("/readyz", 200)
        running_service.send_signal(signal.SIGTERM)
        running_service.wait_for("/healthz", 503)
        running_service.send_signal(signal.SIGINT)
        # Raises TimeoutExpired while the service still drains.
        assert running_service.process.wait(SHORT_WAIT_SECONDS) is not None

    def test_a_request_that_outlives_the_drain_is_answered_with_503(
        self, running_service: Service, settings: dict[str, str]
    ) -> None:
        running_service.wait_for("/readyz", 200)
        with (
            psycopg.connect(settings["DATABASE_URL"].replace("+psycopg", "")) as holder,
            ThreadPoolExecutor(max_workers=1) as visitor,
        ):
            holder.execute("LOCK TABLE notes IN ACCESS EXCLUSIVE MODE")
            pending_answer = visitor.submit(
                httpx2.get, f"{running_service.url}/api/sample/notes", timeout=HANG_SECONDS, verify=False
            )
            wait_until(lambda: has_waiting(holder))
            running_service.send_signal(signal.SIGINT)
            answer = pending_answer.result()
        assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "unavailable", "5")


def has_waiting(holder: psycopg.Connection) -> bool:
    """Return True if a transaction waits for a table."""
    row = holder.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'relation'").fetchone()
    return row != (0,)


def test_a_running_service_collects_garbage(running_service: Service) -> None:
    running_service.wait_for("/readyz", 200)
    with httpx2.Client(base_url=running_service.url, timeout=HANG_SECONDS) as http:

        def read_collections() -> float:
            match = re.search(r'^python_gc_collections_total{generation="0"} (\S+)$', http.get("/metrics").text, re.M)
            assert match
            return float(match[1])

        def has_collected() -> bool:
            # The objects of a request refer to each other, so only a collection frees them.
            assert http.get("/api/sample/notes").status_code == 200
            return read_collections() > collections_before

        collections_before = read_collections()
        wait_until(has_collected)


class TestHealthz:
    def test_a_service_that_is_still_starting_answers_healthz_with_503(self, settings: dict[str, str]) -> None:
        service = Service(settings | {"NATS_URL": "nats://127.0.0.1:9"})
        try:
            service.wait_for("/healthz", 503)
            assert httpx2.get(f"{service.url}/healthz", timeout=HANG_SECONDS).json() == {"status": "starting"}
        finally:
            service.process.kill()
            service.process.wait(HANG_SECONDS)
