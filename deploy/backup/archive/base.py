"""Base backups of the whole cluster, by pg_basebackup."""

import hashlib
import json
import re
import shutil
import subprocess
import tarfile
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from deploy.backup.archive.store import Archive
from deploy.backup.create import NAME_FORMAT
from deploy.backup.postgres import Database
from deploy.backup.sources import BackupError, shorten_output

FOLDER = "base/"
FIRST_SEGMENT = re.compile(r"START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)")


@dataclass(frozen=True)
class BaseBackup:
    """A complete base backup. It can be recovered to any moment after `ended_at`."""

    name: str
    ended_at: str
    # The first segment of the write-ahead log that it needs.
    first: str
    # PostgreSQL's version.
    server: str

    @property
    def end_time(self) -> datetime:
        return datetime.fromisoformat(self.ended_at)


def list_bases(archive: Archive) -> list[BaseBackup]:
    """Return the complete base backups, oldest first. A base backup is complete once it has its base.json."""
    names = [name for name in archive.list_names(FOLDER) if name.endswith("/base.json")]
    return [BaseBackup(**json.loads(archive.get(name))) for name in names]


def list_base_names(archive: Archive) -> list[str]:
    """Return the names of the complete base backups. Unlike `list_bases` this needs no secret key."""
    return [name.split("/")[1] for name in archive.list_names(FOLDER) if name.endswith("/base.json")]


def take(archive: Archive, database: Database, *, now: datetime, work: Path) -> BaseBackup:
    """Make a base backup in the folder `work` and archive it; `publish` completes it. Raises BackupError."""
    # An interrupted run may have left an incomplete base backup here.
    shutil.rmtree(work, ignore_errors=True)
    try:
        return _take(archive, database, now.strftime(NAME_FORMAT), work)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _take(archive: Archive, database: Database, name: str, work: Path) -> BaseBackup:
    program = str(Path(database.programs_folder) / "pg_basebackup")
    command = [program, f"--pgdata={work}", "--format=tar", "--gzip", "--wal-method=none", "--checkpoint=fast"]
    command += ["--manifest-checksums=SHA256", "--no-password"]
    environment = database.build_environment()
    environment.pop("PGDATABASE", None)

    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise BackupError(f"no base backup: {shorten_output(result.stderr)}")

    with tarfile.open(work / "base.tar.gz") as pack:
        label = pack.extractfile("backup_label")
        match = FIRST_SEGMENT.search(label.read().decode()) if label else None
    if not match:
        raise BackupError("the base backup has no label")

    ended_at = datetime.now(UTC).isoformat()
    for file in ("base.tar.gz", "backup_manifest"):
        archive.put_file(f"{FOLDER}{name}/{file}", work / file)
    return BaseBackup(name, ended_at, match[1], database.run_sql("SHOW server_version"))


def publish(archive: Archive, new_base: BaseBackup) -> None:
    """Mark a base backup as complete. Call it once the WAL up to the end of the base backup is in the archive."""
    archive.put(f"{FOLDER}{new_base.name}/base.json", json.dumps(asdict(new_base)).encode())
    # The name of this empty object shows, without the secret key, which segments are no longer needed.
    archive.put(f"{FOLDER}{new_base.name}/first-{new_base.first}", b"")


def unpack(archive: Archive, base: BaseBackup, target: Path) -> None:
    """Unpack a base backup into an empty folder and check it against PostgreSQL's manifest. Raises BackupError."""
    if target.exists() and any(target.iterdir()):
        raise BackupError(f"{target} is not empty: an archive is recovered into an empty folder")
    target.mkdir(parents=True, exist_ok=True)
    target.chmod(0o700)
    pack = target / "base.tar.gz"
    archive.get_file(f"{FOLDER}{base.name}/base.tar.gz", pack)
    subprocess.run(["tar", "-xzf", str(pack), "-C", str(target), "--no-same-owner"], check=True)
    pack.unlink()
    archive.get_file(f"{FOLDER}{base.name}/backup_manifest", target / "backup_manifest")
    verify(target)


def verify(target: Path) -> None:
    """Compare every file with PostgreSQL's manifest. Raises BackupError.

    This replaces pg_verifybackup, which does not run from the Python package that PostgreSQL comes from.
    """
    for entry in json.loads((target / "backup_manifest").read_text())["Files"]:
        file = target / entry["Path"]
        if not file.is_file():
            raise BackupError(f"the base backup is damaged: {entry['Path']} is missing")
        with file.open("rb") as content:
            if hashlib.file_digest(content, "sha256").hexdigest() != entry["Checksum"]:
                raise BackupError(
                    f"the base backup is damaged: {entry['Path']} differs from the file that was backed up"
                )


def prune(archive: Archive, *, before: datetime) -> str | None:
    """Delete base backups older than `before`, but never the newest. Returns the first segment that is still needed."""
    names = list_base_names(archive)
    if not names:
        return None

    kept_names = [name for name in names if name >= before.strftime(NAME_FORMAT)]
    if not kept_names:
        kept_names = names[-1:]
    for old_name in set(names) - set(kept_names):
        # base.json goes first, so that a partly deleted base backup does not count as complete.
        archive.delete([f"{FOLDER}{old_name}/base.json"])
        archive.delete(archive.list_names(f"{FOLDER}{old_name}/"))

    markers = [name for name in archive.list_names(f"{FOLDER}{kept_names[0]}/") if "/first-" in name]
    return markers[0].rpartition("/first-")[2] if markers else None
