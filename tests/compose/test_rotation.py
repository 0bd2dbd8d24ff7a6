"""Secrets as files, and new passwords for a running system, with real PostgreSQL and a fake `docker` command."""

import asyncio
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from chassis.database import session
from chassis.database.session import make_engine
from chassis.testing.servers import Postgres, open_folder, run_postgres
from psycopg import OperationalError, connect
from sqlalchemy import text

from deploy.compose import make_secrets
from deploy.local.backups import get_programs_folder

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "compose"
# The container's own superuser enters by the socket without a password, as in the image.
ACCESS = "local all postgres trust\nlocal all all scram-sha-256\n"


def find_parts_with(folder: Path) -> dict[str, set[str]]:
    """Return the parts whose files contain each value of `kept`."""
    files = [file for file in folder.rglob("*") if file.is_file() and "kept" not in file.parts]
    return {
        kept.name: {file.parent.name for file in files if kept.read_text() in file.read_text()}
        for kept in (folder / "kept").iterdir()
    }


def make_files(folder: Path) -> dict[str, str]:
    """Create all secrets in `folder`, like the container at the first start."""
    return make_secrets.create_missing_secrets(folder, is_database_initialized=False)


class TestMakeSecrets:
    def test_secrets_are_created_once_and_readable_by_their_owner(self, tmp_path: Path) -> None:
        files = make_files(tmp_path)
        assert files.keys() == set(make_secrets.SECRET_NAMES)
        assert all(re.fullmatch("[0-9a-f]{64}", value) for value in files.values())
        assert len(set(files.values())) == len(files)
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o400}
        (tmp_path / "GRAFANA_PASSWORD").unlink()
        repeated_files = make_files(tmp_path)
        assert repeated_files.pop("GRAFANA_PASSWORD") != files.pop("GRAFANA_PASSWORD")
        assert repeated_files == files

    def test_container_writes_the_files_of_each_part(self, tmp_path: Path) -> None:
        make_files(tmp_path / "kept")
        kept_values = {file.name: file.read_text() for file in (tmp_path / "kept").iterdir()}
        assert make_secrets.main([], tmp_path, tmp_path / "none") == 0
        assert (tmp_path / "auth" / "SECRET_KEY").read_text() == kept_values["AUTH_SECRET_KEY"]
        assert {file.name: file.read_text() for file in (tmp_path / "kept").iterdir()} == kept_values

    def test_external_secret_reaches_only_the_parts_that_need_it(self, tmp_path: Path) -> None:
        for name in make_secrets.EXTERNAL_SECRETS:
            (tmp_path / "kept").mkdir(exist_ok=True)
            (tmp_path / "kept" / name).write_text(f"value-of-{name}")
        assert make_secrets.main([], tmp_path, tmp_path / "none") == 0
        secrets_by_part = find_parts_with(tmp_path)
        assert {name: secrets_by_part[name] for name in make_secrets.EXTERNAL_SECRETS} == {
            name: set(parts) for name, parts in make_secrets.EXTERNAL_SECRETS.items()
        }
        (tmp_path / "kept" / "AUTH_VK_CLIENT_SECRET").unlink()
        assert make_secrets.main([], tmp_path, tmp_path / "none") == 0
        assert not (tmp_path / "auth" / "AUTH_VK_CLIENT_SECRET").exists()

    def test_rotation_replaces_only_the_named_kinds(self, tmp_path: Path) -> None:
        assert make_secrets.main([], tmp_path, tmp_path / "none") == 0
        before = {file.name: file.read_text() for file in (tmp_path / "kept").iterdir()}
        assert make_secrets.main(["rotate", "database"], tmp_path, tmp_path / "none") == 0
        after = {file.name: file.read_text() for file in (tmp_path / "kept").iterdir()}
        assert {name for name in before if after[name] != before[name]} == set(make_secrets.PASSWORDS)
        assert after["AUTH_DATABASE_PASSWORD"] in (tmp_path / "auth" / "DATABASE_URL").read_text()
        assert (tmp_path / "postgres" / "AUTH_DATABASE_PASSWORD").read_text() == after["AUTH_DATABASE_PASSWORD"]

    def test_encryption_keys_are_not_rotated(self, tmp_path: Path) -> None:
        assert not {name for names in make_secrets.ROTATED_SECRETS.values() for name in names} & set(make_secrets.KEYS)
        assert make_secrets.main(["rotate", "keys"], tmp_path, tmp_path / "none") == 1


