"""The archive process, which runs all the time, and the commands of the archive."""

import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from fcntl import LOCK_EX, flock
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from obstore.store import LocalStore

from deploy.backup.archive import base, drill, wal
from deploy.backup.archive.files import ErasureShipper, FileShipper, list_erasures, restore_files
from deploy.backup.archive.recover import recover
from deploy.backup.archive.store import Archive, create_key_pair, open_archive
from deploy.backup.create import NAME_FORMAT
from deploy.backup.erasures import read_list, write_list
from deploy.backup.postgres import Database
from deploy.backup.sources import BackupError, find_files_folder

DRILL_ATTEMPTS = 3
DAY_SECONDS = 86_400
# How long a drill waits for the archive process, which runs a round each minute.
ROUND_TIMEOUT_SECONDS = 600
# File beside the nightly backups, from which metrics of the archive are made.
STATE = "archive.json"
BASE_INTERVAL = timedelta(days=1)
SELECT_SERVICE_DATABASES = (
    "SELECT datname FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres' ORDER BY datname"
)
SELECT_CLUSTER_ID = "SELECT system_identifier FROM pg_control_system()"
# Writes and flushes a record of the write-ahead log, and returns its position.
WRITE_WAL_MESSAGE = "SELECT pg_logical_emit_message(false, 'archive', '', true)"


def read_number(environment: Mapping[str, str], name: str, default: int) -> int:
    """Return a setting that is a whole number of at least 1. Raises BackupError."""
    text = environment.get(name) or str(default)
    if not text.isdigit() or int(text) < 1:
        raise BackupError(f"{name}={text} is not a number of at least 1")
    return int(text)


def get_cluster_database(environment: Mapping[str, str], name: str = "postgres") -> Database:
    """Return a database of the cluster in ARCHIVE_DATABASE_URL. Raises BackupError if that is missing."""
    url = environment.get("ARCHIVE_DATABASE_URL")
    if not url:
        raise BackupError("ARCHIVE_DATABASE_URL is missing")
    return Database(urlunsplit(urlsplit(url)._replace(path=f"/{name}")), environment.get("POSTGRES_PROGRAMS", ""))


def list_services(environment: Mapping[str, str]) -> list[str]:
    """Return the names in SERVICES, by default the names of all databases of the cluster except `postgres`."""
    names = environment.get("SERVICES")
    if not names:
        names = get_cluster_database(environment).run_sql(SELECT_SERVICE_DATABASES)
    return names.split()


def list_file_folders(environment: Mapping[str, str]) -> dict[str, Path]:
    """Return the folders of uploaded files by service, from settings like AUTH_FILES.

    A service with AUTH_STORAGE_URL is left out: its object store keeps versions of the files.
    """
    names = [name.removesuffix("_FILES") for name in environment if name.endswith("_FILES")]
    folders = {name.lower(): find_files_folder(environment, name) for name in names}
    return {service: folder for service, folder in folders.items() if folder is not None}


def refuse_other_cluster(archive: Archive, server: Database) -> None:
    """Raise BackupError if the archive belongs to another cluster. A new archive is bound to this cluster.

    `initdb` gives a cluster its identifier, and a recovery keeps it.
    """
    cluster_name = f"cluster/{server.run_sql(SELECT_CLUSTER_ID)}"
    clusters = archive.list_names("cluster/")
    if not clusters:
        archive.put(cluster_name, b"")
    elif clusters != [cluster_name]:
        raise BackupError("the archive is of another cluster: recover it, or start a new archive with an empty spool")


