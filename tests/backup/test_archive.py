"""The archive with real PostgreSQL and an S3 server: recovery to the last change or to a moment, and drills."""

import itertools
import json
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from chassis.testing.servers import Postgres, create_scratch_folder, run_postgres
from moto.server import ThreadedMotoServer
from obstore.store import LocalStore
from psycopg import Connection, connect

from deploy.backup.archive import base, drill, run, wal
from deploy.backup.archive.files import ErasureShipper, FileShipper, list_erasures, restore_files
from deploy.backup.archive.recover import recover
from deploy.backup.archive.store import Archive, create_key_pair, open_archive
from deploy.backup.create import NAME_FORMAT
from deploy.backup.erasures import read_list, write_list
from deploy.backup.postgres import Database
from deploy.backup.restore import restore_backup
from deploy.backup.sources import BackupError, BackupSource
from deploy.local.backups import get_programs_folder
from deploy.local.postgres import SYSTEM_USER
from tests.backup.test_backup import create_owned_database, read_rows, save_all

NOW = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)
IDENTITY, RECIPIENT = create_key_pair()
CREATE_CARS = """CREATE TABLE cars (id int PRIMARY KEY, title text NOT NULL);
INSERT INTO cars SELECT n, 'Машина ' || n FROM generate_series(1, 500) n"""
CREATE_ERASURES = """CREATE TABLE erasures (id uuid PRIMARY KEY, account_id uuid, requested_at timestamptz);
INSERT INTO erasures VALUES (gen_random_uuid(), '01900000-0000-7000-8000-000000000001', now())"""
USER = SYSTEM_USER if os.geteuid() == 0 else None


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with run_postgres() as server:
        yield server


@pytest.fixture
def work() -> Iterator[Path]:
    """A folder with a short path, since it contains a socket, that PostgreSQL's user may enter."""
    folder = create_scratch_folder("ar")
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def open_local(folder: Path) -> Archive:
    return Archive(LocalStore(str(folder), mkdir=True), recipients=[RECIPIENT], identity=IDENTITY)


class System:
    """A small running system with two databases, a folder of files, and an archive."""

    def __init__(self, server: Postgres, work: Path) -> None:
        self.urls = {name: server.create(name).replace("+psycopg", "") for name in ("auth", "content")}
        self.execute("content", CREATE_CARS)
        self.execute("auth", CREATE_ERASURES)
        self.files = work / "data" / "content"
        self.files.mkdir(parents=True)
        (self.files / "front.webp").write_bytes(bytes(range(256)))
        self.work = work
        self.archive = open_local(work / "archive")
        self.backups = work / "backups"
        self.backups.mkdir()
        self.environment = {
            "ARCHIVE_DATABASE_URL": server.admin_url.replace("+psycopg", ""),
            "ARCHIVE_SPOOL": str(work / "spool"),
            "BACKUP_FOLDER": str(self.backups),
            "CONTENT_FILES": str(self.files),
            "POSTGRES_PROGRAMS": get_programs_folder(),
            "POSTGRES_USER_NAME": USER or "",
            "ARCHIVE_WORK": str(work),
            "SERVICES": "auth content",
        }
        self.archiver = run.Archiver(self.archive, self.environment)

    def execute(self, name: str, sql: str) -> Any:
        with connect(self.urls[name], autocommit=True) as connection:
            cursor = connection.execute(sql.encode())
            return cursor.fetchall() if cursor.description else None

    def run_round(self, now: datetime | None = None) -> None:
        self.archiver.run_with_base(now or datetime.now(UTC))

    def run_drill(self, archive_all: Callable[[], None] | None = None) -> drill.Report:
        """Run a drill after `archive_all`: by default a round, with a base backup if one is due."""
        folder_of_drill = self.work / f"drill-{time.monotonic_ns()}"
        folder_of_drill.mkdir(mode=0o755)
        live = {name: Database(url, get_programs_folder()) for name, url in self.urls.items()}
        workspace = drill.Workspace(folder_of_drill, get_programs_folder(), USER)
        return drill.run_drill(
            self.archive, live, {"content": self.files}, workspace, lambda moment: (archive_all or self.run_round)()
        )


