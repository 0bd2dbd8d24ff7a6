"""Measures the requests of one user, reads and writes: CPU of the service, and time until the answer.

`make bench P=signed_in`. Requests are sent one after another on one connection, so none waits for another. Reads are
compared with a bare FastAPI answer, and a sign-in is compared with argon2's own computation.
"""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count

import httpx2
from auth.settings import Settings
from chassis.testing.ports import find_free_port
from chassis.testing.servers import run_nats, run_postgres
from pwdlib.hashers.argon2 import Argon2Hasher

from tests.bench import budgets
from tests.bench.budgets import Figure, compute_ratio
from tests.bench.stream_load import read_cpu_seconds
from tests.bench.stream_servers import Server, run_bare_server, run_server

ROUNDS = 5
REQUESTS = 100
EMAIL = "admin@example.com"
PASSWORD = "Kolenval-Bench-Rotor-27"
ACCOUNT = {"email": EMAIL, "password": PASSWORD}
# The limits of one visitor are raised, because they are not measured here.
NO_LIMITS = {"CONTENT_CONTACT_PER_HOUR": "1000000"}
SendFunction = Callable[[], httpx2.Response]


@contextlib.contextmanager
def run_services(folder: str) -> Iterator[dict[str, Server]]:
    """Run auth, content and notifications with the demo content and one administrator, and a bare FastAPI answer."""
    with run_postgres() as database, run_nats() as bus, contextlib.ExitStack() as stack:
        servers = {}
        for name in ("auth", "content", "notifications"):
            port = find_free_port()
            environment = {
                "DATABASE_URL": database.create(name),
                "NATS_URL": bus.url,
                "SERVICE_PORT": str(port),
                "LOG_LEVEL": "INFO",
                "DATA_DIR": folder,
                "ADMIN_EMAIL": EMAIL,
                "ADMIN_PASSWORD": PASSWORD,
                **NO_LIMITS,
            }
            # Each service runs in its own process, because one process cannot import the tables of two.
            seeds = [[f"{name}.seed"]] if name != "notifications" else []
            for module in (["chassis.migrate", name], *seeds):
                command = [sys.executable, "-m", *module]
                subprocess.run(command, env=os.environ | environment, check=True, stdout=sys.stderr)
            command = [sys.executable, "-m", "chassis.serve", name]
            servers[name] = stack.enter_context(run_server(command, "/readyz", port, **environment))
        yield servers


def measure(server: Server, send: SendFunction) -> tuple[float, float]:
    """Measure the server's processor time for each request and the median time to the answer, in milliseconds."""
    cpu_seconds_before = read_cpu_seconds(server.process.pid)
    times = []
    for _ in range(REQUESTS):
        began = time.perf_counter()
        answer = send()
        times.append(time.perf_counter() - began)
        answer.raise_for_status()
    cpu_seconds = read_cpu_seconds(server.process.pid) - cpu_seconds_before
    return cpu_seconds / REQUESTS * 1000, statistics.median(times) * 1000


def measure_hash() -> float:
    """Measure the milliseconds of processor time of one check of a password, with the parameters of the product."""
    hasher = Argon2Hasher(
        time_cost=Settings.model_fields["argon2_passes"].default,
        memory_cost=Settings.model_fields["argon2_memory_kib"].default,
        parallelism=Settings.model_fields["argon2_lanes"].default,
    )
    stored_hash = hasher.hash(PASSWORD)
    began = time.process_time()
    for _ in range(REQUESTS):
        assert hasher.verify(PASSWORD, stored_hash)
    return (time.process_time() - began) / REQUESTS * 1000


def compare(name: str, server: Server, send: SendFunction, reference: Callable[[], float], **bounds: float) -> Figure:
    """Compare the CPU with the reference, in the same rounds."""
    send().raise_for_status()
    rounds = [(*measure(server, send), reference()) for _ in range(ROUNDS)]
    cpu_ms, answer_ms, reference_ms = (statistics.median(column) for column in zip(*rounds, strict=True))
    detail = f"{cpu_ms:.2f} ms vs {reference_ms:.2f} ms; answer after {answer_ms:.1f} ms"
    return compute_ratio(name, [own / other for own, _, other in rounds], detail=detail, **bounds)


def sign_in(http: httpx2.Client) -> None:
    answer = http.post("/api/auth/login", json=ACCOUNT).raise_for_status()
    http.headers["Authorization"] = f"Bearer {answer.json()['accessToken']}"
    http.cookies.clear()


def wait_for(send: SendFunction) -> None:
    """Wait until the copy of the account has arrived where the request needs it."""
    deadline = time.monotonic() + 30
    while not send().is_success:
        assert time.monotonic() < deadline, send().text
        time.sleep(0.2)


def run(servers: dict[str, Server], bare: Server) -> list[Figure]:
    with contextlib.ExitStack() as stack:
        auth, content, inbox, hello = (
            stack.enter_context(httpx2.Client(base_url=server.url, timeout=30))
            for server in (servers["auth"], servers["content"], servers["notifications"], bare)
        )
        sign_in(auth)
        for http in (content, inbox):
            http.headers["Authorization"] = auth.headers["Authorization"]
        visitor = stack.enter_context(httpx2.Client(base_url=servers["auth"].url, timeout=30))
        number = count()

        def measure_bare_answer() -> float:
            return measure(bare, lambda: hello.get("/healthz"))[0]

        def send_contact_form() -> httpx2.Response:
            form = {"name": "Пётр", "phone": "+7 495 000-00-00", "email": "petr@example.com", "consent": True}
            return content.post("/api/contact", json=form | {"message": f"Вопрос {next(number)}"})

        wait_for(lambda: content.get("/api/me/orders"))
        cases: list[tuple[str, Server, SendFunction]] = [
            ("GET /api/auth/me", servers["auth"], lambda: auth.get("/api/auth/me")),
            ("GET /api/me/orders", servers["content"], lambda: content.get("/api/me/orders")),
            ("GET /api/notifications", servers["notifications"], lambda: inbox.get("/api/notifications")),
            (
                "POST mark-all-read",
                servers["notifications"],
                lambda: inbox.post("/api/notifications/mark-all-read"),
            ),
            ("POST /api/contact", servers["content"], send_contact_form),
        ]
        figures = [compare(name, server, send, measure_bare_answer) for name, server, send in cases]
        login = compare(
            "POST /api/auth/login, beside argon2",
            servers["auth"],
            lambda: visitor.post("/api/auth/login", json=ACCOUNT),
            measure_hash,
        )
        return [*figures, login]


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, run_services(folder) as running, run_bare_server() as bare:
        figures = run(running, bare)
    return budgets.report("One person's requests, processor time beside a bare FastAPI answer", figures)


if __name__ == "__main__":
    raise SystemExit(main())