class TestDatabases:
    """databases.sh in an empty cluster, and a second time with other passwords."""

    @pytest.fixture
    def server(self) -> Iterator[Postgres]:
        with open_folder("access") as folder:
            access = folder / "access.conf"
            access.write_text(ACCESS)
            with run_postgres(f"hba_file = '{access}'\nlog_statement = all\n") as server:
                yield server

    @staticmethod
    def run(server: Postgres, secrets: Path) -> None:
        host = parse_qs(urlsplit(server.admin_url).query)["host"][0]
        environment = os.environ | {"PATH": f"{get_programs_folder()}:{os.environ['PATH']}", "PGHOST": host}
        script = ["sh", str(FOLDER / "databases.sh")]
        subprocess.run(script, env=environment | {"SECRETS_DIR": str(secrets)}, check=True, capture_output=True)

    @staticmethod
    def enter(server: Postgres, role: str, password: str, database: str) -> None:
        host = parse_qs(urlsplit(server.admin_url).query)["host"][0]
        connect(host=host, user=role, password=password, dbname=database).close()

    def test_new_password_replaces_the_old_one(self, server: Postgres, tmp_path: Path) -> None:
        values: list[str] = []
        for _ in range(2):
            folder = tmp_path / f"secrets-{len(values)}"
            make_files(folder)
            self.run(server, folder)
            values.append((folder / "CONTENT_DATABASE_PASSWORD").read_text())
            self.enter(server, "content", values[-1], "content")
            self.enter(server, "monitor", (folder / "MONITOR_DATABASE_PASSWORD").read_text(), "postgres")
        with pytest.raises(OperationalError, match="password authentication failed"):
            self.enter(server, "content", values[0], "content")
        with pytest.raises(OperationalError, match="permission denied for database"):
            self.enter(server, "content", values[1], "auth")

    @pytest.mark.parametrize("waits", [False, True])
    def test_running_service_connects_with_the_new_password(
        self, server: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waits: bool
    ) -> None:
        """A connection that the service opens between the new file and the new password in PostgreSQL waits."""
        # The clock stands still, so that the second step may take as long as it needs.
        monkeypatch.setattr(session, "monotonic", lambda: 0.0)
        folder = tmp_path / "secrets"
        make_files(folder)
        self.run(server, folder)
        query = urlsplit(server.admin_url).query
        file = folder / "CONTENT_DATABASE_PASSWORD"
        file.chmod(0o600)
        tried_passwords: list[str] = []
        is_refused = asyncio.Event()

        def read_current_url() -> str:
            tried_passwords.append(file.read_text())
            # The next try begins when the one before was refused.
            if tried_passwords.count("ab" * 32) == 2:
                is_refused.set()
            return f"postgresql+psycopg://content:{tried_passwords[-1]}@/content?{query}"

        engine = make_engine(read_current_url, pool_size=1)

        async def run_after_a_refusal() -> None:
            if waits:
                await is_refused.wait()
            await asyncio.to_thread(self.run, server, folder)

        async def connect_with_new_password() -> None:
            async with engine.connect() as first_connection:
                file.write_text("ab" * 32)
                later = asyncio.create_task(run_after_a_refusal())
                if not waits:
                    await later
                async with engine.connect() as second_connection:
                    for connection in (first_connection, second_connection):
                        assert (await connection.execute(text("SELECT current_user"))).scalar_one() == "content"
                await later
            await engine.dispose()

        asyncio.run(connect_with_new_password())


def test_rotation_changes_files_then_servers_then_clients(tmp_path: Path) -> None:
    """The commands have this order. Services keep running, and a stopped program is not started."""
    running_names = "auth\\ncontent\\npostgres\\nnats\\nnats-2\\npostgres-exporter\\n"
    script = f'#!/bin/sh\necho "$*" >> {tmp_path}/calls\n[ "$2" != ps ] || printf "{running_names}"\n'
    (tmp_path / "docker").write_text(script)
    (tmp_path / "docker").chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(["sh", str(FOLDER / "rotate.sh")], env=environment, check=True, capture_output=True)
    assert (tmp_path / "calls").read_text().splitlines() == [
        "compose ps --services --status running",
        "compose run --rm --no-deps secrets python /make_secrets.py rotate database nats grafana",
        "compose exec -T postgres sh /docker-entrypoint-initdb.d/databases.sh",
        "compose restart postgres-exporter",
        "compose exec -T nats sh /etc/nats/reload.sh",
        "compose exec -T nats-2 sh /etc/nats/reload.sh",
    ]
    completed = subprocess.run(
        ["sh", str(FOLDER / "rotate.sh"), "keys"], env=environment, capture_output=True, check=False
    )
    assert completed.returncode == 2
