"""Restore drill: recovers the archive beside the running system and compares every table and every file."""

import hashlib
import itertools
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from deploy.backup.archive.files import list_files, restore_files
from deploy.backup.archive.recover import recover
from deploy.backup.archive.store import Archive
from deploy.backup.postgres import Database
from deploy.backup.sources import BackupError, shorten_output

SELECT_TABLES = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
# The number of rows and the sum of their hashes, which does not depend on the order of the rows.
SELECT_DIGEST = "SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM public.{} t"
# This text changes whenever a writing transaction begins or ends, in any database of the server.
SELECT_SNAPSHOT = "SELECT pg_current_snapshot()::text"
RESTORE_POINT_TIMEOUT_SECONDS = 120.0
START_TIMEOUT_SECONDS = 3600.0

# Number of rows and sum of hashes by table (`service.table`).
Digests = dict[str, tuple[int, int]]


class RecoveryMismatch(BackupError):
    """The recovered data differ from the data of the running system."""


@dataclass(frozen=True)
class Report:
    """Result of a successful drill."""

    base: str
    tables: int
    rows: int
    files: int
    recovery_point_seconds: float
    recovery_seconds: float

    def format_lines(self) -> list[str]:
        """Return the result as lines to print."""
        return [
            f"equal: {self.tables} tables with {self.rows} rows, {self.files} files; from the base backup {self.base}",
            f"recovery point: {self.recovery_point_seconds:.0f} s until a change was in the archive",
            f"recovery time: {self.recovery_seconds:.0f} s until PostgreSQL answered and the files were there",
        ]


@dataclass(frozen=True)
class Workspace:
    """Working folder of a drill, PostgreSQL's programs, and the user who runs them, by default this process's user."""

    work: Path
    programs_folder: str = ""
    user: str | None = None


def compute_digests(connection: "psycopg.Connection[tuple[object, ...]]", service: str) -> Digests:
    """Return the number of rows and sum of hashes of every table, in the snapshot of the connection."""
    connection.execute("SET timezone = 'UTC'")
    digests: Digests = {}
    for (table,) in connection.execute(SELECT_TABLES).fetchall():
        [(rows, sum_of_hashes)] = connection.execute(SELECT_DIGEST.format(table).encode()).fetchall()
        digests[f"{service}.{table}"] = (int(str(rows)), int(str(sum_of_hashes)))
    return digests


def compute_live_digests(databases: Mapping[str, Database], name: str) -> tuple[str, Digests]:
    """Create a restore point, and return its name and the digests of all databases at that point.

    The snapshots of the databases are taken before the point, one after another. If a transaction wrote anything
    meanwhile, the snapshots and a new point are taken again. Raises BackupError if no moment without a write was found.
    """
    # pg_create_restore_point is granted only in the database `postgres`.
    first_url = next(iter(databases.values())).url
    deadline = time.monotonic() + RESTORE_POINT_TIMEOUT_SECONDS
    with psycopg.connect(first_url, dbname="postgres", autocommit=True) as marker, ExitStack() as open_connections:
        connections = {
            service: open_connections.enter_context(psycopg.connect(database.url))
            for service, database in databases.items()
        }
        for connection in connections.values():
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ

        for attempt in itertools.count(1):
            point = f"{name}_{attempt}"
            snapshot_before = marker.execute(SELECT_SNAPSHOT).fetchone()
            for connection in connections.values():
                connection.execute("SELECT 1")
            marker.execute("SELECT pg_create_restore_point(%s)", [point])
            if marker.execute(SELECT_SNAPSHOT).fetchone() == snapshot_before:
                break
            if time.monotonic() > deadline:
                period = f"{RESTORE_POINT_TIMEOUT_SECONDS:.0f} s"
                raise BackupError(f"something was written at every moment of {period}; repeat the drill later")
            for connection in connections.values():
                connection.rollback()
            time.sleep(0.01)

        digests: Digests = {}
        for service, connection in connections.items():
            digests |= compute_digests(connection, service)
    return point, digests


