"""Servers for benchmarks: any command on the first core, a bare FastAPI, nchan, and a Traefik in front of a server."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import httpx2
import nats
import pyseto
from chassis.testing.plugin import TEST_KEY, TEST_KID, sign_token
from chassis.testing.ports import find_free_port
from nats.aio.client import Client
from nats.js.api import KeyValueConfig
from sqlalchemy import create_engine, text

from tests.bench.stream_load import read_cpu_seconds, read_memory_kb
from tests.processes import list_children

FOLDER = Path(__file__).parent
# Number of users in one message of the service's subject live.many.
SLICE = 500
# The message of each event.
PAD = "x" * 200
NCHAN_MODULE = Path(os.environ.get("NCHAN_MODULE", "/usr/lib/nginx/modules/ngx_nchan_module.so"))
NGINX = """load_module {module};
daemon off;
worker_processes 1;
worker_rlimit_nofile 65536;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 30000; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  keepalive_requests 100000000;
  keepalive_timeout 1h;
  tcp_nodelay on;
  nchan_shared_memory_size 512M;
  nchan_message_buffer_length 50;
  nchan_message_timeout 5m;
  server {{
    listen 127.0.0.1:{port} backlog=4096;
    location = /healthz {{ return 200; }}
    location ~ ^/publish/(.+)$ {{ nchan_publisher; nchan_channel_id $1; }}
    location ~ ^/streams/(.+)$ {{
      nchan_subscriber eventsource;
      nchan_channel_id $1 all;
      nchan_subscriber_first_message newest;
      nchan_eventsource_event notification;
    }}
  }}
}}
"""
TRAEFIK = """log: {{level: ERROR}}
entryPoints: {{web: {{address: "127.0.0.1:{port}"}}}}
providers: {{file: {{filename: {routes}}}}}
"""
ROUTES = """http:
  routers: {{all: {{rule: "PathPrefix(`/`)", service: target}}}}
  services: {{target: {{loadBalancer: {{servers: [{{url: "http://127.0.0.1:{target_port}"}}]}}}}}}
"""


@dataclass
class Server:
    """A process under test, pinned to the first core; the load runs on the others."""

    port: int
    process: "subprocess.Popen[bytes]"
    url: str = field(init=False)

    def __post_init__(self) -> None:
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def pids(self) -> list[int]:
        """This process and its children: nginx serves from a worker process."""
        return [self.process.pid, *list_children(self.process.pid)]


def read_cpu_seconds_of(servers: Sequence[Server]) -> float:
    """Return the seconds of CPU that all processes of these servers have used."""
    return sum(read_cpu_seconds(pid) for server in servers for pid in server.pids)


def read_memory_kb_of(servers: Sequence[Server]) -> int:
    """Return the proportional memory of all processes of these servers, kB."""
    return sum(read_memory_kb(pid) for server in servers for pid in server.pids)


@contextlib.contextmanager
def run_server(command: list[str], path: str, port: int, **environment: str) -> Iterator[Server]:
    pinned_command = ["taskset", "-c", "0", *command]
    log = tempfile.TemporaryFile()  # noqa: SIM115 - it is open as long as the process runs
    process = subprocess.Popen(pinned_command, env=os.environ | environment, cwd=FOLDER, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + 300
        while True:
            with contextlib.suppress(httpx2.HTTPError):
                if httpx2.get(f"http://127.0.0.1:{port}{path}").status_code == 200:
                    break
            if time.monotonic() > deadline or process.poll() is not None:
                log.seek(0)
                raise TimeoutError(log.read()[-2000:].decode())
            time.sleep(0.1)
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait(20)


def make_user_ids(count: int) -> list[UUID]:
    return [UUID(int=(0x0190 << 112) | (7 << 76) | (2 << 62) | number) for number in range(1, count + 1)]


@contextlib.contextmanager
def run_bare_server() -> Iterator[Server]:
    """Serve a bare FastAPI answer, the reference of what Python does for a request."""
    port = find_free_port()
    command = [sys.executable, "-m", "uvicorn", "bare_hello:app", "--port", str(port), "--no-access-log"]
    command += ["--log-level", "warning", "--loop", "uvloop", "--http", "httptools"]
    with run_server(command, "/healthz", port) as server:
        yield server


def has_nchan() -> bool:
    """Return whether nginx and its nchan module are installed (Debian: nginx-light, libnginx-mod-nchan)."""
    return NCHAN_MODULE.exists() and shutil.which("nginx") is not None


@contextlib.contextmanager
def run_nchan() -> Iterator[Server]:
    port = find_free_port()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "nginx.conf"
        file.write_text(NGINX.format(module=NCHAN_MODULE, folder=folder, port=port))
        Path(folder).chmod(0o755)
        with run_server(["nginx", "-c", str(file)], "/healthz", port) as server:
            yield server


@contextlib.contextmanager
def run_traefik(program: Path, target: Server) -> Iterator[Server]:
    """Run a Traefik with a single route to a server."""
    port = find_free_port()
    with tempfile.TemporaryDirectory() as folder:
        routes = Path(folder) / "routes.yml"
        file = Path(folder) / "traefik.yml"
        routes.write_text(ROUTES.format(target_port=target.port))
        file.write_text(TRAEFIK.format(port=port, routes=routes))
        with run_server([str(program), f"--configFile={file}"], "/healthz", port, GOGC="400") as server:
            yield server


def build_stream_requests(ids: list[UUID]) -> list[bytes]:
    """Return the requests with new tokens. A cached token would hide the cost of its verification."""
    now = datetime.now(UTC)
    head = "GET /api/sse/notifications HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n"
    return [head.format(sign_token(now, sub=str(id))).encode() for id in ids]


def fill_users(database: str, count: int) -> None:
    """Insert users with the ids of `make_user_ids`. `database` is its SQLAlchemy URL."""
    engine = create_engine(database)
    with engine.begin() as connection:
        rows = text(
            "INSERT INTO users (id, email, first_name, last_name, role, is_verified, is_blocked, marketing, is_buyer,"
            " is_erased, joined_at, event_time) SELECT id, id || '@example.com', 'Анна', 'Орлова', 'user', true, false,"
            " false, false, false, now(), now() FROM unnest(CAST(:ids AS uuid[])) AS id"
        )
        connection.execute(rows, {"ids": make_user_ids(count)})
    engine.dispose()


@contextlib.asynccontextmanager
async def connect_with_token_key(url: str) -> AsyncIterator[Client]:
    client = await nats.connect(url)
    keys = await client.jetstream().create_key_value(KeyValueConfig(bucket="identity", history=1))
    public = pyseto.Key.from_asymmetric_key_params(4, x=TEST_KEY._key.public_key().public_bytes_raw())
    await keys.put(f"key.{TEST_KID}", public.to_paserk().encode())
    try:
        yield client
    finally:
        await client.close()