@pytest.fixture
def system(server: Postgres, work: Path) -> Iterator[System]:
    system = System(server, work)
    yield system
    system.archiver.receiver.stop()
    with connect(server.admin_url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active")


def write_at_each_point(system: System, monkeypatch: pytest.MonkeyPatch, max_writes: int | None = None) -> list[str]:
    """Commit a row before each restore point of a drill, or before the first `max_writes`. Returns their names."""
    points: list[str] = []
    execute = Connection.execute

    def execute_after_a_write(self: Connection[Any], query: Any, parameters: Any = None, **rest: Any) -> Any:
        if "pg_create_restore_point" in str(query):
            points.append(parameters[0])
            if max_writes is None or len(points) <= max_writes:
                system.execute("content", "INSERT INTO cars SELECT max(id) + 1, 'Новая' FROM cars")
        return execute(self, query, parameters, **rest)

    monkeypatch.setattr(Connection, "execute", execute_after_a_write)
    return points


class TestRecovery:
    def test_database_of_a_new_service_is_listed_for_recovery(self, system: System, server: Postgres) -> None:
        server.create("garage")
        names = run.list_services(system.environment | {"SERVICES": ""})
        assert {"auth", "content", "garage"} <= set(names)
        assert not {"postgres", "template0", "template1"} & set(names)

    def test_last_change_before_a_round_is_recovered(self, system: System) -> None:
        system.run_round()
        system.execute("content", "INSERT INTO cars VALUES (501, 'Последняя'); DELETE FROM cars WHERE id = 7")
        (system.files / "later.webp").write_bytes(b"later")
        report = system.run_drill()
        assert (report.tables, report.files) == (2, 2)
        assert report.rows == 501
        assert report.recovery_seconds > 0
        assert "equal: 2 tables with 501 rows, 2 files" in report.format_lines()[0]

    def test_drill_of_a_busy_system_compares_one_moment(self, system: System) -> None:
        """The databases are read one after another, and changes go on meanwhile."""
        system.run_round()
        stop_requested = threading.Event()

        def write() -> None:
            with connect(system.urls["content"], autocommit=True) as connection:
                for number in itertools.count(1000):
                    connection.execute("INSERT INTO cars VALUES (%s, 'Новая')", [number])
                    if stop_requested.wait(0.02):
                        return

        with ThreadPoolExecutor(1) as pool:
            writing = pool.submit(write)
            try:
                assert system.run_drill().rows > 500
            finally:
                stop_requested.set()
            writing.result()

    def test_drill_repeats_its_point_until_nothing_is_written_meanwhile(
        self, system: System, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        system.run_round()
        points = write_at_each_point(system, monkeypatch, max_writes=2)
        report = system.run_drill()
        assert [point.rpartition("_")[2] for point in points] == ["1", "2", "3"]
        assert report.rows == 1 + 500 + 2

    def test_drill_that_finds_no_moment_without_a_write_is_refused(
        self, system: System, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        system.run_round()
        monkeypatch.setattr(drill, "RESTORE_POINT_TIMEOUT_SECONDS", 0.0)
        write_at_each_point(system, monkeypatch)
        with pytest.raises(BackupError, match=r"something was written at every moment of 0 s; repeat the drill later"):
            system.run_drill()
        monkeypatch.undo()
        assert system.run_drill().rows == 1 + 500 + 1

    def test_drill_fails_if_the_archive_lacks_a_change(self, system: System) -> None:
        system.run_round()
        system.run_drill()
        for name in system.archive.list_names(wal.FOLDER):
            system.archive.delete([name])
        with pytest.raises(BackupError, match="did not recover"):
            system.run_drill()

    def test_drill_names_tables_and_files_that_differ(self, system: System) -> None:
        with pytest.raises(drill.RecoveryMismatch, match=r"content\.cars \(500, recovered 499 rows\)"):
            drill.compare_tables({"content.cars": (500, 1)}, {"content.cars": (499, 1)})
        with pytest.raises(drill.RecoveryMismatch, match=r"auth\.gone"):
            drill.compare_tables({"auth.gone": (1, 1)}, {})
        with pytest.raises(drill.RecoveryMismatch, match=r"content/front\.webp is missing"):
            drill.compare_files({"content/front.webp": "1"}, {}, {"content": system.files})

    def test_recovery_to_a_moment_before_a_mistake_has_the_lost_rows(self, system: System) -> None:
        system.run_round()
        before = datetime.now(UTC)
        time.sleep(0.01)
        system.execute("content", "DELETE FROM cars")
        system.run_round()
        folder = system.work / "r"
        folder.mkdir(mode=0o755)
        recover(system.archive, folder / "data", at=before)
        if USER:
            for file in [folder, *folder.rglob("*")]:
                shutil.chown(file, USER)
        with (
            drill.run_recovered_server(
                folder / "data", drill.Workspace(folder, get_programs_folder(), USER)
            ) as address,
            connect(address % "content") as connection,
        ):
            assert connection.execute("SELECT count(*) FROM cars").fetchone() == (500,)
        with pytest.raises(BackupError, match="is not empty"):
            recover(system.archive, folder / "data")
        with pytest.raises(BackupError, match="no base backup from before 2026-05-04"):
            recover(system.archive, folder / "none", at=NOW)

    def test_drill_waits_for_the_archive_process(self, system: System, monkeypatch: pytest.MonkeyPatch) -> None:
        def run_round_and_wait(backups: Path, moment: datetime, seconds: float) -> None:
            system.run_round()
            wait(backups, moment, 60)

        wait = run.wait_for_round
        monkeypatch.setattr(run, "wait_for_round", run_round_and_wait)
        system.run_round()
        lines = run.run_restore_drill(system.archive, system.environment)
        assert lines[0].startswith("equal: 2 tables")
        text = (system.backups / run.STATE).read_text()
        assert all(f'"{name}"' in text for name in ("recovery_point", "base", "drill", "recovery_seconds"))
        with pytest.raises(BackupError, match="is `archive` running"):
            wait(system.backups, datetime.now(UTC) + timedelta(hours=1), 0.1)

    def test_drill_of_a_new_archive_leaves_no_slot(self, system: System) -> None:
        folder = system.work / "new"
        folder.mkdir(mode=0o711)
        lines = run.drill_new_archive(system.environment, folder)
        assert lines[0].startswith("equal: 2 tables with 501 rows, 1 files")
        assert system.execute("auth", "SELECT slot_name FROM pg_replication_slots") == []


HELD_BASEBACKUP_SCRIPT = """#!/bin/sh
touch {folder}/begun
while [ ! -e {folder}/go ]; do sleep 0.1; done
exec {program} "$@"
"""


@dataclass
class HeldBackup:
    """PostgreSQL's programs, whose pg_basebackup waits for `release`."""

    programs: Path

    @classmethod
    def make(cls, folder: Path) -> "HeldBackup":
        folder.mkdir()
        for program in Path(get_programs_folder()).iterdir():
            (folder / program.name).symlink_to(program)
        (folder / "pg_basebackup").unlink()
        script = HELD_BASEBACKUP_SCRIPT.format(folder=folder, program=Path(get_programs_folder()) / "pg_basebackup")
        (folder / "pg_basebackup").write_text(script)
        (folder / "pg_basebackup").chmod(0o755)
        return cls(folder)

    def wait_until_begun(self) -> None:
        deadline = time.monotonic() + 120
        while not (self.programs / "begun").exists():
            assert time.monotonic() < deadline, "no base backup was begun"
            time.sleep(0.05)

    def release(self) -> None:
        (self.programs / "go").touch()


class TestDuringABaseBackup:
    """A base backup of a large cluster takes an hour. The WAL of that hour must not wait for it."""

    def test_wal_and_files_are_archived_during_a_base_backup(self, system: System) -> None:
        began = datetime.now(UTC)
        system.run_round(began - timedelta(days=2))
        held_backup = HeldBackup.make(system.work / "held")
        system.archiver.receiver.stop()
        system.archiver = run.Archiver(
            system.archive, system.environment | {"POSTGRES_PROGRAMS": str(held_backup.programs)}
        )
        system.archiver.run(began)
        held_backup.wait_until_begun()

        system.execute("content", "INSERT INTO cars VALUES (501, 'Последняя')")
        (system.files / "later.webp").write_bytes(b"later")
        later = datetime.now(UTC)
        system.archiver.run(later)
        assert json.loads((system.backups / run.STATE).read_text())["recovery_point"] == later.timestamp()
        assert len(base.list_bases(system.archive)) == 1
        report = system.run_drill(lambda: system.archiver.run(datetime.now(UTC)))
        assert (report.rows, report.files) == (502, 2)

        held_backup.release()
        system.run_round()
        assert len(base.list_bases(system.archive)) == 2
        assert system.run_drill().rows == 502

    def test_a_failed_base_backup_is_reported_and_repeated(self, system: System) -> None:
        held_backup = HeldBackup.make(system.work / "held")
        (held_backup.programs / "pg_basebackup").write_text("#!/bin/sh\necho the disk is full >&2\nexit 1\n")
        system.archiver = run.Archiver(
            system.archive, system.environment | {"POSTGRES_PROGRAMS": str(held_backup.programs)}
        )
        with pytest.raises(BackupError, match="the disk is full"):
            system.run_round()
        assert base.list_bases(system.archive) == []
        assert not (system.backups / run.STATE).exists()
        (held_backup.programs / "pg_basebackup").unlink()
        (held_backup.programs / "pg_basebackup").symlink_to(Path(get_programs_folder()) / "pg_basebackup")
        system.run_round()
        assert len(base.list_bases(system.archive)) == 1


class TestMoveToAnotherServer:
    """A move from compose to Kubernetes (deploy/kubernetes/README.md) needs only the bucket of the archive."""

    def test_archive_is_recovered_and_restored_into_another_server(self, system: System, tmp_path: Path) -> None:
        system.run_round()
        system.execute("content", "INSERT INTO cars VALUES (501, 'Последняя'); DELETE FROM cars WHERE id = 7")
        (system.files / "later.webp").write_bytes(b"later")
        system.run_round()
        between = system.work / "between"
        between.mkdir(mode=0o755)
        recover(system.archive, between / "data")
        files = tmp_path / "recovered" / "content"
        restore_files(system.archive, {"content": files})
        if USER:
            for file in [between, *between.rglob("*")]:
                shutil.chown(file, USER)
        with drill.run_recovered_server(
            between / "data", drill.Workspace(between, get_programs_folder(), USER)
        ) as address:
            recovered_sources = [
                BackupSource("auth", address % "auth", secret_key="a"),
                BackupSource("content", address % "content", files=files, secret_key="c"),
            ]
            backup = save_all(recovered_sources, tmp_path / "backups")
        with run_postgres() as other:
            moved_sources = [
                BackupSource("auth", create_owned_database(other, "auth"), secret_key="a"),
                BackupSource("content", create_owned_database(other, "content"), tmp_path / "files", secret_key="c"),
            ]
            restore_backup(moved_sources, backup, programs_folder=get_programs_folder())
            for source in moved_sources:
                live = BackupSource(source.service, system.urls[source.service])
                assert read_rows(source) == read_rows(live)
        assert (tmp_path / "files" / "later.webp").read_bytes() == b"later"


class TestOtherCluster:
    """A restored or new cluster must not add its WAL to the archive of the first cluster."""

    def test_log_of_another_cluster_is_refused(self, system: System, server: Postgres) -> None:
        system.run_round()
        stored_names = system.archive.list_names("")
        with run_postgres() as other:
            address = other.admin_url.replace("+psycopg", "")
            archiver = run.Archiver(system.archive, system.environment | {"ARCHIVE_DATABASE_URL": address})
            with pytest.raises(BackupError, match="another cluster"):
                archiver.run(datetime.now(UTC))
        assert system.archive.list_names("") == stored_names

    def test_archive_of_an_earlier_release_is_continued(self, system: System) -> None:
        system.run_round()
        system.archive.delete(system.archive.list_names("cluster/"))
        system.run_round()
        assert len(system.archive.list_names("cluster/")) == 1


class TestRetention:
    def test_old_base_backups_and_unneeded_segments_are_deleted(self, system: System) -> None:
        now = datetime.now(UTC)
        system.run_round(now - timedelta(days=16))
        for age in (15, 0):
            system.execute("content", "SELECT pg_switch_wal()")
            system.run_round(now - timedelta(days=age))
        system.run_round(now)
        [remaining] = base.list_bases(system.archive)
        assert remaining.name == now.strftime(NAME_FORMAT)
        assert system.archive.list_names("base/") == sorted(
            f"base/{remaining.name}/{name}"
            for name in ("backup_manifest", "base.json", "base.tar.gz", f"first-{remaining.first}")
        )
        segments = [name.removeprefix(wal.FOLDER)[:24] for name in system.archive.list_names(wal.FOLDER)]
        assert segments
        # The segment before may arrive after the round that deletes the others. The next such round deletes it.
        assert int(min(segments), 16) >= int(remaining.first, 16) - 1
        assert system.run_drill().tables == 2

    def test_archived_files_follow_their_folder(self, tmp_path: Path) -> None:
        archive = open_local(tmp_path / "a")
        data = tmp_path / "data"
        data.mkdir()
        (data / "one").write_bytes(b"1")
        (data / "two").write_bytes(b"2")
        state = tmp_path / "files.json"

        def ship(days: int) -> None:
            now = NOW + timedelta(days=days)
            FileShipper(archive, {"content": data}, state).ship(now=now, forget_before=now - timedelta(days=14))

        ship(0)
        (data / "two").unlink()
        ship(1)
        for at, names in ((None, {"one"}), (NOW, {"one", "two"}), (NOW + timedelta(days=2), {"one"})):
            target = tmp_path / f"restored-{at}"
            restore_files(archive, {"content": target}, at=at)
            assert {file.name for file in target.iterdir()} == names
        ship(20)
        assert archive.list_names("files/") == ["files/content/one"]

    def test_erasures_survive_a_restore(self, system: System, tmp_path: Path) -> None:
        auth = Database(system.urls["auth"], get_programs_folder())
        ErasureShipper(system.archive, auth, tmp_path / "state").ship()
        system.execute("auth", "DELETE FROM erasures")
        ErasureShipper(system.archive, auth, tmp_path / "state").ship()
        [erasure] = list_erasures(system.archive)
        assert erasure["account_id"] == "01900000-0000-7000-8000-000000000001"

    def test_archived_erasures_are_added_to_the_list_of_auth(self, system: System, tmp_path: Path) -> None:
        auth = Database(system.urls["auth"], get_programs_folder())
        ErasureShipper(system.archive, auth, tmp_path / "state").ship()
        [erasure] = list_erasures(system.archive)
        file = tmp_path / "auth" / "erasures.jsonl"
        file.parent.mkdir()
        write_list(file, {"1": {"id": "1"}})
        lines = run.write_erasures_for_auth(system.archive, {"ERASURES_FILE": str(file)})
        assert lines == ["2 erasures, of which auth repeats those that it does not know"]
        assert read_list(file) == {"1": {"id": "1"}, erasure["id"]: erasure}


def remember_one(folder: Path, number: int) -> None:
    run.update_state(folder, **{f"value_{number}": number})


def test_values_of_processes_that_write_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4) as pool:
        list(pool.map(partial(remember_one, tmp_path), range(200)))
    assert len(json.loads((tmp_path / run.STATE).read_text())) == 200


class TestEncryption:
    def test_objects_can_only_be_read_with_the_secret_key(self, tmp_path: Path) -> None:
        archive = open_local(tmp_path)
        archive.put("one", b"personal data")
        assert b"personal" not in (tmp_path / "one.age").read_bytes()
        assert archive.get("one") == b"personal data"
        store = LocalStore(str(tmp_path))
        with pytest.raises(BackupError, match="cannot be decrypted"):
            Archive(store, recipients=[RECIPIENT], identity=create_key_pair()[0]).get("one")
        with pytest.raises(BackupError, match="ARCHIVE_IDENTITY is missing"):
            Archive(store, recipients=[RECIPIENT]).get("one")
        with pytest.raises(BackupError, match="without encryption"):
            open_archive({"ARCHIVE_URL": str(tmp_path)})

    @pytest.mark.parametrize("setting", ["ARCHIVE_IDENTITY", "ARCHIVE_RECIPIENTS"])
    def test_an_incomplete_key_is_refused_when_the_archive_is_opened(self, tmp_path: Path, setting: str) -> None:
        settings = {"ARCHIVE_URL": str(tmp_path), "ARCHIVE_RECIPIENTS": RECIPIENT, "ARCHIVE_IDENTITY": IDENTITY}
        with pytest.raises(BackupError, match="the settings of the archive are wrong"):
            open_archive(settings | {setting: "AGE-SECRET-KEY-COPIED-IN-PART"})

    def test_archive_in_an_s3_server_returns_what_was_put_into_it(self, tmp_path: Path) -> None:
        s3 = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
        s3.start()
        try:
            endpoint = "http://{}:{}".format(*s3.get_host_and_port())
            settings = {
                "ARCHIVE_URL": "s3://backups/site",
                "ARCHIVE_ENDPOINT": endpoint,
                "ARCHIVE_RECIPIENTS": RECIPIENT,
            }
            settings |= {"ARCHIVE_ACCESS_KEY": "a", "ARCHIVE_SECRET_KEY": "b", "ARCHIVE_IDENTITY": IDENTITY}
            archive = open_archive(settings)
            httpx.put(f"{endpoint}/backups").raise_for_status()
            (tmp_path / "big").write_bytes(bytes(20_000_000))
            archive.put("wal/1", b"1")
            archive.put_file("base/big", tmp_path / "big")
            assert archive.list_names("wal/") == ["wal/1"]
            archive.get_file("base/big", tmp_path / "again")
            assert (tmp_path / "again").read_bytes() == bytes(20_000_000)
            archive.delete(["wal/1", "wal/1"])
            assert archive.list_names("wal/") == []
        finally:
            s3.stop()