def compute_checksum(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def compute_checksums(folders: Mapping[str, Path]) -> dict[str, str]:
    """Return the SHA-256 of every file by service and path."""
    return {name: compute_checksum(file) for name, file in list_files(folders).items()}


@contextmanager
def run_recovered_server(data_folder: Path, workspace: Workspace) -> Iterator[str]:
    """Run PostgreSQL on a separate socket until it has recovered. Yields its address; `%s` in it is the database."""
    access = workspace.work / "access.conf"
    access.write_text("local all all trust\n")
    log = workspace.work / "postgres.log"
    options = {
        "listen_addresses": "",
        "unix_socket_directories": str(workspace.work),
        "hba_file": str(access),
        # Nothing reads before the recovery ends. Otherwise some settings would have to match the source's settings.
        "hot_standby": "off",
        "fsync": "off",
    }

    command = [str(Path(workspace.programs_folder) / "postgres"), "-D", str(data_folder)]
    for name, value in options.items():
        command += ["-c", f"{name}={value}"]

    groups: list[int] | None = [] if workspace.user else None
    with log.open("wb") as output:
        server = subprocess.Popen(command, stdout=output, stderr=output, user=workspace.user, extra_groups=groups)

    try:
        address = f"postgresql://postgres@/%s?host={workspace.work}"
        wait_until_recovered(address % "postgres", server, log)
        yield address
    finally:
        server.terminate()
        server.wait()


def wait_until_recovered(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    """Wait until the recovered server accepts connections. Raises BackupError with the end of its log."""
    deadline = time.monotonic() + START_TIMEOUT_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            time.sleep(0.2)
        else:
            return
    raise BackupError(f"PostgreSQL did not recover: {shorten_output(log.read_text(errors='replace'))}")


def run_drill(
    archive: Archive,
    databases: Mapping[str, Database],
    folders: Mapping[str, Path],
    workspace: Workspace,
    wait_until_archived: Callable[[datetime], None],
) -> Report:
    """Recover the archive to the present moment and compare the result with the running system.

    `wait_until_archived` returns once the given moment is archived.
    Raises RecoveryMismatch if the data differ, and BackupError if they cannot be recovered.
    """
    files = compute_checksums(folders)
    point, expected = compute_live_digests(databases, f"drill_{datetime.now(UTC):%Y%m%dT%H%M%S}")
    marked_at = datetime.now(UTC)
    wait_until_archived(marked_at)
    archived_at = datetime.now(UTC)

    data_folder = workspace.work / "data"
    data_folder.mkdir()
    base = recover(archive, data_folder, restore_point=point)
    if workspace.user:
        subprocess.run(["chown", "-R", workspace.user, str(workspace.work)], check=True)
    copies = {service: workspace.work / "files" / service for service in folders}
    restore_files(archive, copies)

    with run_recovered_server(data_folder, workspace) as address:
        recovery_seconds = (datetime.now(UTC) - archived_at).total_seconds()
        recovered_digests: Digests = {}
        for service in databases:
            with psycopg.connect(address % service) as connection:
                recovered_digests |= compute_digests(connection, service)

    compare_tables(expected, recovered_digests)
    compare_files(files, compute_checksums(copies), folders)
    return Report(
        base=base.name,
        tables=len(expected),
        rows=sum(rows for rows, _ in expected.values()),
        files=len(files),
        recovery_point_seconds=(archived_at - marked_at).total_seconds(),
        recovery_seconds=recovery_seconds,
    )


def compare_tables(expected: Digests, recovered: Digests) -> None:
    """Raise RecoveryMismatch if the tables differ, or if there are none."""
    if not expected:
        raise RecoveryMismatch("there is no table to compare")
    differences = []
    for table in sorted(expected.keys() | recovered.keys()):
        if expected.get(table) != recovered.get(table):
            rows = expected[table][0] if table in expected else "no"
            recovered_rows = recovered[table][0] if table in recovered else "no"
            differences.append(f"{table} ({rows}, recovered {recovered_rows} rows)")
    if differences:
        raise RecoveryMismatch(f"other rows than in the running system: {', '.join(differences)}")


def compare_files(expected: Mapping[str, str], recovered: Mapping[str, str], folders: Mapping[str, Path]) -> None:
    """Raise RecoveryMismatch if a file is missing or differs. A file that was deleted meanwhile is ignored."""
    for name, digest in expected.items():
        service, _, path = name.partition("/")
        if recovered.get(name) != digest and (folders[service] / path).exists():
            state = "different" if name in recovered else "missing"
            raise RecoveryMismatch(f"{name} is {state} after the recovery")
