"""Upgrade to a new major version of PostgreSQL, as in docs/runbooks/deploy.md: a backup is restored into a new server.

The old server is PostgreSQL 16, which is in the same wheel as the version in use.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from chassis.testing.servers import Postgres, create_scratch_folder, run_postgres
from contracts.services import SERVICES

from deploy.backup.postgres import Database
from deploy.backup.restore import restore_backup
from deploy.backup.sources import BackupSource
from deploy.local.backups import get_programs_folder
from deploy.local.postgres import SYSTEM_USER, choose_system_user, get_program, require_system_user
from tests.backup.test_backup import (
    CREATE_CARS,
    INSERT_EVENT,
    create_owned_database,
    open_connection,
    read_rows,
    save_all,
)

OLD_PROGRAMS = get_program("postgres").parents[2] / "pginstall" / "bin"


def run_old_program(program: str, *arguments: str | Path) -> None:
    user = choose_system_user()
    command = [OLD_PROGRAMS / program, *arguments]
    options = {"user": user, "extra_groups": []} if user else {}
    subprocess.run(command, check=True, capture_output=True, env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, **options)  # type: ignore[call-overload]


@contextmanager
def run_postgres_16() -> Iterator[Postgres]:
    """Run a PostgreSQL 16 on a socket in its own folder."""
    folder = create_scratch_folder("pgold")
    require_system_user()
    if choose_system_user():
        shutil.chown(folder, SYSTEM_USER)
    folder.chmod(0o755)
    cluster = folder / "d"
    run_old_program(
        "initdb", f"--pgdata={cluster}", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"
    )
    settings = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
    run_old_program("pg_ctl", "start", "--wait", "--pgdata", cluster, "--log", folder / "log", "--options", settings)
    try:
        yield Postgres(f"postgresql+psycopg://postgres:@/postgres?host={folder}")
    finally:
        run_old_program("pg_ctl", "stop", "--wait", "--mode=immediate", "--pgdata", cluster)
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def old() -> Iterator[Postgres]:
    with run_postgres_16() as server:
        yield server


@pytest.fixture(scope="module")
def new() -> Iterator[Postgres]:
    with run_postgres() as server:
        yield server


def make_sources(server: Postgres) -> list[BackupSource]:
    """Make the empty databases of all services."""
    return [BackupSource(name, create_owned_database(server, name), secret_key=name) for name in SERVICES]


def migrate(source: BackupSource) -> None:
    """Migrate in a process of its own, since several services have tables of the same name."""
    command = [sys.executable, "-m", "chassis.migrate", source.service]
    completed = subprocess.run(
        command, env=os.environ | {"DATABASE_URL": source.database_url}, capture_output=True, text=True
    )
    assert completed.returncode == 0, completed.stderr


def fill(sources: list[BackupSource]) -> None:
    """Migrate the tables of each service and insert some rows."""
    for source in sources:
        migrate(source)
    by_name = {source.service: source for source in sources}
    with open_connection(by_name["calculator"].database_url) as connection:
        connection.execute(INSERT_EVENT)
    with open_connection(by_name["status"].database_url) as connection:
        connection.execute(CREATE_CARS)


def read_version(source: BackupSource) -> int:
    return int(Database(source.database_url, get_programs_folder()).run_sql("SHOW server_version_num")) // 10000


def test_backup_of_an_older_major_version_is_restored(old: Postgres, new: Postgres, tmp_path: Path) -> None:
    before = make_sources(old)
    fill(before)
    rows = {source.service: read_rows(source) for source in before}
    backup = save_all(before, tmp_path / "backups")
    after = make_sources(new)
    assert read_version(before[0]) == 16
    assert read_version(after[0]) == 18
    restore_backup(after, backup, programs_folder=get_programs_folder())
    assert len(rows["status"]["cars"]) == 2000
    for source in after:
        # Events of the last week are marked to be published again.
        source_rows = {
            table: table_rows for table, table_rows in read_rows(source).items() if not table.startswith("outbox")
        }
        assert source_rows == {
            table: table_rows for table, table_rows in rows[source.service].items() if not table.startswith("outbox")
        }
        migrate(source)
