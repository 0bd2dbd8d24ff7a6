"""Archive of the write-ahead log. It is received continuously and archived every minute, including the open segment."""

import gzip
import subprocess
import time
from pathlib import Path

from deploy.backup.archive.store import Archive
from deploy.backup.postgres import Database
from deploy.backup.sources import BackupError, shorten_output

FOLDER = "wal/"
PARTIAL = ".partial"
# Name of the replication slot and of the connection. The slot makes the server keep WAL that was not received yet.
SLOT_NAME = "archive"
DROP_SLOT = (
    "SELECT pg_terminate_backend(active_pid, 5000) FROM pg_replication_slots WHERE slot_name = 'archive' AND active",
    "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = 'archive'",
)
COUNT_RECEIVERS = "SELECT count(*) FROM pg_stat_replication WHERE application_name = 'archive' AND write_lsn >= '%s'"


class Receiver:
    """Runs pg_receivewal and restarts it when it has ended."""

    def __init__(self, database: Database, spool: Path) -> None:
        self._database = database
        self._spool = spool
        self._process: subprocess.Popen[bytes] | None = None

    def keep_running(self) -> None:
        """Start pg_receivewal if it does not run. Raises BackupError if the slot cannot be created."""
        if self._process and self._process.poll() is None:
            return
        self._spool.mkdir(parents=True, exist_ok=True)

        program = str(Path(self._database.programs_folder) / "pg_receivewal")
        environment = self._database.build_environment() | {"PGAPPNAME": SLOT_NAME}
        environment.pop("PGDATABASE", None)

        create_slot = [program, f"--slot={SLOT_NAME}", "--create-slot", "--if-not-exists"]
        completed = subprocess.run(create_slot, env=environment, capture_output=True, text=True, check=False)
        if completed.returncode != 0:
            raise BackupError(f"no slot for the write-ahead log: {shorten_output(completed.stderr)}")

        receive = [program, f"--slot={SLOT_NAME}", f"--directory={self._spool}", "--status-interval=1", "--no-password"]
        self._process = subprocess.Popen(receive, env=environment)

    def wait_for(self, position: str, seconds: float = 20) -> None:
        """Wait until the WAL up to the position is in the spool. Raises BackupError after `seconds`."""
        deadline = time.monotonic() + seconds
        while self._database.run_sql(COUNT_RECEIVERS % position) == "0":
            if time.monotonic() > deadline:
                raise BackupError(f"the write-ahead log up to {position} was not received in {seconds:.0f} s")
            self.keep_running()
            time.sleep(0.2)

    def stop(self) -> None:
        """Stop pg_receivewal. The slot remains."""
        if self._process:
            self._process.terminate()
            self._process.wait()


class Shipper:
    """Moves segments from the spool into the archive."""

    def __init__(self, archive: Archive, spool: Path) -> None:
        self._archive = archive
        self._spool = spool
        self._archived_contents: dict[str, bytes] = {}

    def ship(self) -> None:
        """Archive complete segments and remove them from the spool. The open segment is archived if it has changed."""
        files = sorted(self._spool.iterdir())
        open_segments = [file for file in files if file.suffix == PARTIAL]
        complete_segments = [file for file in files if file.suffix != PARTIAL and file.is_file()]
        for file in complete_segments:
            self._archive.put(FOLDER + file.name, gzip.compress(file.read_bytes(), 1))
            self._archive.delete([f"{FOLDER}{file.name}{PARTIAL}"])
            file.unlink()

        for file in open_segments:
            try:
                content = gzip.compress(file.read_bytes(), 1, mtime=0)
            except FileNotFoundError:
                # The segment was completed meanwhile, so the next round archives it.
                continue
            if self._archived_contents.get(file.name) != content:
                self._archive.put(FOLDER + file.name, content)
                self._archived_contents = {file.name: content}


def get_position(segment: str) -> str:
    """Return the position in the log from the name of a segment file.

    The name is 24 hexadecimal digits, of which the first 8 are the timeline. They are left out, because a
    recovery may need segments of several timelines.
    """
    return segment[8:24]


def fetch(archive: Archive, folder: Path, *, first_segment: str) -> None:
    """Download the WAL segments from `first_segment` on and the timeline history files into `folder`.

    PostgreSQL's restore_command reads them from there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in archive.list_names(FOLDER):
        segment = name.removeprefix(FOLDER).removesuffix(PARTIAL)
        if segment.endswith(".history") or get_position(segment) >= get_position(first_segment):
            (folder / segment).write_bytes(gzip.decompress(archive.get(name)))


def prune(archive: Archive, *, first_segment: str) -> None:
    """Delete the segments before `first_segment`, the oldest segment that a remaining base backup needs."""
    names = [name for name in archive.list_names(FOLDER) if not name.endswith(".history")]
    oldest_position = get_position(first_segment)
    archive.delete(name for name in names if get_position(name.removeprefix(FOLDER)) < oldest_position)
