"""One database through PostgreSQL's own programs; passwords travel in the environment, never among the arguments."""

import os
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from deploy.backup.sources import Refused

# Whatever lies in `public`, and who else is connected; a service's role may ask both of its own database.
TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
CONNECTIONS = """SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND usename IS NOT NULL AND pid <> pg_backend_pid()"""
CLEAR = "DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION pg_database_owner"
# Events of the last week are published again; consumers that have seen one (seen_events) ignore it.
PUBLISH_AGAIN = """DO $$ BEGIN
IF to_regclass('public.outbox') IS NOT NULL THEN UPDATE outbox SET published_at = NULL; END IF;
END $$"""


@dataclass(frozen=True)
class Database:
    """An address and where the programs lie; without a folder they are those on PATH."""

    url: str = field(repr=False)
    programs: str = ""

    def environment(self) -> dict[str, str]:
        parts = urlsplit(self.url)
        host = parts.hostname or parse_qs(parts.query).get("host", ["127.0.0.1"])[0]
        named = {
            "PGHOST": host,
            "PGPORT": str(parts.port or 5432),
            "PGUSER": unquote(parts.username or ""),
            "PGPASSWORD": unquote(parts.password or ""),
            "PGDATABASE": parts.path.lstrip("/"),
            "PGCONNECT_TIMEOUT": "10",
        }
        return os.environ | {name: value for name, value in named.items() if value}

    def _words(self, program: str, *words: str) -> list[str]:
        return [str(Path(self.programs) / program), *words]

    def ask(self, sql: str) -> str:
        words = self._words("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql)
        return _answer(words, self.environment(), "PostgreSQL refused a statement")

    def revision(self) -> str:
        """Which migration it is at; nothing for a database that was never migrated."""
        migrated = self.ask("SELECT to_regclass('public.alembic_version') IS NOT NULL") == "t"
        return self.ask("SELECT version_num FROM alembic_version") if migrated else ""

    def start_dump(self, file: Path) -> "subprocess.Popen[str]":
        # Without owners and grants it can be restored under any role.
        words = self._words("pg_dump", "-Fc", "--no-owner", "--no-privileges", f"--file={file}")
        return subprocess.Popen(words, env=self.environment(), stderr=subprocess.PIPE, text=True)

    def read_through(self, file: Path) -> None:
        """Unpack the whole archive to nowhere."""
        words = self._words("pg_restore", "--file=/dev/null", str(file))
        _answer(words, self.environment(), f"{file} cannot be read as a dump")

    def restore_dump(self, file: Path) -> None:
        """Restore the whole dump in one transaction; then its events are published again."""
        flags = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")
        target = f"--dbname={urlsplit(self.url).path.lstrip('/')}"
        words = self._words("pg_restore", *flags, target, str(file))
        _answer(words, self.environment(), f"{file} could not be restored")
        self.ask(PUBLISH_AGAIN)


def _answer(words: Sequence[str], environment: dict[str, str], complaint: str) -> str:
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Refused(f"{complaint}: {done.stderr.strip()[-800:]}")
    return done.stdout.strip()


def dump_together(targets: Sequence[tuple[Database, Path]]) -> None:
    """All at once: the nearer the databases' moments lie together, the less one knows that another does not."""
    with ExitStack() as programs:
        running = [(programs.enter_context(database.start_dump(file)), file) for database, file in targets]
        for program, file in running:
            _, errors = program.communicate()
            if program.returncode != 0:
                for other, _ in running:
                    other.terminate()
                raise Refused(f"{file.stem} could not be dumped: {errors.strip()[-800:]}")
