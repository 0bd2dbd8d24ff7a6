"""Recovery of a base backup and the write-ahead log after it into an empty folder."""

from datetime import datetime
from pathlib import Path

from deploy.backup.archive import base as bases
from deploy.backup.archive import wal
from deploy.backup.archive.store import Archive
from deploy.backup.sources import BackupError

# The folder is inside the data folder, so that restore_command needs no absolute path.
LOG_FOLDER = "recovered_wal"


def choose_base(archive: Archive, at: datetime | None) -> bases.BaseBackup:
    """Return the newest base backup that ended at or before `at`. Raises BackupError if there is none."""
    candidates = [base for base in bases.list_bases(archive) if at is None or base.end_time <= at]
    if not candidates:
        period = f" from before {at.isoformat()}" if at else ""
        raise BackupError(f"the archive has no base backup{period}")
    return candidates[-1]


def recover(archive: Archive, target: Path, *, at: datetime | None = None, restore_point: str = "") -> bases.BaseBackup:
    """Prepare a data folder that PostgreSQL recovers when it starts. Returns the base backup that is in it.

    The recovery ends at the moment `at`, at the named `restore_point`, or at the end of the archive. PostgreSQL does
    not start if the archive ends earlier. Raises BackupError if the archive has no base backup for the recovery, or
    a damaged one.
    """
    base = choose_base(archive, at)
    bases.unpack(archive, base, target)
    wal.fetch(archive, target / LOG_FOLDER, first_segment=base.first)

    settings = [f"restore_command = 'cp {LOG_FOLDER}/%f %p'", "recovery_target_action = 'promote'"]
    if restore_point:
        settings.append(f"recovery_target_name = '{restore_point}'")
    elif at:
        settings.append(f"recovery_target_time = '{at.isoformat()}'")

    with (target / "postgresql.auto.conf").open("a") as file:
        file.write("".join(f"{line}\n" for line in settings))
    (target / "recovery.signal").touch()
    return base
