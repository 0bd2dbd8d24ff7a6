"""A process waits until another one has migrated the database, like the pods of a release for its Job."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from alembic import command
from chassis.migrate import build_configuration, upgrade
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.servers import Postgres

COUNT_TABLES = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"


@contextmanager
def run_waiting_command(url: str) -> Iterator[subprocess.Popen[str]]:
    """Run `python -m chassis.prepare --wait` until the end of the block."""
    sample = Path(__file__).parents[1] / "sample" / "src"
    environment = {**os.environ, "DATABASE_URL": url, "SERVICE": "sample", "PYTHONPATH": str(sample)}
    program = [sys.executable, "-m", "chassis.prepare", "--wait"]
    with subprocess.Popen(program, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def read_first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline()


def connect(url: str) -> psycopg.Connection[tuple[int]]:
    return psycopg.connect(url.replace("+psycopg", ""), autocommit=True)


@pytest.fixture
def url(postgres_server: Postgres) -> str:
    return str(postgres_server.create("waiting"))


def test_empty_database_is_waited_for_and_left_unchanged(url: str) -> None:
    with run_waiting_command(url) as process:
        assert "waiting for the migrations of sample: the database is at revision none" in read_first_line(process)
        with connect(url) as db:
            assert db.execute(COUNT_TABLES).fetchone() == (0,)
        upgrade("sample", url)
        assert process.wait(HANG_SECONDS) == 0


def test_database_of_the_previous_release_is_waited_for(url: str) -> None:
    command.upgrade(build_configuration("sample", url), "0001")
    with run_waiting_command(url) as process:
        assert "revision 0001, which is older than this release" in read_first_line(process)
        upgrade("sample", url)
        assert process.wait(HANG_SECONDS) == 0


def test_database_of_a_newer_release_is_not_waited_for(url: str) -> None:
    """This lets the pods of the previous release start after a rollback."""
    upgrade("sample", url)
    with connect(url) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    with run_waiting_command(url) as process:
        assert process.wait(HANG_SECONDS) == 0


def test_unreachable_database_is_checked_again(tmp_path: Path) -> None:
    with run_waiting_command(f"postgresql+psycopg://nobody@/nothing?host={tmp_path}") as process:
        assert "the database does not answer" in read_first_line(process)
        assert process.poll() is None
