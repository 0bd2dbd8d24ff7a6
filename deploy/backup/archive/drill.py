"""A restore drill: recovers the archive beside the running system and compares every table and every file."""

import hashlib
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from deploy.backup.archive.files import restore_files
from deploy.backup.archive.recover import recover
from deploy.backup.archive.store import Archive
from deploy.backup.postgres import Database
from deploy.backup.sources import Refused

TABLES = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
# Rows in any order: their number and the sum of their hashes.
DIGEST = "SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM public.{} t"
START_SECONDS = 3600.0

Digests = dict[str, tuple[int, int]]


class Different(Refused):
    """What was recovered is not what is there."""


@dataclass(frozen=True)
class Report:
    """What a successful drill has seen; times in seconds."""

    base: str
    tables: int
    rows: int
    files: int
    recovery_point_seconds: float
    recovery_seconds: float

    def lines(self) -> list[str]:
        """For people."""
        return [
            f"equal: {self.tables} tables with {self.rows} rows, {self.files} files; from the base backup {self.base}",
            f"recovery point: {self.recovery_point_seconds:.0f} s until a change was in the archive",
            f"recovery time: {self.recovery_seconds:.0f} s until PostgreSQL answered and the files were there",
        ]


@dataclass(frozen=True)
class Place:
    """Where the drill may write, with which programs, and as which user PostgreSQL runs (none: the caller)."""

    work: Path
    programs: str = ""
    user: str | None = None


def digests(connection: "psycopg.Connection[tuple[object, ...]]", service: str) -> Digests:
    """Of every table, in the connection's own snapshot."""
    connection.execute("SET timezone = 'UTC'")
    found: Digests = {}
    for (table,) in connection.execute(TABLES).fetchall():
        [(rows, sum_of_hashes)] = connection.execute(DIGEST.format(table).encode()).fetchall()
        found[f"{service}.{table}"] = (int(str(rows)), int(str(sum_of_hashes)))
    return found


def live_digests(databases: Mapping[str, Database], point: str) -> Digests:
    """Of all databases at the restore point: the snapshots are taken first, then the point, then the sums."""
    with ExitStack() as open_connections:
        connections = {}
        for service, database in databases.items():
            connection = open_connections.enter_context(psycopg.connect(database.url))
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.execute("SELECT 1")
            connections[service] = connection
        # pg_create_restore_point is granted in the database `postgres` alone.
        first = next(iter(databases.values())).url
        with psycopg.connect(first, dbname="postgres", autocommit=True) as marker:
            marker.execute("SELECT pg_create_restore_point(%s)", [point])
        found: Digests = {}
        for service, connection in connections.items():
            found |= digests(connection, service)
        return found


def checksum(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def checksums(folders: Mapping[str, Path]) -> dict[str, str]:
    """SHA-256 of every file."""
    return {
        f"{service}/{file.relative_to(folder)}": checksum(file)
        for service, folder in folders.items()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not file.name.startswith(".")
    }


@contextmanager
def recovered_server(data: Path, place: Place) -> Iterator[str]:
    """PostgreSQL on a socket of its own, once it has recovered; yields its address without a database."""
    access = place.work / "access.conf"
    access.write_text("local all all trust\n")
    log = place.work / "postgres.log"
    options = {
        "listen_addresses": "",
        "unix_socket_directories": str(place.work),
        "hba_file": str(access),
        # Nobody reads before the end, so the settings of the source need not be known.
        "hot_standby": "off",
        "fsync": "off",
    }
    words = [str(Path(place.programs) / "postgres"), "-D", str(data)]
    words += [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
    with log.open("wb") as output:
        server = subprocess.Popen(
            words, stdout=output, stderr=output, user=place.user, extra_groups=[] if place.user else None
        )
    try:
        address = f"postgresql://postgres@/%s?host={place.work}"
        wait_for(address % "postgres", server, log)
        yield address
    finally:
        server.terminate()
        server.wait()


def wait_for(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            time.sleep(0.2)
        else:
            return
    raise Refused(f"PostgreSQL did not recover: {log.read_text(errors='replace')[-800:]}")


def drill(
    archive: Archive,
    databases: Mapping[str, Database],
    folders: Mapping[str, Path],
    place: Place,
    wait_until_archived: Callable[[datetime], None],
) -> Report:
    """Recover to this moment and compare. Raises Different, and Refused when it cannot be recovered at all."""
    begun = datetime.now(UTC)
    point = f"drill_{begun:%Y%m%dT%H%M%S}"
    files = checksums(folders)
    expected = live_digests(databases, point)
    marked = datetime.now(UTC)
    wait_until_archived(marked)
    archived = datetime.now(UTC)
    data = place.work / "data"
    data.mkdir()
    base = recover(archive, data, restore_point=point)
    if place.user:
        subprocess.run(["chown", "-R", place.user, str(place.work)], check=True)
    copies = {service: place.work / "files" / service for service in folders}
    restore_files(archive, copies)
    with recovered_server(data, place) as address:
        recovery_seconds = (datetime.now(UTC) - archived).total_seconds()
        found: Digests = {}
        for service in databases:
            with psycopg.connect(address % service) as connection:
                found |= digests(connection, service)
    compare_tables(expected, found)
    compare_files(files, checksums(copies), folders)
    rows = sum(rows for rows, _ in expected.values())
    point_seconds = (archived - marked).total_seconds()
    return Report(base.name, len(expected), rows, len(files), point_seconds, recovery_seconds)


def compare_tables(expected: Digests, found: Digests) -> None:
    """Raises Different."""
    if not expected:
        raise Different("there is no table to compare")
    other = sorted(table for table in expected.keys() | found.keys() if expected.get(table) != found.get(table))
    if other:
        texts = [
            f"{table} ({expected.get(table, ('no',))[0]}, recovered {found.get(table, ('no',))[0]} rows)"
            for table in other
        ]
        raise Different(f"other rows than in the running system: {', '.join(texts)}")


def compare_files(expected: Mapping[str, str], found: Mapping[str, str], folders: Mapping[str, Path]) -> None:
    """Raises Different. A file that was deleted meanwhile is no difference."""
    for name, digest in expected.items():
        service, _, path = name.partition("/")
        if found.get(name) != digest and (folders[service] / path).exists():
            raise Different(f"{name} is {'missing' if name not in found else 'different'} after the recovery")