def update_state(folder: Path, **values: object) -> None:
    """Add values to the state file of the archive, which the archive process and the restore drills write."""
    file = folder / STATE
    with file.with_name(f".{STATE}.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        state = json.loads(file.read_text()) if file.exists() else {}
        draft = file.with_name(f".{STATE}.new")
        draft.write_text(json.dumps(state | values))
        draft.replace(file)


class BaseBackupThread:
    """Thread that makes one base backup at a time while rounds go on. It ends with the program."""

    def __init__(self, archive: Archive, server: Database, work: Path) -> None:
        self._archive = archive
        self._server = server
        self._work = work
        self._thread: threading.Thread | None = None
        self._result: base.BaseBackup | Exception | None = None

    @property
    def is_running(self) -> bool:
        """True from `start` until `take_result` has returned a result."""
        return self._thread is not None

    def start(self, now: datetime) -> None:
        self._thread = threading.Thread(target=self._make, args=(now,), name="base backup", daemon=True)
        self._thread.start()

    def wait(self) -> None:
        if self._thread:
            self._thread.join()

    def take_result(self) -> base.BaseBackup | Exception | None:
        """Return the finished base backup or its error, once. None while one is running or if none was started."""
        if self._thread is None or self._thread.is_alive():
            return None
        result = self._result
        self._thread = None
        self._result = None
        return result

    def _make(self, now: datetime) -> None:
        try:
            self._result = base.take(self._archive, self._server, now=now, work=self._work)
        except Exception as error:
            self._result = error


class Archiver:
    """Archives everything that is new since its last round, each time `run` is called."""

    def __init__(self, archive: Archive, environment: Mapping[str, str]) -> None:
        self._archive = archive
        self._server = get_cluster_database(environment)
        self._work = Path(environment.get("ARCHIVE_SPOOL") or "/spool")
        self._backups = Path(environment.get("BACKUP_FOLDER") or "/backups")
        self._retention = timedelta(days=read_number(environment, "ARCHIVE_KEPT_DAYS", 14))
        self.receiver = wal.Receiver(self._server, self._work / "wal")
        self._segments = wal.Shipper(archive, self._work / "wal")
        self._base_backup_thread = BaseBackupThread(archive, self._server, self._work / "base")
        self._files = FileShipper(archive, list_file_folders(environment), self._work / "files.json")
        self._erasures = ErasureShipper(
            archive, get_cluster_database(environment, "auth"), self._work / "erasures.json"
        )

    def run(self, now: datetime) -> None:
        """Archive everything up to `now`. A due base backup runs in the background during this round and the next ones.

        Raises BackupError, also when a base backup has failed: everything else is in the archive nevertheless.
        """
        finished_base = self._base_backup_thread.take_result()
        self._work.mkdir(parents=True, exist_ok=True)
        refuse_other_cluster(self._archive, self._server)
        self.receiver.keep_running()

        position = self._server.run_sql(WRITE_WAL_MESSAGE)
        self.receiver.wait_for(position)
        self._segments.ship()
        self._files.ship(now=now, forget_before=now - self._retention)
        self._erasures.ship()
        if isinstance(finished_base, base.BaseBackup):
            # Only now the archive contains the WAL up to the end of the base backup, which its recovery needs.
            base.publish(self._archive, finished_base)
            self._delete_old_backups(now - self._retention)

        is_base_due = True
        names = base.list_base_names(self._archive)
        if names:
            newest_start = datetime.strptime(names[-1], NAME_FORMAT).replace(tzinfo=UTC)
            is_base_due = now - newest_start >= BASE_INTERVAL
            update_state(self._backups, recovery_point=now.timestamp(), base=newest_start.timestamp())
        if isinstance(finished_base, Exception):
            raise BackupError(str(finished_base))
        if is_base_due and not self._base_backup_thread.is_running:
            self._base_backup_thread.start(now)

    def run_with_base(self, now: datetime) -> None:
        """Run a round. If it starts a base backup, wait for its end and run another round. Raises BackupError."""
        self.run(now)
        if self._base_backup_thread.is_running:
            self._base_backup_thread.wait()
            self.run(now)

    def _delete_old_backups(self, before: datetime) -> None:
        if first_segment := base.prune(self._archive, before=before):
            wal.prune(self._archive, first_segment=first_segment)


def archive_forever(archive: Archive, environment: Mapping[str, str]) -> int:
    """Run a round every ARCHIVE_SECONDS until the process is stopped. A failed round is printed and repeated."""
    seconds = read_number(environment, "ARCHIVE_SECONDS", 60)
    archiver = Archiver(archive, environment)
    try:
        while True:
            try:
                archiver.run(datetime.now(UTC))
            except (BackupError, OSError) as error:
                print(f"archive: {error}", file=sys.stderr, flush=True)
            time.sleep(seconds)
    finally:
        archiver.receiver.stop()


def wait_for_round(backups: Path, moment: datetime, seconds: float) -> None:
    """Wait until the archive process has archived everything up to the moment. Raises BackupError after `seconds`."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        file = backups / STATE
        if file.exists() and json.loads(file.read_text()).get("recovery_point", 0) >= moment.timestamp():
            return
        time.sleep(0.5)
    raise BackupError(f"the archive did not reach {moment.isoformat()} in {seconds:.0f} s: is `archive` running?")


def run_restore_drill(
    archive: Archive, environment: Mapping[str, str], wait: Callable[[datetime], None] | None = None
) -> list[str]:
    """Run a drill against the running system. Returns the lines to print. Raises BackupError.

    An uploaded file that is replaced during a drill looks like a difference, so a drill is repeated up to
    DRILL_ATTEMPTS times. `wait` returns once everything up to a moment is in the archive. By default it waits for the
    archive process.
    """
    backups = Path(environment.get("BACKUP_FOLDER") or "/backups")

    def wait_for_process(moment: datetime) -> None:
        wait_for_round(backups, moment, ROUND_TIMEOUT_SECONDS)

    wait_until_archived = wait or wait_for_process
    live_databases = {service: get_cluster_database(environment, service) for service in list_services(environment)}
    user = environment.get("POSTGRES_USER_NAME") or None

    for attempt in range(1, DRILL_ATTEMPTS + 1):
        with tempfile.TemporaryDirectory(dir=environment.get("ARCHIVE_WORK") or None, prefix="drill") as work:
            # PostgreSQL's user must be able to open the folder.
            Path(work).chmod(0o755)
            workspace = drill.Workspace(Path(work), environment.get("POSTGRES_PROGRAMS", ""), user)
            try:
                report = drill.run_drill(
                    archive, live_databases, list_file_folders(environment), workspace, wait_until_archived
                )
            except drill.RecoveryMismatch as error:
                if attempt == DRILL_ATTEMPTS:
                    raise
                print(f"restore-drill: {error}; trying again", file=sys.stderr, flush=True)
                continue
        values = {"recovery_point_seconds": report.recovery_point_seconds, "recovery_seconds": report.recovery_seconds}
        update_state(backups, drill=datetime.now(UTC).timestamp(), **values)
        return report.format_lines()
    raise AssertionError("the last attempt returns or raises")


def drill_new_archive(environment: Mapping[str, str], work: Path) -> list[str]:
    """Archive the running system into the empty folder `work` and run a drill from there.

    The replication slot is dropped afterwards. Returns the lines to print. Raises BackupError.
    """
    identity, recipient = create_key_pair()
    archive = Archive(LocalStore(str(work / "archive"), mkdir=True), recipients=[recipient], identity=identity)
    (work / "backups").mkdir()
    settings = {
        **environment,
        "ARCHIVE_SPOOL": str(work / "spool"),
        "ARCHIVE_WORK": str(work),
        "BACKUP_FOLDER": str(work / "backups"),
    }
    archiver = Archiver(archive, settings)
    try:
        archiver.run_with_base(datetime.now(UTC))
        return run_restore_drill(archive, settings, lambda _: archiver.run(datetime.now(UTC)))
    finally:
        archiver.receiver.stop()
        for statement in wal.DROP_SLOT:
            get_cluster_database(environment).run_sql(statement)


def drill_forever(archive: Archive, environment: Mapping[str, str]) -> int:
    """Run a drill at once, and another one every DRILL_DAYS. A failed drill is repeated after a day."""
    days = read_number(environment, "DRILL_DAYS", 7)
    while True:
        try:
            print("\n".join(run_restore_drill(archive, environment)), flush=True)
            time.sleep(days * DAY_SECONDS)
        except (BackupError, OSError) as error:
            print(f"restore-drill: {error}", file=sys.stderr, flush=True)
            time.sleep(DAY_SECONDS)


def parse_moment(text: str) -> datetime | None:
    """Parse an ISO time with a time zone. Returns None for an empty text. Raises BackupError."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BackupError(f"{text} is not a time like 2026-05-04T03:02:01+00:00") from None
    if moment.tzinfo is None:
        raise BackupError(f"{text} has no time zone: add +00:00 for UTC")
    return moment


def write_erasures_for_auth(archive: Archive, environment: Mapping[str, str]) -> list[str]:
    """Add the erasures of the archive to the list that auth repeats when it starts. Returns the lines to print."""
    file = Path(environment["ERASURES_FILE"])
    erasures = read_list(file) | {erasure["id"]: erasure for erasure in list_erasures(archive)}
    write_list(file, erasures)
    return [f"{len(erasures)} erasures, of which auth repeats those that it does not know"]


def run_command(command: str, argument: str, environment: Mapping[str, str]) -> list[str]:
    """Run one command and return the lines to print. Raises BackupError."""
    if command == "archive-key":
        identity, recipient = create_key_pair()
        return [f"ARCHIVE_IDENTITY={identity}", f"ARCHIVE_RECIPIENTS={recipient}"]

    archive = open_archive(environment)
    recovery_time = parse_moment(environment.get("AT", ""))

    if command == "archive-list":
        return [
            f"{backup.name}  PostgreSQL {backup.server}, recoverable from {backup.ended_at}"
            for backup in base.list_bases(archive)
        ]

    if command == "archive-recover":
        base_backup = recover(archive, Path(argument), at=recovery_time)
        restored_content = f"the base backup {base_backup.name} and the WAL after it"
        return [f"{argument}: {restored_content}; PostgreSQL recovers at its next start"]

    if command == "archive-recover-files":
        return [
            f"{restore_files(archive, list_file_folders(environment), at=recovery_time)} files",
            *write_erasures_for_auth(archive, environment),
        ]

    if command == "archive-erasures":
        return write_erasures_for_auth(archive, environment)

    if command == "restore-drill":
        return run_restore_drill(archive, environment)

    raise BackupError(f"there is no command {command}")
