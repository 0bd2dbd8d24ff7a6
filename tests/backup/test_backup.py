"""Backups with real PostgreSQL: every row and file is restored, and a damaged backup is refused."""

import os
import shutil
import tarfile
import warnings
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from chassis import migrate
from chassis.testing.servers import Postgres, create_scratch_folder, run_postgres
from psycopg import Connection, connect

from deploy.backup import erasures, manifest
from deploy.backup.__main__ import build_parser, find_backup, list_readable_backups, run_command
from deploy.backup.create import create_backup, list_complete_backups
from deploy.backup.restore import restore_backup, unpack
from deploy.backup.sources import BackupError, BackupSource, find_sources
from deploy.local.backups import get_programs_folder

NOW = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)
NAME = "2026-05-04T03-02-01Z"
CREATE_CARS = """
CREATE TABLE cars (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title text NOT NULL UNIQUE, price numeric,
                   words tsvector GENERATED ALWAYS AS (to_tsvector('simple', title)) STORED);
INSERT INTO cars (title, price) SELECT 'Машина ' || n, n * 1.5 FROM generate_series(1, 2000) n;
"""
INSERT_ERASURE = "INSERT INTO erasures VALUES (gen_random_uuid(), gen_random_uuid(), now())"
INSERT_EVENT = """INSERT INTO outbox (id, type, body, created_at, published_at)
VALUES (gen_random_uuid(), 'calculator.notified', '\\x00ff', now(), now())"""


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with run_postgres() as server:
        yield server


def open_connection(url: str) -> Connection:
    return connect(url.replace("+psycopg", ""), autocommit=True)


def create_owned_database(server: Postgres, service: str) -> str:
    """Create an empty database whose owner has no rights over other roles, like the role of a service."""
    url = server.create(service)
    with open_connection(url) as connection:
        if connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [service]).rowcount == 0:
            connection.execute(f"CREATE ROLE {service} LOGIN")
        connection.execute(f"ALTER DATABASE {service} OWNER TO {service}")
    return url.replace("://postgres:", f"://{service}:")


@pytest.fixture
def sources(server: Postgres, tmp_path: Path) -> list[BackupSource]:
    """Two sources: a service with migrated tables, and one with files."""
    calculator = create_owned_database(server, "calculator")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        migrate.upgrade("calculator", calculator)
    with open_connection(calculator) as connection:
        connection.execute(INSERT_EVENT)
    content = create_owned_database(server, "content")
    with open_connection(content) as connection:
        connection.execute(CREATE_CARS)
    files = tmp_path / "data" / "files"
    (files / "cars").mkdir(parents=True)
    (files / "cars" / "front.webp").write_bytes(bytes(range(256)) * 999)
    (files / "document.pdf").write_bytes(b"%PDF")
    return [
        BackupSource("calculator", calculator, secret_key="first"),
        BackupSource("content", content, files=files, secret_key="second"),
    ]


