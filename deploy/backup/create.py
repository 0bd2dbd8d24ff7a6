"""Creation of a backup. A folder with a backup's name always holds a complete backup."""

import shutil
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

from deploy.backup import erasures, manifest, postgres
from deploy.backup.sources import BackupError, BackupSource

NAME_FORMAT = "%Y-%m-%dT%H-%M-%SZ"
RETENTION_DAYS = 14


def create_backup(
    sources: Sequence[BackupSource],
    folder: Path,
    *,
    version: str,
    now: datetime,
    retention_days: int = RETENTION_DAYS,
    programs_folder: str = "",
) -> Path:
    """Save everything, then delete backups older than `retention_days`. Returns the folder of the new backup.

    `programs_folder` has PostgreSQL's programs; by default they are on PATH.
    Raises BackupError without sources, while another backup is being made, or if a dump fails.
    """
    if not sources:
        raise BackupError("there is nothing to save: no setting like AUTH_DATABASE_URL was given")
    with _lock_folder(folder):
        unfinished_folder = folder / f".{now.strftime(NAME_FORMAT)}"
        finished_folder = folder / now.strftime(NAME_FORMAT)
        shutil.rmtree(unfinished_folder, ignore_errors=True)
        unfinished_folder.mkdir(mode=0o700)
        try:
            _write_files(unfinished_folder, sources, version=version, now=now, programs_folder=programs_folder)
            unfinished_folder.rename(finished_folder)
            erasures.add_new_erasures(sources, folder, programs_folder=programs_folder)
        except BaseException:
            shutil.rmtree(unfinished_folder, ignore_errors=True)
            raise
        _delete_old(folder, before=now - timedelta(days=retention_days))
    return finished_folder


@contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except OSError:
            raise BackupError(f"another backup is being made in {folder}") from None
        yield


def _write_files(
    folder: Path, sources: Sequence[BackupSource], *, version: str, now: datetime, programs_folder: str
) -> None:
    """Save the databases before the files.

    A file that was uploaded in between is then in the backup without its row, which does no harm. In the other order
    a row could be saved without its file.
    """
    databases = {source.service: postgres.Database(source.database_url, programs_folder) for source in sources}
    revisions = {service: database.read_revision() for service, database in databases.items()}
    postgres.dump_together([(database, folder / f"{service}.dump") for service, database in databases.items()])

    for source in sources:
        if source.files:
            _pack(source.files, folder / f"{source.service}.files.tar")

    parts = tuple(
        manifest.Part(
            service=source.service,
            revision=revisions[source.service],
            key_print=source.key_fingerprint,
            database=manifest.describe_file(folder / f"{source.service}.dump"),
            files=manifest.describe_file(folder / f"{source.service}.files.tar") if source.files else None,
        )
        for source in sources
    )

    server = databases[sources[0].service].run_sql("SHOW server_version")
    ended_at = datetime.now(UTC)
    manifest.Manifest(now.isoformat(), ended_at.isoformat(), version, server, parts).write(folder)


def _pack(files: Path, archive: Path) -> None:
    """Pack files without compression, since pictures and documents are already compressed.

    A file that disappears meanwhile was deleted by its owner and is skipped.
    """
    with tarfile.open(archive, "w") as pack:
        for file in sorted(files.rglob("*")):
            if file.is_file():
                try:
                    pack.add(file, arcname=str(file.relative_to(files)), recursive=False)
                except FileNotFoundError:
                    continue


def parse_start(backup: Path) -> datetime | None:
    """Return when a backup was begun, by its name. Returns None for a folder that an operator has renamed or copied."""
    try:
        return datetime.strptime(backup.name, NAME_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None


def list_complete_backups(folder: Path) -> list[Path]:
    """Return all complete backups, oldest first."""
    return sorted(file.parent for file in folder.glob(f"[0-9]*/{manifest.NAME}"))


def _delete_old(folder: Path, *, before: datetime) -> None:
    """Delete old backups and the leftovers of interrupted ones. Backups that an operator renamed or copied are kept."""
    for backup in list_complete_backups(folder):
        start = parse_start(backup)
        if start is not None and start < before:
            shutil.rmtree(backup)
    for leftover in folder.glob(".[0-9]*"):
        shutil.rmtree(leftover)
