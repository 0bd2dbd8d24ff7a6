"""Runs a real Traefik and a real Caddy with the real configuration, in front of servers that echo requests."""

import contextlib
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from chassis.testing.ports import find_free_port

from gateway.render import render

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
# The parts behind the gateway. `notifications` has two replicas.
SERVICES = ("auth", "content", "notifications-1", "notifications-2", "calculator", "status")
# How many events a stream sends before it ends.
EVENTS = 3


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def served_by(self) -> str:
        return str(self.headers["X-Service"])


WEB_PAGES = (
    "/",
    "/about",
    "/services",
    "/cars",
    "/blog",
    "/contacts",
    "/privacy",
    "/terms",
    "/developers",
    "/sitemap",
    "/status",
)


class Service(ThreadingHTTPServer):
    """Answers every request with a description of it. `X-Answer-Status` sets another status.

    The next `crashes` requests are read but not answered, as by a process that crashes.
    """

    daemon_threads = True

    def __init__(self, name: str) -> None:
        super().__init__(("127.0.0.1", 0), Receiver)
        self.name = name
        self.seen: list[str] = []
        self.crashes = 0
        # Status of its answer to the gateway's health check.
        self.health = 200
        # One semaphore for each open event stream, which sends its next event at each release.
        self.streams: list[threading.Semaphore] = []
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def release_event(self) -> None:
        """Let each open event stream send its next event."""
        for stream in self.streams:
            stream.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnect."""


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Service

    def answer_request(self) -> None:
        if self.path == "/healthz":
            self.send_answer(self.server.health, b"{}")
            return
        self.server.seen.append(self.path)
        if self.path.startswith("/api/sse/"):
            self.send_events()
            return
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.server.crashes:
            self.server.crashes -= 1
            self.close_connection = True
            return
        received_request = {
            "method": self.command,
            "path": self.path,
            "headers": dict(self.headers.items()),
            "body_size": len(body),
            "padding": "x" * int(self.headers.get("X-Padding") or 0),
        }
        # This server has no pages of the web app, so the copies of the web server are used, as during an outage.
        is_away = self.server.name == "content" and self.path in WEB_PAGES
        usual = 503 if is_away or self.path.startswith("/unavailable/") else 200
        self.send_answer(int(self.headers.get("X-Answer-Status") or usual), json.dumps(received_request).encode())

    def send_answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        for name, value in {
            "X-Service": self.server.name,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "X-Powered-By": "secret",
            # The services send this header with their cached answers.
            "Vary": "Accept-Encoding",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_events(self) -> None:
        event_permits = threading.Semaphore(0)
        self.server.streams.append(event_permits)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number in range(EVENTS):
            event = f"id: {number}\ndata: {'x' * 2000}\n\n".encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
            self.wfile.flush()
            if not event_permits.acquire(timeout=300):
                return
        self.wfile.write(b"0\r\n\r\n")

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer_request

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@dataclass
class Gateway:
    port: int
    ops_port: int
    log: Path

    def request(
        self,
        path: str,
        method: str = "GET",
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        port: int | None = None,
        source: str = "127.0.0.1",
    ) -> Answer:
        """Send one request from the address `source`. The path is sent unchanged."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=120, source_address=(source, 0))
        try:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # The answer came before all was sent.
                connection.request(method, path, body, {"Accept": "*/*", **(headers or {})})
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def read_access_log(self) -> list[dict[str, Any]]:
        """Return the complete lines of the access log."""
        complete_lines = self.log.read_text().rpartition("\n")[0]
        return [json.loads(line) for line in complete_lines.splitlines() if line.startswith("{")]


GatewayStarter = Callable[..., Gateway]


def listens(port: int) -> bool:
    """Return True if something accepts connections on this port of the machine. Raises OSError otherwise."""
    with socket.create_connection(("127.0.0.1", port), 1):
        return True