def read_rows(source: BackupSource) -> dict[str, list[str]]:
    """Return every row of every table as text."""
    with open_connection(source.database_url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return {
            table: [str(row) for row in connection.execute(f'TABLE "{table}" ORDER BY 1').fetchall()]
            for (table,) in tables
        }


def read_files(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Return the content and modification time of every file."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {str(file.relative_to(folder)): (file.read_bytes(), int(file.stat().st_mtime)) for file in files}


def save_all(sources: list[BackupSource], folder: Path, now: datetime = NOW) -> Path:
    return create_backup(
        sources, folder, version="1.2.3", now=now, retention_days=14, programs_folder=get_programs_folder()
    )


def lose_everything(server: Postgres, sources: list[BackupSource]) -> None:
    for source in sources:
        create_owned_database(server, source.service)
        if source.files:
            shutil.rmtree(source.files)


class TestRestore:
    def test_restore_brings_back_all_data_and_publishes_events_again(
        self, server: Any, sources: Any, tmp_path: Path
    ) -> None:
        calculator, content = sources
        before = read_rows(content)
        files = read_files(content.files)
        tariffs = {table: rows for table, rows in read_rows(calculator).items() if not table.startswith("outbox")}
        backup = save_all(sources, tmp_path / "backups")
        lose_everything(server, sources)
        restore_backup(sources, backup, programs_folder=get_programs_folder())
        assert len(before["cars"]) == 2000
        assert read_rows(content) == before
        assert read_files(content.files) == files
        after = read_rows(calculator)
        assert len(after["outbox"]) == 1
        # The partitions are tables too.
        assert {table: rows for table, rows in after.items() if not table.startswith("outbox")} == tariffs
        with open_connection(calculator.database_url) as connection:
            assert connection.execute("SELECT count(*) FROM outbox WHERE published_at IS NULL").fetchone() == (1,)
        with open_connection(content.database_url) as connection:
            inserted_row = connection.execute("INSERT INTO cars (title) VALUES ('Новая') RETURNING id").fetchone()
            assert inserted_row == (2001,)

    def test_erasures_since_the_backup_are_listed_for_auth(self, server: Postgres, tmp_path: Path) -> None:
        auth = BackupSource("auth", create_owned_database(server, "auth"), secret_key="auth")
        with open_connection(auth.database_url) as connection:
            connection.execute("CREATE TABLE erasures (id uuid, account_id uuid, requested_at timestamptz)")
            connection.execute(INSERT_ERASURE)
            first_backup = save_all([auth], tmp_path / "backups")
            connection.execute(INSERT_ERASURE)
            save_all([auth], tmp_path / "backups", NOW + timedelta(days=1))
            connection.execute(INSERT_ERASURE)
            ids = {str(row[0]) for row in connection.execute("SELECT id FROM erasures")}
        # One erasure is in the overwritten database, one in the list of the folder, and one in the backup.
        restore_backup(
            [auth],
            first_backup,
            overwrite=True,
            programs_folder=get_programs_folder(),
            erasures_file=tmp_path / "auth.jsonl",
        )
        assert erasures.read_list(tmp_path / "auth.jsonl").keys() == ids
        create_owned_database(server, "auth")
        restore_backup(
            [auth], first_backup, programs_folder=get_programs_folder(), erasures_file=tmp_path / "new-machine.jsonl"
        )
        assert erasures.read_list(tmp_path / "new-machine.jsonl").keys() == ids
        assert len(ids) == 3

    def test_existing_data_is_overwritten_only_on_request(self, sources: Any, tmp_path: Path) -> None:
        content = sources[1]
        before = read_rows(content)
        files = read_files(content.files)
        backup = save_all(sources, tmp_path / "backups")
        with open_connection(content.database_url) as connection:
            connection.execute("DELETE FROM cars; CREATE TABLE later (id int)")
        (content.files / "later.webp").write_bytes(b"1")
        with pytest.raises(BackupError, match=r"calculator is not empty: it has \d+ tables"):
            restore_backup(sources, backup, programs_folder=get_programs_folder())
        assert read_rows(content) != before
        restore_backup(sources, backup, overwrite=True, programs_folder=get_programs_folder())
        assert read_rows(content) == before
        assert read_files(content.files) == files

    def test_unusable_backup_is_refused_before_any_change(self, sources: Any, tmp_path: Path) -> None:
        calculator, content = sources
        backup = save_all(sources, tmp_path / "backups")
        before = read_rows(content)
        with open_connection(content.database_url), pytest.raises(BackupError, match="1 other clients are connected"):
            restore_backup(sources, backup, overwrite=True, programs_folder=get_programs_folder())
        other = [calculator, replace(content, secret_key="third")]
        with pytest.raises(BackupError, match="SECRET_KEY of content differs"):
            restore_backup(other, backup, overwrite=True, programs_folder=get_programs_folder())
        with pytest.raises(BackupError, match="the backup holds"):
            restore_backup([content], backup, overwrite=True, programs_folder=get_programs_folder())
        dump = backup / "content.dump"
        damaged_dump = bytearray(dump.read_bytes())
        damaged_dump[len(damaged_dump) // 2] ^= 1
        dump.write_bytes(damaged_dump)
        with pytest.raises(BackupError, match=r"content\.dump is damaged"):
            restore_backup(sources, backup, overwrite=True, programs_folder=get_programs_folder())
        dump.unlink()
        with pytest.raises(BackupError, match=r"content\.dump is missing"):
            restore_backup(sources, backup, overwrite=True, programs_folder=get_programs_folder())
        assert read_rows(content) == before

    def test_restored_files_stay_inside_their_folder(self, tmp_path: Path) -> None:
        (tmp_path / "escape").write_text("1")
        with tarfile.open(tmp_path / "bad.tar", "w") as pack:
            pack.add(tmp_path / "escape", arcname="../escaped")
        with pytest.raises(BackupError, match="is not a file of that folder"):
            unpack(tmp_path / "bad.tar", tmp_path / "files" / "here")
        assert not list(tmp_path.rglob("escaped"))


class TestSave:
    def test_manifest_describes_the_backup(self, sources: Any, tmp_path: Path) -> None:
        backup = save_all(sources, tmp_path / "backups")
        verified_backup = manifest.verify(backup, programs_folder=get_programs_folder())
        assert backup.name == NAME
        assert (verified_backup.began_at, verified_backup.app_version) == (NOW.isoformat(), "1.2.3")
        assert verified_backup.postgres.startswith("18.")
        assert [(part.service, bool(part.files)) for part in verified_backup.parts] == [
            ("calculator", False),
            ("content", True),
        ]
        newest = sorted((Path(migrate.__file__).parents[3] / "calculator/migrations/versions").glob("0*.py"))[-1]
        assert verified_backup.parts[0].revision == newest.name.partition("_")[0]
        assert "first" not in (backup / manifest.NAME).read_text()

    def test_old_backups_are_deleted_and_failed_ones_leave_nothing(self, sources: Any, tmp_path: Path) -> None:
        content = sources[1:]
        folder = tmp_path / "backups"
        for age in (15, 13):
            save_all(content, folder, NOW - timedelta(days=age))
        missing_database = replace(content[0], database_url=content[0].database_url.replace("/content?", "/nowhere?"))
        with pytest.raises(BackupError, match="nowhere"):
            save_all([missing_database], folder)
        assert [backup.name for backup in list_complete_backups(folder)] == [
            "2026-04-19T03-02-01Z",
            "2026-04-21T03-02-01Z",
        ]
        copy_of_operator = shutil.copytree(folder / "2026-04-19T03-02-01Z", folder / "2026-04-19T03-02-01Z-keep")
        save_all(content, folder)
        assert copy_of_operator.is_dir()
        shutil.rmtree(copy_of_operator)
        assert [backup.name for backup in list_complete_backups(folder)] == ["2026-04-21T03-02-01Z", NAME]
        assert sorted(entry.name for entry in folder.iterdir()) == [".lock", "2026-04-21T03-02-01Z", NAME]


def test_events_of_a_recovered_system_are_published_again_with_the_settings_of_the_backup_container(
    sources: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{get_programs_folder()}{os.pathsep}{os.environ['PATH']}")
    for source in sources:
        monkeypatch.setenv(f"{source.service.upper()}_DATABASE_URL", source.database_url.replace("+psycopg", ""))
    assert run_command("publish-again", "") == ["all events in the outboxes of 2 services will be published again"]
    with open_connection(sources[0].database_url) as connection:
        assert connection.execute("SELECT count(*) FROM outbox WHERE published_at IS NULL").fetchone() == (1,)


@pytest.mark.parametrize(
    ("name", "problem"), [("2026-05-04", "there is no backup 2026-05-04; in "), ("", "say which backup; in ")]
)
def test_a_wrong_name_of_a_backup_is_answered_with_the_right_ones(tmp_path: Path, name: str, problem: str) -> None:
    with pytest.raises(BackupError, match=f"^{problem}{tmp_path} there are: none yet$"):
        find_backup(tmp_path, name)
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / manifest.NAME).touch()
    with pytest.raises(BackupError, match=f"^{problem}{tmp_path} there are: {NAME}$"):
        find_backup(tmp_path, name)
    assert find_backup(tmp_path, NAME) == find_backup(Path("/elsewhere"), str(tmp_path / NAME)) == tmp_path / NAME


def test_an_unknown_command_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^2$"):
        build_parser().parse_args(["destroy"])
    refusal = capsys.readouterr().err
    for command in ("save", "restore", "archive-recover", "restore-drill"):
        assert command in refusal


def test_the_commands_that_the_documentation_and_the_containers_give_are_known() -> None:
    for command in (
        "save", "nightly", "list", "verify X", "check X", "restore X", "restore", "publish-again", "archive",
        "archive-key", "archive-list", "archive-recover /x", "archive-recover-files", "archive-erasures",
        "restore-drill", "restore-drill new", "restore-drill periodic",
    ):  # fmt: skip
        assert build_parser().parse_args(command.split()).command == command.split()[0]


@pytest.fixture
def foreign_backups() -> Iterator[Path]:
    """A folder with a backup that only another user may read."""
    folder = create_scratch_folder("bk")
    folder.chmod(0o755)
    (folder / NAME).mkdir(mode=0o700 if os.geteuid() == 0 else 0)
    was_root = os.geteuid() == 0
    if was_root:
        os.seteuid(65534)
    yield folder
    if was_root:
        os.seteuid(0)
    (folder / NAME).chmod(0o700)
    shutil.rmtree(folder)


def test_a_backup_of_another_user_is_reported_instead_of_skipped(foreign_backups: Path) -> None:
    """This happens after a copy to another server, where the containers' user has another id."""
    with pytest.raises(BackupError, match=rf"cannot read \S+{NAME}: sudo chown -R \d+:\d+ BACKUP_FOLDER"):
        list_readable_backups(foreign_backups)
    with pytest.raises(BackupError, match="cannot read"):
        manifest.read(foreign_backups / NAME)


def test_sources_come_from_the_environment() -> None:
    environment = {
        "AUTH_DATABASE_URL": "postgresql://a@h/auth",
        "AUTH_FILES": "/data/auth/avatars",
        "AUTH_SECRET_KEY": "k",
    }
    auth = BackupSource("auth", "postgresql://a@h/auth", files=Path("/data/auth/avatars"), secret_key="k")
    assert find_sources(environment | {"PATH": "/bin"}) == [auth]
    assert find_sources(environment | {"AUTH_STORAGE_URL": "s3://elsewhere"}) == [replace(auth, files=None)]
