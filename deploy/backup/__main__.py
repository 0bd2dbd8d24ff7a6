"""Entry point of the backup container: `python -m deploy.backup VERB [NAME]`.

The verbs are `save`, `nightly`, `list`, `verify NAME`, `check NAME`, `restore NAME` and `publish-again`. `check` makes
the checks of `restore` and changes nothing. `publish-again` publishes the events of all outboxes again, after a
recovery from the archive. The verbs of the archive are `archive`, `restore-drill`, `archive-key`, `archive-list`,
`archive-recover FOLDER`, `archive-recover-files` and `archive-erasures`; see deploy/backup/README.md.
`restore-drill lasting` repeats the drill every DRILL_DAYS. `restore-drill new` first makes a new archive.

BACKUP_FOLDER, BACKUP_AT, BACKUP_KEPT_DAYS, APP_VERSION, OVERWRITE, OTHER_KEYS and ERASURES_FILE come from the
environment. Each service's ..._DATABASE_URL comes from the environment too, or from a file of this name in SECRETS_DIR.
"""

import argparse
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from deploy.backup import manifest, metrics
from deploy.backup.create import RETENTION_DAYS, create_backup, list_complete_backups
from deploy.backup.postgres import PUBLISH_AGAIN, Database
from deploy.backup.restore import check_backup, restore_backup
from deploy.backup.sources import BackupError, add_secrets, find_sources


def is_confirmed(name: str) -> bool:
    return os.environ.get(name) == "yes"


def read_retention_days() -> int:
    """Return for how many days backups are kept.

    Raises BackupError unless it is a number of at least one: zero would delete the only backup.
    """
    text = os.environ.get("BACKUP_KEPT_DAYS") or str(RETENTION_DAYS)
    if not text.isdigit() or int(text) < 1:
        raise BackupError(f"BACKUP_KEPT_DAYS={text} is not a number of days")
    return int(text)


def list_readable_backups(folder: Path) -> list[Path]:
    """Return all complete backups, oldest first. Raises BackupError if one cannot be read."""
    for backup in sorted(folder.glob("[0-9]*")):
        manifest.refuse_unreadable(backup)
    return list_complete_backups(folder)


def find_backup(folder: Path, name: str) -> Path:
    """Find a backup by its name in the folder, or by its path. Raises BackupError if there is none."""
    for place in (folder / name, Path(name)):
        if name and place.is_dir():
            return place
    names = ", ".join(backup.name for backup in list_readable_backups(folder)) or "none yet"
    problem = f"there is no backup {name}" if name else "say which backup"
    raise BackupError(f"{problem}; in {folder} there are: {names}")


def get_erasures_file() -> Path | None:
    """Return the file from which auth repeats erasures after a restore, if one is set."""
    name = os.environ.get("ERASURES_FILE")
    return Path(name) if name else None


def format_size(bytes: int) -> str:
    return f"{bytes / 1_000_000:.1f} MB"


def describe_backup(backup: Path) -> str:
    """Describe a backup in one line: folder, size, version."""
    contents = manifest.read(backup)
    return f"{backup}  {format_size(contents.bytes)}  version {contents.app_version}"


def perform(verb: str, name: str) -> list[str]:
    """Run one command and return the lines to print. Raises BackupError."""
    folder = Path(os.environ.get("BACKUP_FOLDER") or "/backups")
    sources = find_sources(add_secrets(os.environ))
    if verb == "save":
        version = os.environ.get("APP_VERSION") or "unknown"
        days = read_retention_days()
        backup = create_backup(sources, folder, version=version, now=datetime.now(UTC), retention_days=days)
        return [describe_backup(backup)]
    if verb == "list":
        return [describe_backup(backup) for backup in list_readable_backups(folder)] or ["there is no backup yet"]
    if verb == "verify":
        contents = manifest.verify(find_backup(folder, name))
        return [f"complete: {len(contents.parts)} services, {format_size(contents.bytes)}, of {contents.began_at}"]
    if verb == "publish-again":
        for source in sources:
            Database(source.database_url).run_sql(PUBLISH_AGAIN)
        return [f"all events in the outboxes of {len(sources)} services will be published again"]
    overwrite = is_confirmed("OVERWRITE")
    other_keys = is_confirmed("OTHER_KEYS")
    if verb == "check":
        check_backup(sources, find_backup(folder, name), overwrite=overwrite, other_keys=other_keys)
        return ["can be restored here"]
    if verb == "restore":
        backup = find_backup(folder, name)
        erasures_file = get_erasures_file()
        restored_backup = restore_backup(
            sources, backup, overwrite=overwrite, other_keys=other_keys, erasures_file=erasures_file
        )
        return [f"restored: {len(restored_backup.parts)} services as they were at {restored_backup.began_at}"]
    raise BackupError(str(__doc__))


def compute_seconds_until(at: str, now: datetime) -> float:
    """Return the seconds until the next occurrence of `at` (HH:MM, UTC), between 1 and 86401.

    Raises BackupError for another text.
    """
    try:
        time_of_day = datetime.strptime(at, "%H:%M").replace(tzinfo=UTC)
    except ValueError:
        raise BackupError(f"BACKUP_AT={at} is not a time like 00:15") from None
    next_time = now.replace(hour=time_of_day.hour, minute=time_of_day.minute, second=0, microsecond=0)
    # Less than a second before the time, the result is for the next day: a backup made slightly early is not repeated.
    return ((next_time - now).total_seconds() - 1) % 86400 + 1


def save_nightly() -> int:
    """Make a backup every night until the process is stopped. A failed backup is repeated after an hour.

    The file of metrics is written every minute.
    """
    folder = Path(os.environ.get("BACKUP_FOLDER") or "/backups")
    wait = compute_seconds_until(os.environ.get("BACKUP_AT") or "00:15", datetime.now(UTC))
    while True:
        metrics.write(folder)
        while wait > 0:
            pause = min(wait, 60)
            time.sleep(pause)
            wait -= pause
            metrics.write(folder)
        is_saved = subprocess.run([sys.executable, "-m", "deploy.backup", "save"], check=False).returncode == 0
        next_night = compute_seconds_until(os.environ.get("BACKUP_AT") or "00:15", datetime.now(UTC))
        wait = next_night if is_saved else min(3600, next_night)


ARCHIVE_VERBS = {
    "archive",
    "restore-drill",
    "archive-key",
    "archive-list",
    "archive-recover",
    "archive-recover-files",
    "archive-erasures",
}


def run_archive_command(verb: str, argument: str) -> int:
    """Run a command of the archive. Its libraries are imported here, since `make backup` does not need them."""
    from deploy.backup.archive import run
    from deploy.backup.archive.store import open_archive

    environment = add_secrets(os.environ)
    if (verb, argument) == ("restore-drill", "new"):
        print("\n".join(run.drill_new_archive(environment, Path(environment["ARCHIVE_WORK"]))))
        return 0
    if verb == "archive":
        return run.archive_forever(open_archive(environment), environment)
    if (verb, argument) == ("restore-drill", "lasting"):
        return run.drill_forever(open_archive(environment), environment)
    for line in run.run_command(verb, argument, environment):
        print(line)
    return 0


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", nargs="?", default="")
    parser.add_argument("name", nargs="?", default="")
    options = parser.parse_args(arguments)
    try:
        if options.verb in ARCHIVE_VERBS:
            return run_archive_command(options.verb, options.name)
        if options.verb == "nightly":
            return save_nightly()
        for line in perform(options.verb, options.name):
            print(line)
    except (BackupError, OSError) as error:
        print(f"{options.verb or 'backup'}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
