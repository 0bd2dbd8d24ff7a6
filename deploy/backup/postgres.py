"""Access to a database through PostgreSQL's programs. Passwords are passed in the environment, never as arguments."""

import os
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from deploy.backup.sources import BackupError, shorten_output

# The number of tables in `public`, and of other clients. The role of a service may query both in its own database.
COUNT_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
COUNT_CONNECTIONS = """SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND usename IS NOT NULL AND pid <> pg_backend_pid()"""
CLEAR_SCHEMA = "DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION pg_database_owner"
# The outbox holds the events of the last week. Consumers ignore events that they have handled already (seen_events).
PUBLISH_AGAIN = """DO $$ BEGIN
IF to_regclass('public.outbox') IS NOT NULL THEN UPDATE outbox SET published_at = NULL; END IF;
END $$"""


@dataclass(frozen=True)
class Database:
    """A database by its address. `programs_folder` has PostgreSQL's programs; by default they are on PATH."""

    url: str = field(repr=False)
    programs_folder: str = ""

    def build_environment(self) -> dict[str, str]:
        """Return the environment in which PostgreSQL's programs connect to this database."""
        parts = urlsplit(self.url)
        host = parts.hostname or parse_qs(parts.query).get("host", ["127.0.0.1"])[0]
        connection_settings = {
            "PGHOST": host,
            "PGPORT": str(parts.port or 5432),
            "PGUSER": unquote(parts.username or ""),
            "PGPASSWORD": unquote(parts.password or ""),
            "PGDATABASE": parts.path.lstrip("/"),
            "PGCONNECT_TIMEOUT": "10",
        }
        return os.environ | {name: value for name, value in connection_settings.items() if value}

    def _build_command(self, program: str, *arguments: str) -> list[str]:
        return [str(Path(self.programs_folder) / program), *arguments]

    def run_sql(self, sql: str) -> str:
        """Run a statement and return the output of psql. Raises BackupError."""
        command = self._build_command("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql)
        return _run(command, self.build_environment(), "PostgreSQL refused a statement")

    def read_revision(self) -> str:
        """Return the migration that the database is at. The result is empty for a database that was never migrated."""
        is_migrated = self.run_sql("SELECT to_regclass('public.alembic_version') IS NOT NULL") == "t"
        return self.run_sql("SELECT version_num FROM alembic_version") if is_migrated else ""

    def start_dump(self, file: Path) -> "subprocess.Popen[str]":
        """Start pg_dump into a file. A dump without owners and grants can be restored under any role."""
        command = self._build_command("pg_dump", "-Fc", "--no-owner", "--no-privileges", f"--file={file}")
        return subprocess.Popen(command, env=self.build_environment(), stderr=subprocess.PIPE, text=True)

    def read_through(self, file: Path) -> None:
        """Read a dump to its end and discard its content. Raises BackupError if it is damaged."""
        command = self._build_command("pg_restore", "--file=/dev/null", str(file))
        _run(command, self.build_environment(), f"{file} cannot be read as a dump")

    def restore_dump(self, file: Path) -> None:
        """Restore the dump in one transaction, then mark its events to be published again. Raises BackupError."""
        flags = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")
        target = f"--dbname={urlsplit(self.url).path.lstrip('/')}"
        command = self._build_command("pg_restore", *flags, target, str(file))
        _run(command, self.build_environment(), f"{file} could not be restored")
        self.run_sql(PUBLISH_AGAIN)


def _run(command: Sequence[str], environment: dict[str, str], error_text: str) -> str:
    completed = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if completed.returncode != 0:
        raise BackupError(f"{error_text}: {shorten_output(completed.stderr)}")
    return completed.stdout.strip()


def dump_together(targets: Sequence[tuple[Database, Path]]) -> None:
    """Dump all databases at the same time, so that their contents are of nearly the same moment. Raises BackupError."""
    with ExitStack() as processes:
        running_dumps = [(processes.enter_context(database.start_dump(file)), file) for database, file in targets]
        for process, file in running_dumps:
            _, errors = process.communicate()
            if process.returncode != 0:
                for other_process, _ in running_dumps:
                    other_process.terminate()
                raise BackupError(f"{file.stem} could not be dumped: {shorten_output(errors)}")