def wait_until(condition: Callable[[], bool], what: str, seconds: float = 120) -> None:
    """Wait for a condition. An OSError counts as False."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if condition():
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} s: {what}")


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="gw"))
    yield path
    shutil.rmtree(path)


@pytest.fixture(scope="session")
def services() -> Iterator[dict[str, Service]]:
    services = {name: Service(name) for name in SERVICES}
    yield services
    for service in services.values():
        service.shutdown()
        service.server_close()


PAGE = "<!DOCTYPE html><title>{title}</title><script>window.page = '{title}'</script>"
FILES = {
    "index.html": PAGE.format(title="home"),
    "about/index.html": PAGE.format(title="about"),
    "404/index.html": PAGE.format(title="missing"),
    "404.html": PAGE.format(title="lost"),
    "__spa-fallback.html": PAGE.format(title="shell"),
    "auth/bridge.html": PAGE.format(title="bridge"),
    "assets/app-1a2b.js": "console.log(1)",
    "assets/app-1a2b.js.br": "as brotli",
    "sw.js": "// worker",
    "sw-off.js": "// leaves",
    "manifest.webmanifest": "{}",
    "favicon.svg": "<svg/>",
    ".hidden.txt": "secret",
}


@pytest.fixture(scope="session")
def built_pages(folder: Path) -> Path:
    """A small build with a policy that the web's script has written."""
    client = folder / "build" / "client"
    for name, text in FILES.items():
        (client / name).parent.mkdir(parents=True, exist_ok=True)
        (client / name).write_text(text)
    (folder / "build" / "routes.caddy").write_text("@spa path_regexp ^/(dashboard(/.*)?|notifications|blog/[^/]+)$\n")
    script = ROOT / "web" / "scripts" / "pages" / "pagePolicy.ts"
    code = f"import({json.dumps(str(script))}).then((m) => m.writePagePolicy({json.dumps(str(client))}))"
    subprocess.run([BIN / "node", "-e", code], check=True)
    return client


@pytest.fixture(scope="session")
def snapshot_folder(folder: Path) -> Path:
    """Folder of the status service's last answers."""
    path = folder / "snapshot"
    path.mkdir()
    return path


def start_caddy(folder: Path, built_pages: Path, **settings: str) -> tuple[str, subprocess.Popen[bytes]]:
    """Start the web server with the small build. Returns its address and its process once it listens."""
    port = find_free_port()
    environment = os.environ | {
        "CADDY_ADDRESS": f":{port}",
        "WEB_ROOT": str(built_pages),
        "CSP_BOT_CHECK": "",
        "CSP_TELEGRAM": "https://stand-in.example",
        "XDG_DATA_HOME": str(folder / "caddy"),
        "XDG_CONFIG_HOME": str(folder / "caddy"),
        **settings,
    }
    command: list[str | Path] = [BIN / "caddy", "run", "--config", ROOT / "web" / "Caddyfile"]
    with (folder / f"caddy-{port}.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    wait_until(lambda: listens(port), "Caddy listens")
    return f"http://127.0.0.1:{port}", process


@contextlib.contextmanager
def run_caddy(folder: Path, built_pages: Path, **settings: str) -> Iterator[str]:
    """Run the web server inside the block. Yields its address."""
    address, process = start_caddy(folder, built_pages, **settings)
    try:
        yield address
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="session")
def web_url(folder: Path, built_pages: Path, snapshot_folder: Path) -> Iterator[str]:
    with run_caddy(folder, built_pages, STATUS_SNAPSHOT=str(snapshot_folder)) as address:
        yield address


@pytest.fixture(scope="session")
def addresses(services: dict[str, Service], web_url: str) -> dict[str, str]:
    """Variables of the templates in gateway/routes."""
    return {
        "AUTH_URL": services["auth"].url,
        "CONTENT_URL": services["content"].url,
        "NOTIFICATIONS_URL": f"{services['notifications-1'].url},{services['notifications-2'].url}",
        "CALCULATOR_URL": services["calculator"].url,
        "STATUS_URL": services["status"].url,
        "WEB_URL": web_url,
    }


@pytest.fixture(scope="session")
def start_gateway(folder: Path, addresses: dict[str, str]) -> Iterator[Callable[..., Gateway]]:
    """Start gateways. `environment` fills the templates, `change` edits the static file, `/` answers `home_status`."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(
        environment: Mapping[str, str] | None = None,
        trusted_proxies: tuple[str, ...] = (),
        change: Callable[[dict[str, Any]], None] | None = None,
        home_status: int = 200,
    ) -> Gateway:
        gateway = Gateway(find_free_port(), find_free_port(), folder / f"traefik-{len(processes)}.log")
        entry_points = {"web": f"127.0.0.1:{gateway.port}", "ops": f"127.0.0.1:{gateway.ops_port}"}
        static = yaml.safe_load(
            render(web=entry_points["web"], ops=entry_points["ops"], trusted_proxies=trusted_proxies)
        )
        if change:
            change(static)
        configuration = gateway.log.with_suffix(".yml")
        configuration.write_text(yaml.safe_dump(static))
        command: list[str | Path] = [BIN / "traefik", f"--configFile={configuration}"]
        settings = os.environ | addresses | dict(environment or {})
        with gateway.log.open("wb") as log:
            processes.append(subprocess.Popen(command, env=settings, stdout=log, stderr=log))
        wait_until(lambda: gateway.request("/").status == home_status, "the gateway serves the site")
        return gateway

    yield start
    for process in processes:
        process.kill()
    for process in processes:
        process.wait()


@pytest.fixture(scope="session")
def gateway(start_gateway: Callable[..., Gateway]) -> Gateway:
    return start_gateway()
